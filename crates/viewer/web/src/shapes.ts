// Geometry of MuJoCo's geom types, shared between equal geoms. Axes as MuJoCo's: capsules and cylinders along z.

import * as THREE from "three";
import { readSkin, type SkinData } from "./skin";
import type { Source } from "./source";
import type { Scene, Shape } from "./types";

export const PLANE = 0, HFIELD = 1, SPHERE = 2, CAPSULE = 3, ELLIPSOID = 4, CYLINDER = 5, BOX = 6, MESH = 7, SDF = 8, SKIN = 106;

export interface Piece { key: string; geometry: THREE.BufferGeometry; place: THREE.Matrix4 }

/** How far a plane without a size is drawn [m]. */
export function horizon(extent: number): number {
  return Math.max(60, 30 * extent);
}

export class Shapes {
  private readonly cache = new Map<string, THREE.BufferGeometry>();
  private readonly meshes: (THREE.BufferGeometry | null)[] = [];
  private readonly hfields: (THREE.BufferGeometry | null)[] = [];
  readonly skins: SkinData[] = [];

  constructor(private readonly scene: Scene) {}

  /** Fetches every mesh, height field and skin, equal meshes once. */
  async load(source: Source): Promise<void> {
    const parsed = new Map<string, Promise<THREE.BufferGeometry>>();
    const once = (hash: string, make: (b: ArrayBuffer) => THREE.BufferGeometry) => {
      let p = parsed.get(hash);
      if (!p) {
        p = source.asset(hash).then(make);
        parsed.set(hash, p);
      }
      return p;
    };
    await Promise.all([
      ...this.scene.meshes.map(async (hash, i) => {
        this.meshes[i] = await once(hash, mesh);
      }),
      ...this.scene.hfields.map(async (h, i) => {
        this.hfields[i] = await once(h.data, (b) => heightField(new Float32Array(b), h.rows, h.cols, h.size));
      }),
      ...(this.scene.skins ?? []).map(async (s, i) => {
        this.skins[i] = readSkin(await source.asset(s.data));
      }),
    ]);
  }

  /**
   * The pieces that draw a shape: geometry that many shapes share, and where it stands in the shape's frame. Round and flat
   * shapes are unit shapes made larger, a capsule is a tube and two caps, so that capsules of all sizes need three geometries.
   */
  pieces(g: Shape): Piece[] {
    const [a, b, c] = g.size;
    const unit = (name: string, make: () => THREE.BufferGeometry) => {
      let found = this.cache.get(name);
      if (!found) this.cache.set(name, (found = make()));
      return { key: name, geometry: found };
    };
    const scaled = (x: number, y: number, z: number, dz = 0) => new THREE.Matrix4().makeScale(x, y, z).setPosition(0, 0, dz);
    switch (g.type) {
      case SPHERE:
        return [{ ...unit("sphere", () => round(32, 20)), place: scaled(a, a, a) }];
      case ELLIPSOID:
        return [{ ...unit("sphere", () => round(32, 20)), place: scaled(a, b, c) }];
      case BOX:
        return [{ ...unit("box", () => covered(new THREE.BoxGeometry(2, 2, 2))), place: scaled(a, b, c) }];
      case CYLINDER:
        return [{ ...unit("cylinder", () => tube(36, false)), place: scaled(a, a, b) }];
      case CAPSULE: {
        // a cube texture is looked up in the whole shape, not in its parts
        const texture = g.mat >= 0 ? this.scene.materials[g.mat].texture : -1;
        if (texture >= 0 && this.scene.textures[texture].type !== 0) break;
        const up = () => round(28, 10, 0, Math.PI / 2);
        const down = () => round(28, 10, Math.PI / 2);
        return [
          { ...unit("tube", () => tube(28, true)), place: scaled(a, a, b) },
          { ...unit("cap", up), place: scaled(a, a, a, b) },
          { ...unit("cup", down), place: scaled(a, a, a, -b) },
        ];
      }
    }
    const geometry = this.get(g);
    return geometry ? [{ key: geometry.uuid, geometry, place: new THREE.Matrix4() }] : [];
  }

  /** Whether a texture is laid over a mesh along z, since it has no coordinates of its own. */
  laid(g: Shape): boolean {
    return g.type === MESH && this.meshes[g.data]?.userData.laid === true;
  }

  /** The geometry of a geom or site in its own size, or null if there is nothing to draw. */
  get(g: Shape): THREE.BufferGeometry | null {
    if (g.type === MESH || g.type === SDF) return this.meshes[g.data] ?? null;
    if (g.type === HFIELD) return this.hfields[g.data] ?? null;
    const key = g.type + ":" + g.size.map((x) => x.toPrecision(6)).join(",");
    let found = this.cache.get(key);
    if (!found) {
      const made = primitive(g, this.scene.visual.extent);
      if (!made) return null;
      found = made;
      this.cache.set(key, found);
    }
    return found;
  }
}

/** A part of the unit sphere about z between two polar angles from +z, with MuJoCo's texture coordinates: around it they count from +x. */
function round(slices: number, stacks: number, from = 0, to = Math.PI): THREE.BufferGeometry {
  return new THREE.SphereGeometry(1, slices, stacks, Math.PI, 2 * Math.PI, from, to - from).rotateX(Math.PI / 2);
}

/** A unit cylinder along z; on its ends the texture lies flat, with the first row of texels towards −y. */
function tube(slices: number, open: boolean): THREE.BufferGeometry {
  const g = new THREE.CylinderGeometry(1, 1, 2, slices, 1, open, Math.PI / 2).rotateX(Math.PI / 2);
  const [p, n, uv] = [g.getAttribute("position"), g.getAttribute("normal"), g.getAttribute("uv")];
  for (let i = 0; i < p.count; i++) if (Math.abs(n.getZ(i)) > 0.99) uv.setXY(i, 0.5 + 0.5 * p.getX(i), 0.5 - 0.5 * p.getY(i));
  return g;
}

/** A unit box with MuJoCo's texture coordinates: on its sides the texture hangs down from +z; opposite sides have the same coordinates. */
function covered(g: THREE.BufferGeometry): THREE.BufferGeometry {
  const [p, n, uv] = [g.getAttribute("position"), g.getAttribute("normal"), g.getAttribute("uv")];
  for (let i = 0; i < p.count; i++) {
    const across = Math.abs(n.getX(i)) > 0.5 ? p.getY(i) : p.getX(i);
    const up = Math.abs(n.getZ(i)) > 0.5 ? p.getY(i) : p.getZ(i);
    uv.setXY(i, 0.5 + 0.5 * across, 0.5 + 0.5 * up);
  }
  return g;
}

function primitive(g: Shape, extent: number): THREE.BufferGeometry | null {
  const [a, b, c] = g.size;
  switch (g.type) {
    case PLANE: {
      const far = horizon(extent);
      return new THREE.PlaneGeometry(2 * (a > 0 ? a : far), 2 * (b > 0 ? b : far));
    }
    case SPHERE:
      return new THREE.SphereGeometry(a, 32, 20).rotateX(Math.PI / 2);
    case CAPSULE:
      return new THREE.CapsuleGeometry(a, 2 * b, 10, 24).rotateX(Math.PI / 2);
    case ELLIPSOID:
      return new THREE.SphereGeometry(1, 32, 20).rotateX(Math.PI / 2).scale(a, b, c);
    case CYLINDER:
      return new THREE.CylinderGeometry(a, a, 2 * b, 36).rotateX(Math.PI / 2);
    case BOX:
      return new THREE.BoxGeometry(2 * a, 2 * b, 2 * c);
    default:
      return null;
  }
}

function mesh(buffer: ArrayBuffer): THREE.BufferGeometry {
  const [nvert, nindex, flags] = new Uint32Array(buffer, 0, 3);
  const out = new THREE.BufferGeometry();
  let at = 16;
  const take = (n: number) => {
    const a = new Float32Array(buffer, at, n);
    at += 4 * n;
    return a;
  };
  out.setAttribute("position", new THREE.BufferAttribute(take(3 * nvert), 3));
  out.setAttribute("normal", new THREE.BufferAttribute(take(3 * nvert), 3));
  out.setAttribute("uv", flags & 1 ? new THREE.BufferAttribute(take(2 * nvert), 2) : above(out.getAttribute("position")));
  out.setIndex(new THREE.BufferAttribute(new Uint32Array(buffer, at, nindex), 1));
  const sharp = crisp(out);
  sharp.userData.laid = !(flags & 1);
  return sharp;
}

/** Texture coordinates of a mesh that has none of its own: the texture is laid over it along z. */
function above(p: THREE.BufferAttribute | THREE.InterleavedBufferAttribute): THREE.Float32BufferAttribute {
  let [hx, hy] = [1e-12, 1e-12];
  for (let i = 0; i < p.count; i++) [hx, hy] = [Math.max(hx, Math.abs(p.getX(i))), Math.max(hy, Math.abs(p.getY(i)))];
  return new THREE.Float32BufferAttribute(Array.from({ length: p.count }, (_, i) => [0.5 + (0.5 * p.getX(i)) / hx, 0.5 - (0.5 * p.getY(i)) / hy]).flat(), 2);
}

/** Normals that point far from their triangle (corners of coarse meshes share one) give way to the triangle's own. */
function crisp(g: THREE.BufferGeometry): THREE.BufferGeometry {
  const out = g.toNonIndexed();
  const [p, n] = [out.getAttribute("position"), out.getAttribute("normal")];
  const corner = (i: number) => new THREE.Vector3().fromBufferAttribute(p, i);
  for (let i = 0; i + 2 < p.count; i += 3) {
    const a = corner(i);
    const own = corner(i + 1).sub(a).cross(corner(i + 2).sub(a));
    if (own.lengthSq() === 0) continue;
    own.normalize();
    for (let k = i; k < i + 3; k++) if (own.x * n.getX(k) + own.y * n.getY(k) + own.z * n.getZ(k) < 0.82) n.setXYZ(k, own.x, own.y, own.z);
  }
  return out;
}

/** size: half widths x, y, top of the heights, depth of the base below zero. */
function heightField(data: Float32Array, rows: number, cols: number, size: number[]): THREE.BufferGeometry {
  const [sx, sy, top, base] = size;
  const pos: number[] = [];
  const uv: number[] = [];
  const index: number[] = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < cols; c++) {
      pos.push(sx * ((2 * c) / (cols - 1) - 1), sy * ((2 * r) / (rows - 1) - 1), top * data[r * cols + c]);
      uv.push(c / (cols - 1), r / (rows - 1));
    }
  for (let r = 0; r + 1 < rows; r++)
    for (let c = 0; c + 1 < cols; c++) {
      const i = r * cols + c;
      index.push(i, i + 1, i + cols, i + 1, i + cols + 1, i + cols);
    }
  skirt(pos, uv, index, rows, cols, -base);
  const out = new THREE.BufferGeometry();
  out.setAttribute("position", new THREE.Float32BufferAttribute(pos, 3));
  out.setAttribute("uv", new THREE.Float32BufferAttribute(uv, 2));
  out.setIndex(index);
  out.computeVertexNormals();
  return out;
}

/** Side walls down to the base. */
function skirt(pos: number[], uv: number[], index: number[], rows: number, cols: number, z: number): void {
  const wall = (list: number[]) => {
    const first = pos.length / 3;
    for (const i of list) {
      pos.push(pos[3 * i], pos[3 * i + 1], pos[3 * i + 2], pos[3 * i], pos[3 * i + 1], z);
      uv.push(0, 0, 0, 0);
    }
    for (let k = 0; k + 1 < list.length; k++) {
      const a = first + 2 * k;
      index.push(a, a + 1, a + 2, a + 2, a + 1, a + 3);
    }
  };
  const range = (n: number, f: (k: number) => number) => Array.from({ length: n }, (_, k) => f(k));
  wall(range(cols, (k) => k));
  wall(range(rows, (k) => k * cols + cols - 1));
  wall(range(cols, (k) => rows * cols - 1 - k));
  wall(range(rows, (k) => (rows - 1 - k) * cols));
}
