// The scene as the server tells it.

export type Vec = [number, number, number];
export type Quat4 = [number, number, number, number]; // w x y z

export interface Body { name: string; parent: number; root: number; tree: number; mocap: number; weld: number; mass: number; inertia: Vec; ipos: Vec; iquat: Quat4; dofs: number }
export interface Shape { name: string; type: number; body: number; size: Vec; pos: Vec; quat: Quat4; rgba: Quat4; mat: number; data: number; group: number; shadow?: boolean; contype?: number; friction?: Vec }
export interface SkinShape { name: string; mat: number; rgba: Quat4; group: number; inflate: number; data: string }
export interface Material { texture: number; uniform: boolean; repeat: [number, number]; emission: number; specular: number; shininess: number; reflectance: number; metallic: number; roughness: number; rgba: Quat4 }
export interface Texture { type: number; width: number; height: number; channels: number; data: string }
export interface Hfield { rows: number; cols: number; size: Quat4; data: string }
export interface Camera { name: string; fovy: number; orthographic: boolean }
export interface Light { type: number; active: boolean; shadow: boolean; cutoff: number; attenuation: Vec; ambient: Vec; diffuse: Vec; specular: Vec }
export interface Joint { name: string; type: number; body: number; qpos: number; dof: number; limited: boolean; range: [number, number]; pos: Vec; axis: Vec }
export interface Control { name: string; ctrl: number; force: number | null; limited: boolean; range: [number, number] }
export interface Tendon { name: string; width: number; rgba: Quat4 }
export interface Equality { name: string; type: number; active: boolean }
export interface Sensor { name: string; dim: number; adr: number }
export interface Choice { name: string; among: string[]; now: string }
export interface Visual { extent: number; center: Vec; meansize: number; meanmass: number; fovy: number; orthographic: boolean; azimuth: number; elevation: number; headlight: boolean; ambient: Vec; diffuse: Vec; haze: Quat4; znear: number; zfar: number; force: number }

export interface Scene {
  name: string;
  meshes: string[];
  hfields: Hfield[];
  textures: Texture[];
  bodies: Body[];
  geoms: Shape[];
  sites: Shape[];
  skins: SkinShape[];
  materials: Material[];
  cameras: Camera[];
  lights: Light[];
  joints: Joint[];
  actuators: Control[];
  tendons: Tendon[];
  equalities: Equality[];
  sensors: Sensor[];
  keyframes: string[];
  visual: Visual;
  options: { timestep: number; gravity: Vec; choices: Choice[] };
  stats: string[];
  /** Where the recording ends [s], if this is one. */
  recording?: number;
  /** Its numbers can be edited and saved. */
  editable?: boolean;
}
