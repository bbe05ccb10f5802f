// Materials and textures: physically based, lit by the page's own sky and sun. Colours belong to instances, not to materials,
// so that shapes of any colour are drawn together.

import * as THREE from "three";
import { BOX, CAPSULE, CYLINDER, ELLIPSOID, HFIELD, horizon, MESH, PLANE, SDF, type Shapes, SKIN, SPHERE } from "./shapes";
import type { Source } from "./source";
import type { Scene, Shape, Texture } from "./types";

const TWO_D = 0, SKYBOX = 2;

export interface Look { key: string; material: THREE.MeshStandardMaterial; colour: THREE.Color; opacity: number; reflectance: number }

export class Materials {
  private readonly textures: (THREE.Texture | null)[] = [];
  private readonly cache = new Map<string, THREE.MeshStandardMaterial>();

  constructor(private readonly scene: Scene, private readonly shapes: Shapes) {}

  async load(source: Source): Promise<void> {
    await Promise.all(
      this.scene.textures.map(async (t, i) => {
        // one that is by reference has no texels
        if (t.width * t.height === 0) {
          this.textures[i] = null;
          return;
        }
        const data = rgba(new Uint8Array(await source.asset(t.data)), t.channels);
        this.textures[i] = t.type === TWO_D ? flat(t, data) : cube(t, data);
      }),
    );
  }

  /** The sky, if the model has one. */
  sky(): THREE.CubeTexture | null {
    const i = this.scene.textures.findIndex((t) => t.type === SKYBOX);
    return i >= 0 ? (this.textures[i] as THREE.CubeTexture | null) : null;
  }

  dispose(): void {
    for (const m of this.cache.values()) {
      m.map?.dispose();
      m.dispose();
    }
    for (const t of this.textures) t?.dispose();
  }

  /** What a shape looks like; equal keys share a material. */
  look(g: Shape): Look {
    const mat = g.mat >= 0 ? this.scene.materials[g.mat] : null;
    // a material's colour counts unless the geom was given its own
    const own = g.rgba.some((x, i) => Math.abs(x - [0.5, 0.5, 0.5, 1][i]) > 1e-6);
    const [r, gr, b, opacity] = mat && !own ? mat.rgba : g.rgba;
    const colour = new THREE.Color().setRGB(r, gr, b, THREE.SRGBColorSpace);
    const texture = mat && mat.texture >= 0 ? this.textures[mat.texture] : null;
    // coordinates depend on the size where a texture has one of its own
    const sized = texture && (!unitShape(g) || (mat?.uniform && !(texture instanceof THREE.CubeTexture)));
    const glow = mat && mat.emission > 0 ? colour.getHexString() + mat.emission : "";
    const flat = g.type === PLANE || g.type === HFIELD;
    const laid = texture !== null && this.shapes.laid(g);
    const key = [g.mat, opacity.toFixed(3), flat, glow, texture ? g.type : "", laid, sized ? g.size.join() : ""].join("|");
    let material = this.cache.get(key);
    if (!material) {
      material = this.make(g, colour, opacity, flat);
      this.cache.set(key, material);
    }
    return { key, material, colour, opacity, reflectance: mat?.reflectance ?? 0 };
  }

  private make(g: Shape, colour: THREE.Color, opacity: number, flat: boolean): THREE.MeshStandardMaterial {
    const m = new THREE.MeshStandardMaterial({ roughness: 0.62, metalness: 0 });
    const mat = g.mat >= 0 ? this.scene.materials[g.mat] : null;
    if (opacity < 1) {
      m.transparent = true;
      m.opacity = opacity;
      m.depthWrite = opacity > 0.7;
    }
    if (flat) {
      m.side = THREE.DoubleSide;
      m.roughness = 0.92;
    }
    // often open: a cloth is seen from below too
    if (g.type === SKIN) m.side = THREE.DoubleSide;
    if (!mat) return m;
    // MuJoCo's −1 is "not given": roughness then follows from its highlight
    m.roughness = mat.roughness >= 0 ? Math.max(mat.roughness, 0.05) : THREE.MathUtils.clamp(0.95 - 0.35 * mat.specular - 0.35 * mat.shininess, 0.2, 1);
    m.metalness = mat.metallic >= 0 ? mat.metallic : 0;
    if (g.type === PLANE) m.roughness = Math.max(m.roughness, 0.75);
    m.emissive.copy(colour).multiplyScalar(mat.emission);
    const t = mat.texture >= 0 ? this.textures[mat.texture] : null;
    if (t) this.cover(m, g, t, mat.repeat, mat.uniform);
    return m;
  }

  /** Puts a texture on: by coordinates where the geom has them, by position otherwise. */
  private cover(m: THREE.MeshStandardMaterial, g: Shape, t: THREE.Texture, repeat: [number, number], uniform: boolean): void {
    const [a, b, c] = drawnSize(g);
    if (t instanceof THREE.CubeTexture) {
      // a uniform cube texture lies on the shape as it is, any other on the unit shape; planes and height fields have no unit shape: a
      // uniform one is looked up so many times as far as their size says
      const exact = !unitShape(g);
      const flat = g.type === PLANE || g.type === HFIELD;
      const power = !exact || g.type === MESH || g.type === SDF || g.type === SKIN || flat !== uniform ? 0 : flat ? 1 : -1;
      byDirection(m, t, [a, b, c].map((x) => (x > 0 ? x ** power : 1)), !exact && uniform);
      return;
    }
    const map = t.clone();
    map.needsUpdate = true;
    let [u, v] = repeat;
    if (g.type === MESH || g.type === SDF || g.type === SKIN) {
      const laid = this.shapes.laid(g);
      if (laid && uniform) [u, v] = [a * u, b * v];
      map.repeat.set(u, v);
      // what lies over a mesh is counted from its middle
      if (laid) map.offset.set(0.5 - 0.5 * u, 0.5 - 0.5 * v);
      m.map = map;
      return;
    }
    const endless = g.type === PLANE && a <= 0 && b <= 0;
    const far = horizon(this.scene.visual.extent);
    if (endless) [u, v] = [far * u, far * v];
    else if (uniform) [u, v] = [a * u, b * v];
    // the first row of texels is at the top, or at +y
    map.repeat.set(u, -v);
    map.offset.set(0, v);
    // counted from the middle
    if (endless) map.offset.set(-0.5 * u, 0.5 * v);
    else if (g.type === HFIELD) map.offset.set(0.5 - 0.5 * u, 0.5 + 0.5 * v);
    m.map = map;
  }
}

/** Drawn as a unit shape that its instance makes larger. */
function unitShape(g: Shape): boolean {
  return g.type === SPHERE || g.type === ELLIPSOID || g.type === BOX || g.type === CYLINDER;
}

function rgba(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 4) return data;
  const n = data.length / channels;
  const out = new Uint8Array(4 * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) out[4 * i + k] = data[channels * i + (channels >= 3 ? k : 0)];
    out[4 * i + 3] = 255;
  }
  return out;
}

function flat(t: Texture, data: Uint8Array): THREE.Texture {
  const out = new THREE.DataTexture(data as Uint8Array<ArrayBuffer>, t.width, t.height);
  out.colorSpace = THREE.SRGBColorSpace;
  out.wrapS = out.wrapT = THREE.RepeatWrapping;
  out.magFilter = THREE.LinearFilter;
  out.minFilter = THREE.LinearMipmapLinearFilter;
  out.generateMipmaps = true;
  out.anisotropy = 8;
  out.needsUpdate = true;
  return out;
}

/** Six faces, one below the other: right, left, up, down, front, back. */
function cube(t: Texture, data: Uint8Array): THREE.CubeTexture {
  const n = t.width;
  const six = t.height >= 6 * n;
  const faces = Array.from({ length: 6 }, (_, k) => {
    const image = new ImageData(n, n);
    const from = six ? 4 * n * n * k : 0;
    image.data.set(data.subarray(from, from + 4 * n * n));
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = n;
    canvas.getContext("2d")?.putImageData(image, 0, 0);
    return canvas;
  });
  const out = new THREE.CubeTexture(faces);
  out.colorSpace = THREE.SRGBColorSpace;
  out.needsUpdate = true;
  return out;
}

/** Sizes as factors along the axes of the unit shape. */
function drawnSize(g: Shape): number[] {
  const [a, b, c] = g.size;
  if (g.type === SPHERE) return [a, a, a];
  return g.type === CAPSULE || g.type === CYLINDER ? [a, a, b] : [a, b, c];
}

/** Samples a cube texture by the position inside the geom, in its own axes: three has no such mode for colour. */
function byDirection(m: THREE.MeshStandardMaterial, t: THREE.CubeTexture, scale: number[], grown: boolean): void {
  m.onBeforeCompile = (s) => {
    s.uniforms.around = { value: t };
    s.uniforms.aroundScale = { value: new THREE.Vector3(...scale) };
    const size = grown ? "vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz))" : "aroundScale";
    s.vertexShader = s.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vInside; uniform vec3 aroundScale;")
      .replace("#include <begin_vertex>", `#include <begin_vertex>\nvInside = position * ${size};`);
    s.fragmentShader = s.fragmentShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vInside; uniform samplerCube around;")
      .replace("#include <map_fragment>", "diffuseColor.rgb *= textureCube(around, vInside).rgb;");
  };
  m.customProgramCacheKey = () => "around" + grown;
}
