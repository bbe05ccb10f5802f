// Handles that move and turn what is selected. What floats or is moved by the program follows at once, in the state; everything else is
// shown where it would be, and becomes an edit of the model when the handle is let go.

import * as THREE from "three";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import type { Source } from "./source";
import type { Stage } from "./stage";
import type { Scene } from "./types";
import type { Item, World } from "./world";

export type Mode = "off" | "translate" | "rotate";

/** What the handles move. */
export interface Target { of: "body" | "geom" | "site"; id: number; name: string }

/** What can be moved of a selection: its body, then the shape itself. */
export function targets(scene: Scene, item: Item | null, body: number): Target[] {
  const out: Target[] = [];
  if (body > 0) out.push({ of: "body", id: body, name: scene.bodies[body]?.name || "body " + body });
  if (item && item.index >= 0) {
    const of = item.site ? "site" : "geom";
    out.push({ of, id: item.index, name: item.shape.name || of + " " + item.index });
  }
  return out;
}

export class Gizmo {
  mode: Mode = "off";
  private readonly controls: TransformControls;
  private readonly proxy = new THREE.Object3D();
  private target: Target | null = null;
  private scene: Scene | null = null;
  private world: World | null = null;
  private source: Source | null = null;
  private start: THREE.Matrix4 | null = null;
  private begun = false;

  constructor(private readonly stage: Stage) {
    this.controls = new TransformControls(stage.eye);
    this.controls.size = 0.9;
    stage.handles.add(this.proxy, this.controls.getHelper());
  }

  open(scene: Scene, world: World, source: Source): void {
    [this.scene, this.world, this.source, this.start] = [scene, world, source, null];
    this.choose(null);
  }

  /** What is moved; none: no handles. */
  choose(target: Target | null): void {
    this.target = target;
    this.show();
  }

  set(mode: Mode): void {
    this.mode = mode;
    this.show();
  }

  set local(on: boolean) {
    this.controls.space = on ? "local" : "world";
  }
  get local(): boolean {
    return this.controls.space === "local";
  }

  get shown(): boolean {
    return this.mode !== "off" && this.target !== null && this.source?.live === true;
  }

  private show(): void {
    if (this.shown) {
      this.controls.setMode(this.mode === "rotate" ? "rotate" : "translate");
      this.controls.attach(this.proxy);
      this.follow();
    } else {
      this.controls.detach();
      this.cancel();
    }
  }

  /** The state holds its pose: a free joint's, or one that the program gives. */
  private get floats(): boolean {
    const t = this.target;
    if (!t || t.of !== "body" || !this.scene) return false;
    return this.scene.bodies[t.id].mocap >= 0 || this.scene.joints.some((j) => j.body === t.id && j.type === 0);
  }

  /** Before each picture: the handles stay on what they move, or move it. */
  update(): void {
    if (!this.shown) return;
    this.controls.camera = this.stage.eye;
    if (!this.start) this.follow();
    else if (this.begun && this.floats) this.send();
  }

  private follow(): void {
    const t = this.target;
    if (!t || !this.world) return;
    const m = this.world.pose(t.of, t.id);
    m?.decompose(this.proxy.position, this.proxy.quaternion, this.proxy.scale.set(1, 1, 1));
    this.proxy.updateMatrixWorld();
  }

  private pointer(e: PointerEvent): PointerEvent {
    const r = this.stage.renderer.domElement.getBoundingClientRect();
    return { x: (2 * (e.clientX - r.left)) / r.width - 1, y: 1 - (2 * (e.clientY - r.top)) / r.height, button: e.button } as PointerEvent;
  }

  /** Takes hold of a handle, if one is there. */
  begin(e: PointerEvent): boolean {
    if (!this.shown || e.button !== 0) return false;
    this.hover(e);
    if (this.controls.axis === null) return false;
    // the plane of the move follows from the handle
    this.controls.getHelper().updateMatrixWorld(true);
    this.controls.pointerDown(this.pointer(e));
    this.start = this.proxy.matrixWorld.clone();
    this.begun = false;
    return true;
  }

  /** The handle under the pointer. */
  get axis(): string | null {
    return this.controls.axis;
  }

  get held(): boolean {
    return this.start !== null;
  }

  hover(e: PointerEvent): void {
    if (this.shown && !this.held) this.controls.pointerHover(this.pointer(e));
  }

  move(e: PointerEvent): void {
    if (!this.start) return;
    const p = this.pointer(e);
    // a move has no button
    this.controls.pointerMove({ ...p, button: -1 } as PointerEvent);
    this.proxy.updateMatrixWorld();
    if (!this.world || this.proxy.matrixWorld.equals(this.start)) return;
    if (this.floats) this.send();
    else if (this.target) this.world.shift(this.target.of, this.target.id, this.proxy.matrixWorld.clone().multiply(this.start.clone().invert()));
  }

  end(e: PointerEvent): void {
    if (!this.start) return;
    this.controls.pointerUp(this.pointer(e));
    const moved = !this.proxy.matrixWorld.equals(this.start);
    this.start = null;
    // what was shown of it stays until the edited model comes, or the reason why not
    if (moved && !this.floats) this.send();
  }

  /** Nothing is to be moved after all. */
  cancel(): void {
    this.start = null;
    this.world?.shift(null, 0, null);
  }

  private send(): void {
    const [p, q, t] = [this.proxy.position, this.proxy.quaternion, this.target];
    if (t) this.source?.send({ cmd: "place", of: t.of, id: t.id, pos: p.toArray(), quat: [q.w, q.x, q.y, q.z], begin: !this.begun });
    this.begun = true;
  }

  /** Where a handle is in the picture [pixels], for scripts. */
  handle(axis: "X" | "Y" | "Z"): [number, number] {
    const m = this.controls.space === "local" ? this.proxy.quaternion : new THREE.Quaternion();
    const along = (a: string) => new THREE.Vector3(a === "X" ? 1 : 0, a === "Y" ? 1 : 0, a === "Z" ? 1 : 0).applyQuaternion(m);
    const eye = this.stage.eye;
    const far = eye instanceof THREE.OrthographicCamera ? (eye.top - eye.bottom) / eye.zoom : this.proxy.position.distanceTo(eye.position) * 1.9 * Math.tan((Math.PI * (eye as THREE.PerspectiveCamera).fov) / 360);
    const at = this.proxy.position.clone();
    const scale = (far * this.controls.size) / 4;
    if (this.mode === "translate") at.addScaledVector(along(axis), 0.5 * scale);
    else {
      // of a ring, the point nearest to the eye
      const to = eye.position.clone().sub(at).projectOnPlane(along(axis)).normalize();
      at.addScaledVector(to, 0.5 * scale);
    }
    const v = at.project(eye);
    const c = this.stage.renderer.domElement;
    return [((v.x + 1) / 2) * c.clientWidth, ((1 - v.y) / 2) * c.clientHeight];
  }
}
