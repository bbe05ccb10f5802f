// The bodies of one engine in the three.js scene, moved by frames. Shapes that look alike are instances of one mesh.

import * as THREE from "three";
import type { Look, Materials } from "./materials";
import { PLANE, type Shapes, SKIN } from "./shapes";
import { Skin } from "./skin";
import type { Joint, Scene, Shape } from "./types";

export interface Show {
  groups: boolean[];
  sites: boolean;
  inertia: boolean;
  joints: boolean;
  islands: boolean;
  transparent: boolean;
  wireframe: boolean;
}

/** Colours that tell islands apart. */
export function islandColour(i: number): THREE.Color {
  return i === -2 ? new THREE.Color(0x3d4654) : i < 0 ? new THREE.Color(0xb9c0ca) : new THREE.Color().setHSL((i * 0.381966) % 1, 0.65, 0.55);
}

/** A colour for a number, far from that of its neighbours. */
export function segmentColour(i: number): THREE.Color {
  return new THREE.Color().setHSL((i * 0.618034) % 1, 0.55 + 0.35 * ((i * 0.381966) % 1), 0.35 + 0.3 * ((i * 0.7548777) % 1));
}

/** One geom, site or skin; a skin stands in the world, and its index is −1 − its number. */
export interface Item { shape: Shape; index: number; site: boolean; fixed: boolean; look: Look; hidden: boolean; eye: boolean; centre: THREE.Vector3; radius: number }

interface Instance { item: Item; local: THREE.Matrix4 }

/** Instances of one geometry and one material. */
class Batch {
  readonly mesh: THREE.InstancedMesh;
  /** Those that are drawn now, in the order of the mesh's instances. */
  shown: Instance[] = [];

  constructor(geometry: THREE.BufferGeometry, readonly plain: THREE.MeshStandardMaterial, readonly all: Instance[], readonly fixed: boolean, site: boolean, casts: boolean) {
    this.mesh = new THREE.InstancedMesh(geometry, plain, all.length);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = casts;
    this.mesh.receiveShadow = !site;
    this.mesh.userData.batch = this;
    this.mesh.setColorAt(0, all[0].item.look.colour);
  }
  choose(visible: (i: Item) => boolean): void {
    this.shown = this.all.filter((x) => visible(x.item));
    this.mesh.count = this.shown.length;
    this.mesh.visible = this.shown.length > 0;
  }
  colour(of: (i: Item) => THREE.Color): void {
    this.shown.forEach((x, k) => this.mesh.setColorAt(k, of(x.item)));
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
  move(place: (x: Instance, to: THREE.Matrix4) => THREE.Matrix4): void {
    const m = new THREE.Matrix4();
    const to = this.mesh.instanceMatrix.array as Float32Array;
    this.shown.forEach((x, k) => place(x, m).toArray(to, 16 * k));
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }
}

export type Paint = "own" | "islands" | "segments";

export class World {
  readonly root = new THREE.Group();
  readonly items: Item[] = [];
  /** Pose of each body. */
  readonly bodies: THREE.Matrix4[] = [];
  private readonly frames: THREE.Group[] = [];
  private readonly batches: Batch[] = [];
  private readonly skins: { item: Item; skin: Skin }[] = [];
  private readonly changed = new Map<string, THREE.Material>();
  private marks: { inertia: THREE.Object3D[]; joints: THREE.Object3D[] } | null = null;
  private islands: Float32Array | null = null;
  private show: Show | null = null;
  /** What a handle moves, until the model says where it is. */
  private moved: { of: (i: Item) => boolean; by: THREE.Matrix4 } | null = null;
  /** Drawn as a second engine in the place of the first: in one colour, seen through. */
  ghost = false;

  constructor(private readonly scene: Scene, shapes: Shapes, materials: Materials) {
    for (let i = 0; i < scene.bodies.length; i++) this.bodies.push(new THREE.Matrix4());
    const groups = new Map<string, { geometry: THREE.BufferGeometry; look: Look; list: Instance[]; fixed: boolean; site: boolean; casts: boolean }>();
    const add = (g: Shape, index: number, site: boolean) => {
      const look = materials.look(g);
      const fixed = scene.bodies[g.body].weld === 0;
      const pieces = look.opacity > 0 ? shapes.pieces(g) : [];
      const pose = new THREE.Matrix4().compose(new THREE.Vector3(...g.pos), new THREE.Quaternion(g.quat[1], g.quat[2], g.quat[3], g.quat[0]), new THREE.Vector3(1, 1, 1));
      const ball = bounds(pieces, pose);
      const item: Item = { shape: g, index, site, fixed, look, hidden: pieces.length === 0, eye: true, centre: ball.center, radius: ball.radius };
      this.items.push(item);
      const casts = !site && g.type !== PLANE && g.shadow !== false && !look.material.transparent;
      for (const p of pieces) {
        const key = [p.key, look.key, fixed, site, casts].join("/");
        let group = groups.get(key);
        if (!group) groups.set(key, (group = { geometry: p.geometry, look, list: [], fixed, site, casts }));
        group.list.push({ item, local: pose.clone().multiply(p.place) });
      }
    };
    scene.geoms.forEach((g, i) => add(g, i, false));
    scene.sites.forEach((s, i) => add(s, i, true));
    for (const g of groups.values()) this.add(new Batch(g.geometry, g.look.material, g.list, g.fixed, g.site, g.casts));
    (scene.skins ?? []).forEach((s, i) => {
      const shape: Shape = { name: s.name, type: SKIN, body: 0, size: [1, 1, 1], pos: [0, 0, 0], quat: [1, 0, 0, 0], rgba: s.rgba, mat: s.mat, data: i, group: s.group };
      const look = materials.look(shape);
      const skin = new Skin(shapes.skins[i], s.inflate);
      const item: Item = { shape, index: -1 - i, site: false, fixed: false, look, hidden: look.opacity <= 0, eye: true, centre: new THREE.Vector3(), radius: 0 };
      this.items.push(item);
      this.skins.push({ item, skin });
      this.add(new Batch(skin.geometry, look.material, [{ item, local: new THREE.Matrix4() }], false, false, !look.material.transparent));
    });
  }

  private add(b: Batch): void {
    this.batches.push(b);
    this.root.add(b.mesh);
  }

  dispose(): void {
    for (const b of this.batches) b.mesh.dispose();
    for (const s of this.skins) s.skin.geometry.dispose();
    for (const m of this.changed.values()) m.dispose();
  }

  /** Inertia boxes and joint axes, made when they are first asked for. */
  private makeMarks(): { inertia: THREE.Object3D[]; joints: THREE.Object3D[] } {
    const out = { inertia: [] as THREE.Object3D[], joints: [] as THREE.Object3D[] };
    this.scene.bodies.forEach(() => {
      const g = new THREE.Group();
      this.frames.push(g);
      this.root.add(g);
    });
    const boxes = new THREE.LineBasicMaterial({ color: 0xff6ad5 });
    this.scene.bodies.forEach((b, i) => {
      if (i === 0 || b.mass <= 0) return;
      // half sizes of the uniform box with this inertia
      const [x, y, z] = b.inertia;
      const half = [y + z - x, x + z - y, x + y - z].map((s) => Math.sqrt(Math.max((1.5 * s) / b.mass, 1e-8)));
      const e = new THREE.LineSegments(new THREE.EdgesGeometry(new THREE.BoxGeometry(2 * half[0], 2 * half[1], 2 * half[2])), boxes);
      e.position.set(...b.ipos);
      e.quaternion.set(b.iquat[1], b.iquat[2], b.iquat[3], b.iquat[0]);
      this.frames[i].add(e);
      out.inertia.push(e);
    });
    for (const j of this.scene.joints) {
      const o = jointMark(j, this.scene.visual.meansize);
      this.frames[j.body].add(o);
      out.joints.push(o);
    }
    return out;
  }

  move(poses: Float32Array): void {
    const [p, q, one] = [new THREE.Vector3(), new THREE.Quaternion(), new THREE.Vector3(1, 1, 1)];
    for (let i = 0; i < this.bodies.length && 7 * i + 6 < poses.length; i++) {
      const o = 7 * i;
      this.bodies[i].compose(p.set(poses[o], poses[o + 1], poses[o + 2]), q.set(poses[o + 4], poses[o + 5], poses[o + 6], poses[o + 3]), one);
      if (this.marks) {
        this.frames[i].position.copy(p);
        this.frames[i].quaternion.copy(q);
      }
    }
    for (const s of this.skins) {
      s.skin.move(this.bodies);
      const ball = s.skin.geometry.boundingSphere as THREE.Sphere;
      s.item.centre.copy(ball.center);
      s.item.radius = ball.radius;
    }
    this.stand();
  }

  private stand(): void {
    for (const b of this.batches) b.move((x, to) => this.place(x.item, x.local, to));
  }

  /** Where a piece of a shape stands now. */
  place(item: Item, local: THREE.Matrix4, to: THREE.Matrix4): THREE.Matrix4 {
    to.multiplyMatrices(this.bodies[item.shape.body], local);
    return this.moved?.of(item) ? to.premultiply(this.moved.by) : to;
  }

  /** The pose of a body, geom or site, as the last frame has it. */
  pose(of: "body" | "geom" | "site", id: number): THREE.Matrix4 | null {
    if (of === "body") return this.bodies[id]?.clone() ?? null;
    const item = this.items.find((i) => i.index === id && i.site === (of === "site"));
    if (!item) return null;
    const { pos, quat: q, body } = item.shape;
    const local = new THREE.Matrix4().compose(new THREE.Vector3(...pos), new THREE.Quaternion(q[1], q[2], q[3], q[0]), new THREE.Vector3(1, 1, 1));
    return local.premultiply(this.bodies[body]);
  }

  /** Shows something, with all that it carries, moved by this much in the world; none: everything where it is. */
  shift(of: "body" | "geom" | "site" | null, id: number, by: THREE.Matrix4 | null): void {
    if (!of || !by) {
      if (!this.moved) return;
      this.moved = null;
    } else {
      const carried = (b: number): boolean => b > 0 && (b === id || carried(this.scene.bodies[b].parent));
      const inside = of === "body" ? new Set(this.bodies.map((_, b) => b).filter(carried)) : null;
      this.moved = { by, of: (i) => (inside ? inside.has(i.shape.body) : i.index === id && i.site === (of === "site")) };
    }
    this.stand();
  }

  /** Colours by island; only what changed is touched. */
  colour(islands: Float32Array): void {
    if (this.islands && islands.length === this.islands.length && islands.every((x, i) => x === this.islands?.[i])) return;
    this.islands = islands.slice();
    if (this.show?.islands) this.paint("islands");
  }

  paint(how: Paint): void {
    const of = (i: Item): THREE.Color => {
      if (how === "segments") return segmentColour(i.site ? -1 - i.index : i.index + 1);
      if (how === "islands" && !i.site && !i.fixed) return islandColour(this.islands?.[i.shape.body] ?? -1);
      return this.ghost ? i.look.colour.clone().lerp(GHOST, 0.75) : i.look.colour;
    };
    for (const b of this.batches) b.colour(of);
  }

  /** Whether a shape is to be seen. */
  visible(i: Item): boolean {
    const s = this.show;
    if (i.hidden || !i.eye) return false;
    return !s || ((s.groups[Math.min(Math.max(i.shape.group, 0), 5)] ?? true) && (!i.site || s.sites));
  }

  apply(show: Show): void {
    this.show = show;
    if (show.inertia || show.joints) this.marks ??= this.makeMarks();
    for (const o of this.marks?.inertia ?? []) o.visible = show.inertia;
    for (const o of this.marks?.joints ?? []) o.visible = show.joints;
    for (const b of this.batches) {
      b.choose((i) => this.visible(i));
      const bare = show.islands && !b.fixed && b.plain.map !== null;
      const faded = (show.transparent && !b.fixed) || this.ghost;
      b.mesh.material = this.variant(b.plain, bare, faded, show.wireframe && !b.fixed);
    }
    this.stand();
    this.paint(show.islands ? "islands" : "own");
  }

  private variant(m: THREE.MeshStandardMaterial, bare: boolean, faded: boolean, wires: boolean): THREE.Material {
    if (!bare && !faded && !wires) return m;
    const key = [m.uuid, bare, faded, wires].join();
    let v = this.changed.get(key) as THREE.MeshStandardMaterial | undefined;
    if (!v) {
      v = m.clone();
      if (bare) v.map = null;
      else {
        v.onBeforeCompile = m.onBeforeCompile;
        v.customProgramCacheKey = m.customProgramCacheKey;
      }
      v.wireframe = wires;
      if (faded) {
        v.transparent = true;
        v.opacity = 0.4 * m.opacity;
        v.depthWrite = false;
      }
      this.changed.set(key, v);
    }
    return v;
  }

  /** The nearest geom under a ray: its item and where. */
  pick(ray: THREE.Raycaster): { item: Item; point: THREE.Vector3 } | null {
    for (const hit of ray.intersectObjects(this.batches.map((b) => b.mesh).filter((m) => m.visible), false)) {
      const item = this.owner((hit.object.userData.batch as Batch).shown[hit.instanceId ?? 0]?.item, hit.face?.a ?? 0);
      if (item && !item.site) return { item, point: hit.point };
    }
    return null;
  }

  /** What a shape stands for: of a skin, a shape of the body that it follows where it was hit. */
  private owner(item: Item | undefined, vertex: number): Item | undefined {
    const skin = this.skins.find((s) => s.item === item)?.skin;
    if (!skin) return item;
    const body = skin.owner(vertex);
    return this.items.find((i) => i.shape.body === body && body > 0 && !i.site);
  }

  toLocal(body: number, p: THREE.Vector3): THREE.Vector3 {
    return p.clone().applyMatrix4(this.bodies[body].clone().invert());
  }

  /** Box about shapes where they are now, each by its bounding ball's box. */
  box(of: (i: Item) => boolean): THREE.Box3 {
    const out = new THREE.Box3();
    const [c, r] = [new THREE.Vector3(), new THREE.Vector3()];
    for (const i of this.items) {
      if (!this.visible(i) || i.shape.type === PLANE || !of(i)) continue;
      c.copy(i.centre).applyMatrix4(this.bodies[i.shape.body]);
      if (!Number.isFinite(c.x + c.y + c.z)) continue;
      r.setScalar(i.radius);
      out.expandByPoint(c.clone().add(r)).expandByPoint(c.sub(r));
    }
    return out;
  }

  /** Points on the surfaces of shapes, as many as tell where they end. */
  outline(of: (i: Item) => boolean): THREE.Vector3[] {
    const out: THREE.Vector3[] = [];
    const m = new THREE.Matrix4();
    for (const b of this.batches)
      for (const x of b.shown) {
        if (x.item.shape.type === PLANE || !of(x.item)) continue;
        m.multiplyMatrices(this.bodies[x.item.shape.body], x.local);
        const box = (b.mesh.geometry.boundingBox ?? (b.mesh.geometry.computeBoundingBox(), b.mesh.geometry.boundingBox)) as THREE.Box3;
        for (let k = 0; k < 8; k++) out.push(new THREE.Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z).applyMatrix4(m));
      }
    return out.filter((p) => Number.isFinite(p.x + p.y + p.z));
  }

  /** The instances of some shapes as plain meshes, to be drawn apart. */
  copies(of: (i: Item) => boolean, material: THREE.Material): THREE.Group {
    const out = new THREE.Group();
    for (const b of this.batches)
      for (const x of b.shown)
        if (of(x.item)) {
          const m = new THREE.Mesh(b.mesh.geometry, material);
          m.matrixAutoUpdate = false;
          m.userData = { item: x.item, local: x.local };
          out.add(m);
        }
    return out;
  }
}

const GHOST = new THREE.Color(0xff5533);

function bounds(pieces: { geometry: THREE.BufferGeometry; place: THREE.Matrix4 }[], pose: THREE.Matrix4): THREE.Sphere {
  const box = new THREE.Box3();
  for (const p of pieces) {
    p.geometry.computeBoundingBox();
    if (p.geometry.boundingBox) box.union(p.geometry.boundingBox.clone().applyMatrix4(p.place));
  }
  return box.isEmpty() ? new THREE.Sphere(new THREE.Vector3(), 0) : box.getBoundingSphere(new THREE.Sphere()).applyMatrix4(pose);
}

/** An arrow for hinges and slides, a small ball for ball joints, a cube for free ones. */
function jointMark(j: Joint, size: number): THREE.Object3D {
  const m = new THREE.MeshPhongMaterial({ color: 0x33ccff, emissive: 0x114455, depthTest: false, transparent: true, opacity: 0.85 });
  const out = new THREE.Group();
  const w = 0.1 * size;
  if (j.type >= 2) {
    const rod = new THREE.Mesh(new THREE.CylinderGeometry(w / 2, w / 2, size, 10).translate(0, size / 2, 0), m);
    const tip = new THREE.Mesh(j.type === 3 ? new THREE.ConeGeometry(w, 2 * w, 14).translate(0, size, 0) : new THREE.BoxGeometry(1.4 * w, 1.4 * w, 1.4 * w).translate(0, size, 0), m);
    out.add(rod, tip);
    out.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...j.axis).normalize());
  } else {
    out.add(new THREE.Mesh(j.type === 1 ? new THREE.SphereGeometry(1.5 * w, 14, 10) : new THREE.BoxGeometry(2 * w, 2 * w, 2 * w), m));
  }
  out.position.set(...j.pos);
  out.renderOrder = 5;
  out.visible = false;
  return out;
}

