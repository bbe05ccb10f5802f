// The mouse on bodies: click selects, Ctrl+drag pulls with a spring, Ctrl+right drag turns.

import * as THREE from "three";
import type { Source } from "./source";
import type { Stage } from "./stage";
import type { World } from "./world";

export class Mouse {
  selected = -1;
  private drag: { body: number; point: THREE.Vector3; plane: THREE.Plane; turn: boolean; last: [number, number] } | null = null;
  private down: [number, number] = [0, 0];
  private readonly ray = new THREE.Raycaster();

  constructor(private readonly stage: Stage, private readonly world: World, private readonly source: Source, private readonly onSelect: (body: number) => void) {
    const c = stage.renderer.domElement;
    // before the orbit controls, which listen on the same element
    c.addEventListener("pointerdown", (e) => this.begin(e), { capture: true });
    c.addEventListener("pointermove", (e) => this.move(e), { capture: true });
    c.addEventListener("pointerup", (e) => this.end(e), { capture: true });
    c.addEventListener("pointercancel", () => this.release(), { capture: true });
    c.addEventListener("contextmenu", (e) => e.preventDefault());
  }

  private aim(e: PointerEvent): void {
    const r = this.stage.renderer.domElement.getBoundingClientRect();
    const p = new THREE.Vector2((2 * (e.clientX - r.left)) / r.width - 1, 1 - (2 * (e.clientY - r.top)) / r.height);
    this.ray.setFromCamera(p, this.stage.camera);
  }

  private pick(e: PointerEvent): THREE.Intersection | undefined {
    this.aim(e);
    const visible = this.world.pickable.filter((m) => m.visible && !(m.userData as { site: boolean }).site);
    return this.ray.intersectObjects(visible, false)[0];
  }

  private begin(e: PointerEvent): void {
    this.down = [e.clientX, e.clientY];
    if (!e.ctrlKey || !this.source.live) return;
    const hit = this.pick(e);
    const body = (hit?.object.userData as { body: number } | undefined)?.body ?? 0;
    if (!hit || body === 0) return;
    e.stopImmediatePropagation();
    this.stage.renderer.domElement.setPointerCapture(e.pointerId);
    const normal = this.stage.camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, hit.point);
    const point = this.world.bodies[body].worldToLocal(hit.point.clone());
    this.drag = { body, point, plane, turn: e.button === 2 || e.shiftKey, last: [e.clientX, e.clientY] };
    this.choose(body);
  }

  private move(e: PointerEvent): void {
    const d = this.drag;
    if (!d) return;
    e.stopImmediatePropagation();
    if (d.turn) {
      const [dx, dy] = [e.clientX - d.last[0], e.clientY - d.last[1]];
      d.last = [e.clientX, e.clientY];
      const m = this.stage.camera.matrixWorld;
      const right = new THREE.Vector3().setFromMatrixColumn(m, 0);
      const up = new THREE.Vector3().setFromMatrixColumn(m, 1);
      const by = right.multiplyScalar(0.01 * dy).addScaledVector(up, 0.01 * dx);
      this.source.send({ cmd: "turn", body: d.body, by: by.toArray() });
      return;
    }
    this.aim(e);
    const target = this.ray.ray.intersectPlane(d.plane, new THREE.Vector3());
    if (target) this.source.send({ cmd: "pull", body: d.body, point: d.point.toArray(), target: target.toArray() });
  }

  private end(e: PointerEvent): void {
    if (this.drag) {
      e.stopImmediatePropagation();
      this.release();
    } else if (Math.hypot(e.clientX - this.down[0], e.clientY - this.down[1]) < 4 && e.button === 0) {
      const hit = this.pick(e);
      this.choose((hit?.object.userData as { body: number } | undefined)?.body ?? -1);
    }
  }

  private release(): void {
    if (this.drag) this.source.send({ cmd: "release" });
    this.drag = null;
  }

  choose(body: number): void {
    this.selected = body;
    this.onSelect(body);
  }
}
