// Materials and textures. Lighting follows MuJoCo's fixed pipeline (Phong), so that files look as their authors meant.

import * as THREE from "three";
import { CAPSULE, CYLINDER, HFIELD, MESH, PLANE, SPHERE } from "./shapes";
import type { Source } from "./source";
import type { Scene, Shape, Texture } from "./types";

const TWO_D = 0, SKYBOX = 2;

export class Materials {
  private readonly textures: (THREE.Texture | null)[] = [];
  private readonly cache = new Map<string, THREE.MeshPhongMaterial>();

  constructor(private readonly scene: Scene) {}

  async load(source: Source): Promise<void> {
    await Promise.all(
      this.scene.textures.map(async (t, i) => {
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

  get(g: Shape): THREE.MeshPhongMaterial {
    const size = g.mat >= 0 && this.scene.materials[g.mat].texture >= 0 ? g.type + ":" + g.size.join() : "";
    const key = [g.rgba.join(), g.mat, size, g.type === PLANE].join("|");
    let m = this.cache.get(key);
    if (!m) {
      m = this.make(g);
      this.cache.set(key, m);
    }
    return m;
  }

  private make(g: Shape): THREE.MeshPhongMaterial {
    const m = new THREE.MeshPhongMaterial({ shininess: 40, specular: 0x222222 });
    const mat = g.mat >= 0 ? this.scene.materials[g.mat] : null;
    // a material's colour counts unless the geom was given its own
    const own = g.rgba.some((x, i) => Math.abs(x - [0.5, 0.5, 0.5, 1][i]) > 1e-6);
    const [r, gr, b, a] = mat && !own ? mat.rgba : g.rgba;
    m.color.setRGB(r, gr, b, THREE.SRGBColorSpace);
    if (a < 1) {
      m.transparent = true;
      m.opacity = a;
      m.depthWrite = a > 0.7;
    }
    if (g.type === PLANE || g.type === HFIELD) {
      m.side = THREE.DoubleSide;
      m.specular.setScalar(0.02);
    }
    if (mat) {
      // a floor that mirrors the headlight blinds
      m.specular.setScalar((g.type === PLANE ? 0.06 : 0.3) * mat.specular);
      m.shininess = Math.max(1, 128 * mat.shininess);
      m.emissive.copy(m.color).multiplyScalar(mat.emission);
      const t = mat.texture >= 0 ? this.textures[mat.texture] : null;
      if (t) this.cover(m, g, t, mat.repeat, mat.uniform);
    }
    return m;
  }

  /** Puts a texture on: by coordinates where the geom has them, by position otherwise. */
  private cover(m: THREE.MeshPhongMaterial, g: Shape, t: THREE.Texture, repeat: [number, number], uniform: boolean): void {
    const [a, b, c] = drawnSize(g);
    if (t instanceof THREE.CubeTexture) {
      // a uniform cube texture lies on the shape as it is, any other on the unit shape
      const unit = !uniform && g.type !== MESH;
      byDirection(m, t, unit ? [a, b, c].map((x) => 1 / (x > 0 ? x : 1)) : [1, 1, 1]);
      return;
    }
    const map = t.clone();
    map.needsUpdate = true;
    let [u, v] = repeat;
    if (g.type === MESH) {
      map.repeat.set(u, v);
      m.map = map;
      return;
    }
    const endless = g.type === PLANE && a <= 0 && b <= 0;
    const far = Math.max(40, 12 * this.scene.visual.extent);
    if (endless) [u, v] = [far * u, far * v];
    else if (uniform) [u, v] = [a * u, b * v];
    // the first row of texels is at the top, or at +y
    map.repeat.set(u, -v);
    map.offset.set(0, v);
    // counted from the middle
    if (endless) map.offset.set(-0.5 * u, 0.5 * v);
    else if (uniform && g.type === HFIELD) map.offset.set(0.5 - 0.5 * u, 0.5 + 0.5 * v);
    m.map = map;
  }
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
function byDirection(m: THREE.MeshPhongMaterial, t: THREE.CubeTexture, scale: number[]): void {
  m.onBeforeCompile = (s) => {
    s.uniforms.around = { value: t };
    s.uniforms.aroundScale = { value: new THREE.Vector3(...scale) };
    s.vertexShader = s.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vInside; uniform vec3 aroundScale;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvInside = position * aroundScale;");
    s.fragmentShader = s.fragmentShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vInside; uniform samplerCube around;")
      .replace("#include <map_fragment>", "diffuseColor.rgb *= textureCube(around, vInside).rgb;");
  };
}
