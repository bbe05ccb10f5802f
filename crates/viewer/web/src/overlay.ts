// Things drawn over the bodies: contacts, forces, friction cones, tendons, centres of mass, the pull of the mouse.

import * as THREE from "three";
import type { Scene } from "./types";

export interface OverlayShow { contacts: boolean; forces: boolean; normals: boolean; cones: boolean; tendons: boolean; centres: boolean }

const Y = new THREE.Vector3(0, 1, 0);

/** Many copies of one shape, as many as a frame needs. */
class Many {
  mesh: THREE.InstancedMesh;
  private n = 0;
  private readonly matrix = new THREE.Matrix4();

  constructor(private readonly parent: THREE.Object3D, private readonly geometry: THREE.BufferGeometry, private readonly material: THREE.Material) {
    this.mesh = this.make(64);
  }
  private make(capacity: number): THREE.InstancedMesh {
    const m = new THREE.InstancedMesh(this.geometry, this.material, capacity);
    m.frustumCulled = false;
    m.count = 0;
    m.renderOrder = 4;
    this.parent.add(m);
    return m;
  }
  begin(): void {
    this.n = 0;
  }
  add(p: THREE.Vector3, q: THREE.Quaternion, s: THREE.Vector3, colour?: THREE.Color): void {
    if (this.n >= this.mesh.instanceMatrix.count) {
      const old = this.mesh;
      this.mesh = this.make(2 * this.n);
      for (let i = 0; i < this.n; i++) {
        old.getMatrixAt(i, this.matrix);
        this.mesh.setMatrixAt(i, this.matrix);
      }
      this.parent.remove(old);
      old.dispose();
    }
    this.mesh.setMatrixAt(this.n, this.matrix.compose(p, q, s));
    if (colour) this.mesh.setColorAt(this.n, colour);
    this.n++;
  }
  end(): void {
    this.mesh.count = this.n;
    this.mesh.visible = this.n > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

/** Bright, and seen through bodies: marks are there to be found. */
function paint(colour: number, opacity = 0.92): THREE.MeshPhongMaterial {
  return new THREE.MeshPhongMaterial({ color: colour, emissive: new THREE.Color(colour).multiplyScalar(0.45), fog: false, transparent: true, opacity, depthWrite: false, depthTest: false });
}

export class Overlay {
  readonly root = new THREE.Group();
  private readonly points: Many;
  private readonly normals: Many;
  private readonly rods: Many;
  private readonly tips: Many;
  private readonly cones: Many;
  private readonly strings: Many;
  private readonly balls: Many;
  private readonly pull: THREE.Line;
  /** Length of an arrow per newton. */
  private readonly perNewton: number;
  private readonly unit: number;
  private readonly longest: number;
  arrowScale = 1;

  constructor(private readonly scene: Scene) {
    const v = scene.visual;
    this.unit = v.meansize;
    this.perNewton = (1.2 * v.force) / Math.max(v.meanmass, 1e-9);
    this.longest = Math.max(0.3 * v.extent, 2 * v.meansize);
    this.root.userData.overlay = true;
    const cylinder = new THREE.CylinderGeometry(1, 1, 1, 14);
    const rod = new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
    const cone = new THREE.ConeGeometry(1, 1, 28, 1, true).rotateX(Math.PI).translate(0, 0.5, 0);
    this.points = new Many(this.root, cylinder, paint(0xffa53d));
    this.normals = new Many(this.root, rod, paint(0xf5f5f5));
    this.rods = new Many(this.root, rod, paint(0x49d17f));
    this.tips = new Many(this.root, new THREE.ConeGeometry(1, 1, 16).translate(0, 0.5, 0), paint(0x49d17f));
    const glass = paint(0x6fb7ff, 0.28);
    glass.depthTest = true;
    glass.side = THREE.DoubleSide;
    this.cones = new Many(this.root, cone, glass);
    this.strings = new Many(this.root, rod, new THREE.MeshPhongMaterial({ color: 0xffffff }));
    this.balls = new Many(this.root, new THREE.SphereGeometry(1, 16, 12), paint(0xff4f9a, 0.9));
    const line = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(new Float32Array(6), 3));
    this.pull = new THREE.Line(line, new THREE.LineBasicMaterial({ color: 0xffe14d, depthTest: false }));
    this.pull.frustumCulled = false;
    this.pull.renderOrder = 6;
    this.pull.visible = false;
    this.root.add(this.pull);
  }

  update(contacts: Float32Array, tendons: Float32Array, centres: Float32Array, show: OverlayShow): void {
    const all = [this.points, this.normals, this.rods, this.tips, this.cones, this.strings, this.balls];
    for (const m of all) m.begin();
    for (let o = 0; o + 17 < contacts.length; o += 18) this.contact(contacts, o, show);
    if (show.tendons) for (let o = 0; o + 6 < tendons.length; o += 7) this.tendon(tendons, o);
    if (show.centres)
      for (let o = 0; o + 3 < centres.length; o += 4)
        this.balls.add(vector(centres, o + 1), new THREE.Quaternion(), new THREE.Vector3().setScalar(0.25 * this.unit));
    for (const m of all) m.end();
  }

  private contact(c: Float32Array, o: number, show: OverlayShow): void {
    const p = vector(c, o);
    // shown as it acts on the second geom, or on the first if the second is part of the static world
    const second = this.scene.geoms[c[o + 15]];
    const side = second && this.scene.bodies[second.body].weld === 0 ? -1 : 1;
    const q = new THREE.Quaternion().setFromUnitVectors(Y, vector(c, o + 3).normalize().multiplyScalar(side));
    const s = this.unit;
    if (show.contacts) this.points.add(p, q, new THREE.Vector3(0.13 * s, 0.04 * s, 0.13 * s));
    if (show.normals) this.normals.add(p, q, new THREE.Vector3(0.015 * s, 0.6 * s, 0.015 * s));
    const f = vector(c, o + 9).multiplyScalar(side);
    // a hard blow must not hide the picture
    const length = Math.min(f.length() * this.perNewton * this.arrowScale, this.longest);
    if (show.forces && length > 1e-6) this.arrow(p, f.normalize(), length);
    if (show.cones && c[o + 16] >= 3) {
      const h = Math.max(length, 0.4 * s);
      this.cones.add(p, q, new THREE.Vector3(h * Math.min(c[o + 13], 4), h, h * Math.min(c[o + 17], 4)));
    }
  }

  private arrow(p: THREE.Vector3, direction: THREE.Vector3, length: number): void {
    const q = new THREE.Quaternion().setFromUnitVectors(Y, direction);
    const w = 0.035 * this.unit;
    const tip = Math.min(4 * w, 0.5 * length);
    this.rods.add(p, q, new THREE.Vector3(w, length - tip, w));
    this.tips.add(p.clone().addScaledVector(direction, length - tip), q, new THREE.Vector3(0.55 * tip, tip, 0.55 * tip));
  }

  private tendon(t: Float32Array, o: number): void {
    const info = this.scene.tendons[t[o]];
    const [a, b] = [vector(t, o + 1), vector(t, o + 4)];
    const d = b.sub(a);
    const length = d.length();
    if (!info || length < 1e-9) return;
    const q = new THREE.Quaternion().setFromUnitVectors(Y, d.normalize());
    const colour = new THREE.Color().setRGB(info.rgba[0], info.rgba[1], info.rgba[2], THREE.SRGBColorSpace);
    this.strings.add(a, q, new THREE.Vector3(info.width, length, info.width), colour);
  }

  showPull(p: Float32Array): void {
    this.pull.visible = p.length >= 7;
    if (!this.pull.visible) return;
    const at = this.pull.geometry.getAttribute("position") as THREE.BufferAttribute;
    at.array.set(p.subarray(1, 7));
    at.needsUpdate = true;
  }
}

function vector(a: Float32Array, o: number): THREE.Vector3 {
  return new THREE.Vector3(a[o], a[o + 1], a[o + 2]);
}
