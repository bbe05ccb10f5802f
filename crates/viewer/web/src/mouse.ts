// The pointer on bodies: hovering names one, a click selects, a double click looks at it; Ctrl + drag, or press and hold, pulls with a spring; Ctrl + right drag turns.

import * as THREE from "three";
import type { Gizmo } from "./gizmo";
import type { Source } from "./source";
import type { Stage } from "./stage";
import type { Item, World } from "./world";

/** How long a press lasts before it takes hold of a body [ms]. */
const HOLD = 380;

/** What the pointer asks of the page. */
export interface Wishes { select(item: Item | null): void; look(item: Item): void; hover(item: Item | null, x: number, y: number): void }

export class Mouse {
  selected = -1;
  /** Where the pointer rests, to be looked at before the next picture. */
  private rest: PointerEvent | null = null;
  private drag: { body: number; point: THREE.Vector3; plane: THREE.Plane; turn: boolean; last: [number, number] } | null = null;
  private down: [number, number] = [0, 0];
  private hold = 0;
  private readonly ray = new THREE.Raycaster();
  private world: World | null = null;
  private source: Source | null = null;

  constructor(private readonly stage: Stage, private readonly gizmo: Gizmo, private readonly wish: Wishes) {
    const c = stage.renderer.domElement;
    // before the orbit controls, which listen on the same element
    c.addEventListener("pointerdown", (e) => this.begin(e), { capture: true });
    c.addEventListener("pointermove", (e) => this.move(e), { capture: true });
    c.addEventListener("pointerup", (e) => this.end(e), { capture: true });
    c.addEventListener("pointercancel", () => {
      this.gizmo.cancel();
      this.release();
    }, { capture: true });
    c.addEventListener("pointerleave", () => this.hover(null));
    c.addEventListener("contextmenu", (e) => e.preventDefault());
    c.addEventListener("dblclick", (e) => {
      const hit = this.pick(e);
      if (hit) this.wish.look(hit.item);
    });
  }

  /** A body is being pulled or turned. */
  get holds(): boolean {
    return this.drag !== null;
  }

  open(world: World, source: Source): void {
    [this.world, this.source, this.selected] = [world, source, -1];
    this.drag = null;
  }

  private aim(e: MouseEvent): void {
    const r = this.stage.renderer.domElement.getBoundingClientRect();
    const p = new THREE.Vector2((2 * (e.clientX - r.left)) / r.width - 1, 1 - (2 * (e.clientY - r.top)) / r.height);
    this.ray.setFromCamera(p, this.stage.eye);
  }

  private pick(e: MouseEvent): { item: Item; point: THREE.Vector3 } | null {
    this.aim(e);
    return this.world?.pick(this.ray) ?? null;
  }

  /** Names what the pointer rests on, once per picture however often it moves. */
  private hover(e: PointerEvent | null): void {
    if (this.rest === null && e) requestAnimationFrame(() => {
      const at = this.rest;
      this.rest = null;
      if (at) this.wish.hover(this.pick(at)?.item ?? null, at.clientX, at.clientY);
    });
    this.rest = e;
    if (!e) this.wish.hover(null, 0, 0);
  }

  private begin(e: PointerEvent): void {
    this.hover(null);
    this.down = [e.clientX, e.clientY];
    clearTimeout(this.hold);
    if (!this.source?.live) return;
    if (this.gizmo.begin(e)) {
      this.stage.renderer.domElement.setPointerCapture(e.pointerId);
      e.stopImmediatePropagation();
      return;
    }
    const turn = e.button === 2 || e.shiftKey;
    if (e.ctrlKey) {
      if (this.grab(e, turn)) e.stopImmediatePropagation();
    } else if (e.button === 0) {
      this.hold = window.setTimeout(() => {
        if (!this.grab(e, false)) return;
        // the orbit that began with the press ends here
        this.stage.controls.enabled = false;
        navigator.vibrate?.(12);
      }, HOLD);
    }
  }

  private grab(e: PointerEvent, turn: boolean): boolean {
    const hit = this.pick(e);
    const body = hit?.item.shape.body ?? 0;
    if (!hit || body === 0 || !this.world) return false;
    this.stage.renderer.domElement.setPointerCapture(e.pointerId);
    const normal = this.stage.camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, hit.point);
    this.drag = { body, point: this.world.toLocal(body, hit.point), plane, turn, last: [e.clientX, e.clientY] };
    this.choose(hit.item);
    return true;
  }

  private move(e: PointerEvent): void {
    if (this.gizmo.held) {
      e.stopImmediatePropagation();
      this.gizmo.move(e);
      return;
    }
    this.gizmo.hover(e);
    if (Math.hypot(e.clientX - this.down[0], e.clientY - this.down[1]) > 5) clearTimeout(this.hold);
    const d = this.drag;
    if (!d && e.buttons === 0 && e.pointerType === "mouse") this.hover(e);
    if (!d) return;
    e.stopImmediatePropagation();
    if (d.turn) {
      const [dx, dy] = [e.clientX - d.last[0], e.clientY - d.last[1]];
      d.last = [e.clientX, e.clientY];
      const m = this.stage.camera.matrixWorld;
      const right = new THREE.Vector3().setFromMatrixColumn(m, 0);
      const up = new THREE.Vector3().setFromMatrixColumn(m, 1);
      const by = right.multiplyScalar(0.01 * dy).addScaledVector(up, 0.01 * dx);
      this.source?.send({ cmd: "turn", body: d.body, by: by.toArray() });
      return;
    }
    this.aim(e);
    const target = this.ray.ray.intersectPlane(d.plane, new THREE.Vector3());
    if (target) this.source?.send({ cmd: "pull", body: d.body, point: d.point.toArray(), target: target.toArray() });
  }

  private end(e: PointerEvent): void {
    clearTimeout(this.hold);
    if (this.gizmo.held) {
      e.stopImmediatePropagation();
      this.gizmo.end(e);
    } else if (this.drag) {
      e.stopImmediatePropagation();
      this.release();
    } else if (Math.hypot(e.clientX - this.down[0], e.clientY - this.down[1]) < 4 && e.button === 0) {
      this.choose(this.pick(e)?.item ?? null);
    }
  }

  private release(): void {
    if (this.drag) this.source?.send({ cmd: "release" });
    this.drag = null;
    this.stage.controls.enabled = this.stage.view.kind !== "fixed";
  }

  private choose(item: Item | null): void {
    this.selected = item?.shape.body ?? -1;
    this.wish.select(item);
  }
}
