// Skins: triangles that follow several bodies. Vertices are moved here, by the poses that frames bring; see crates/dynamics/src/skin.rs.

import * as THREE from "three";

/** Vertices that one body moves, as it was bound. */
interface Bone { body: number; unbind: THREE.Matrix4; ids: Uint32Array; weights: Float32Array }

/** A skin as it is told: see crates/studio/src/scene/assets.rs for the bytes. */
export interface SkinData { rest: Float32Array; uv: Float32Array | null; index: Uint32Array; bones: Bone[]; owner: Int32Array }

export function readSkin(buffer: ArrayBuffer): SkinData {
  const [nvert, nindex, flags, nbone] = new Uint32Array(buffer, 0, 4);
  let at = 16;
  const floats = (n: number) => new Float32Array(buffer, (at += 4 * n) - 4 * n, n);
  const words = (n: number) => new Uint32Array(buffer, (at += 4 * n) - 4 * n, n);
  const rest = floats(3 * nvert);
  const uv = flags & 1 ? floats(2 * nvert) : null;
  const index = words(nindex);
  const owner = new Int32Array(nvert).fill(-1);
  const most = new Float32Array(nvert);
  const bones = Array.from({ length: nbone }, (): Bone => {
    const [body, n] = words(2);
    const [px, py, pz, w, x, y, z] = floats(7);
    const bound = new THREE.Matrix4().compose(new THREE.Vector3(px, py, pz), new THREE.Quaternion(x, y, z, w).normalize(), new THREE.Vector3(1, 1, 1));
    const [ids, weights] = [words(n), floats(n)];
    ids.forEach((v, k) => {
      if (weights[k] > most[v]) [owner[v], most[v]] = [body, weights[k]];
    });
    return { body, unbind: bound.invert(), ids, weights };
  });
  return { rest, uv, index, bones, owner };
}

/** One engine's copy of a skin. */
export class Skin {
  readonly geometry = new THREE.BufferGeometry();
  private readonly position: Float32Array;
  private readonly normal: Float32Array;

  constructor(private readonly data: SkinData, private readonly inflate: number) {
    this.position = new Float32Array(data.rest.length);
    this.normal = new Float32Array(data.rest.length);
    const moving = (a: Float32Array) => new THREE.BufferAttribute(a, 3).setUsage(THREE.DynamicDrawUsage);
    this.geometry.setAttribute("position", moving(this.position));
    this.geometry.setAttribute("normal", moving(this.normal));
    if (data.uv) this.geometry.setAttribute("uv", new THREE.BufferAttribute(data.uv, 2));
    this.geometry.setIndex(new THREE.BufferAttribute(data.index, 1));
    this.geometry.boundingBox = new THREE.Box3();
    this.geometry.boundingSphere = new THREE.Sphere();
  }

  /** The body that a vertex follows most. */
  owner(vertex: number): number {
    return this.data.owner[vertex] ?? -1;
  }

  move(bodies: THREE.Matrix4[]): void {
    const [p, rest] = [this.position, this.data.rest];
    p.fill(0);
    const m = new THREE.Matrix4();
    for (const b of this.data.bones) {
      const e = m.multiplyMatrices(bodies[b.body], b.unbind).elements;
      for (let k = 0; k < b.ids.length; k++) {
        const [o, w] = [3 * b.ids[k], b.weights[k]];
        const [x, y, z] = [rest[o], rest[o + 1], rest[o + 2]];
        for (let a = 0; a < 3; a++) p[o + a] += w * (e[a] * x + e[a + 4] * y + e[a + 8] * z + e[a + 12]);
      }
    }
    this.turn();
    this.geometry.attributes.position.needsUpdate = this.geometry.attributes.normal.needsUpdate = true;
    const box = this.geometry.boundingBox as THREE.Box3;
    box.setFromArray(p).getBoundingSphere(this.geometry.boundingSphere as THREE.Sphere);
  }

  /** Normals of the vertices, and the skin moved along them. */
  private turn(): void {
    const [p, n, index] = [this.position, this.normal, this.data.index];
    n.fill(0);
    for (let f = 0; f + 2 < index.length; f += 3) {
      const [i, j, k] = [3 * index[f], 3 * index[f + 1], 3 * index[f + 2]];
      const [ax, ay, az] = [p[j] - p[i], p[j + 1] - p[i + 1], p[j + 2] - p[i + 2]];
      const [bx, by, bz] = [p[k] - p[i], p[k + 1] - p[i + 1], p[k + 2] - p[i + 2]];
      const c = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
      for (const o of [i, j, k]) for (let a = 0; a < 3; a++) n[o + a] += c[a];
    }
    for (let o = 0; o < n.length; o += 3) {
      const len = Math.hypot(n[o], n[o + 1], n[o + 2]) || 1;
      for (let a = 0; a < 3; a++) p[o + a] += this.inflate * (n[o + a] /= len);
    }
  }
}
