// The bodies of one engine in the three.js scene, moved by frames.

import * as THREE from "three";
import type { Materials } from "./materials";
import type { Shapes } from "./shapes";
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

export class World {
  readonly root = new THREE.Group();
  readonly bodies: THREE.Group[] = [];
  readonly pickable: THREE.Mesh[] = [];
  private readonly inertia: THREE.Object3D[] = [];
  private readonly joints: THREE.Object3D[] = [];
  private readonly plain: THREE.MeshPhongMaterial[] = [];
  private islands: Float32Array | null = null;
  private byIsland = new Map<number, THREE.MeshPhongMaterial>();
  private faded = new Map<THREE.Material, THREE.MeshPhongMaterial>();

  constructor(private readonly scene: Scene, shapes: Shapes, materials: Materials, tint: THREE.Color | null) {
    for (let i = 0; i < scene.bodies.length; i++) {
      const g = new THREE.Group();
      this.bodies.push(g);
      this.root.add(g);
    }
    const add = (g: Shape, site: boolean) => {
      const geometry = shapes.get(g);
      if (!geometry || g.rgba[3] === 0) return;
      const material = tint ? tinted(materials.get(g), tint) : materials.get(g);
      const mesh = new THREE.Mesh(geometry, material);
      mesh.position.set(...g.pos);
      mesh.quaternion.set(g.quat[1], g.quat[2], g.quat[3], g.quat[0]);
      mesh.castShadow = !site && g.type !== 0 && g.shadow !== false && !material.transparent;
      mesh.receiveShadow = !site;
      mesh.userData = { body: g.body, group: g.group, site };
      this.bodies[g.body].add(mesh);
      this.pickable.push(mesh);
      this.plain.push(material);
    };
    // a floor is drawn once, walls and tables beside the second engine too
    scene.geoms.filter((g) => !tint || g.type !== 0).forEach((g) => add(g, false));
    scene.sites.forEach((s) => add(s, true));
    if (!tint) this.extras();
  }

  /** Inertia boxes and joint axes: they stay with their bodies. */
  private extras(): void {
    const boxes = new THREE.LineBasicMaterial({ color: 0xff6ad5 });
    this.scene.bodies.forEach((b, i) => {
      if (i === 0 || b.mass <= 0) return;
      // half sizes of the uniform box with this inertia
      const [x, y, z] = b.inertia;
      const half = [y + z - x, x + z - y, x + y - z].map((s) => Math.sqrt(Math.max((1.5 * s) / b.mass, 1e-8)));
      const e = new THREE.LineSegments(new THREE.EdgesGeometry(new THREE.BoxGeometry(2 * half[0], 2 * half[1], 2 * half[2])), boxes);
      e.position.set(...b.ipos);
      e.quaternion.set(b.iquat[1], b.iquat[2], b.iquat[3], b.iquat[0]);
      this.bodies[i].add(e);
      this.inertia.push(e);
    });
    for (const j of this.scene.joints) {
      const o = jointMark(j, this.scene.visual.meansize);
      this.bodies[j.body].add(o);
      this.joints.push(o);
    }
  }

  move(poses: Float32Array): void {
    for (let i = 0; i < this.bodies.length && 7 * i + 6 < poses.length; i++) {
      const o = 7 * i;
      this.bodies[i].position.set(poses[o], poses[o + 1], poses[o + 2]);
      this.bodies[i].quaternion.set(poses[o + 4], poses[o + 5], poses[o + 6], poses[o + 3]);
    }
  }

  /** Colours by island; only what changed is touched. */
  colour(islands: Float32Array, show: Show): void {
    if (!show.islands || (this.islands && islands.every((x, i) => x === this.islands?.[i]))) return;
    this.islands = islands.slice();
    this.apply(show);
  }

  apply(show: Show): void {
    for (const o of this.inertia) o.visible = show.inertia;
    for (const o of this.joints) o.visible = show.joints;
    this.pickable.forEach((m, i) => {
      const { body, group, site } = m.userData as { body: number; group: number; site: boolean };
      m.visible = (show.groups[Math.min(Math.max(group, 0), 5)] ?? true) && (!site || show.sites);
      let material = this.plain[i];
      const fixed = this.scene.bodies[body].weld === 0;
      if (show.islands && !site && !fixed) material = this.island(this.islands?.[body] ?? -1);
      if (show.transparent && !fixed) material = this.fade(material);
      m.material = material;
      material.wireframe = show.wireframe && !fixed;
    });
  }

  private island(i: number): THREE.MeshPhongMaterial {
    let m = this.byIsland.get(i);
    if (!m) {
      m = new THREE.MeshPhongMaterial({ color: islandColour(i), specular: 0x222222 });
      this.byIsland.set(i, m);
    }
    return m;
  }

  private fade(m: THREE.MeshPhongMaterial): THREE.MeshPhongMaterial {
    let f = this.faded.get(m);
    if (!f) {
      f = m.clone();
      f.onBeforeCompile = m.onBeforeCompile;
      f.transparent = true;
      f.opacity = 0.35 * m.opacity;
      f.depthWrite = false;
      this.faded.set(m, f);
    }
    return f;
  }
}

function tinted(m: THREE.MeshPhongMaterial, tint: THREE.Color): THREE.MeshPhongMaterial {
  const t = m.clone();
  t.map = null;
  t.color.lerp(tint, 0.75);
  t.transparent = true;
  t.opacity = 0.55;
  return t;
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

