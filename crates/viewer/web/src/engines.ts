// The second engine in the picture: where it is drawn, and names that say which engine is which.

import * as THREE from "three";
import { el } from "./dom";
import { type Frame, Tag } from "./frame";
import type { Materials } from "./materials";
import type { Settings } from "./panels";
import { PLANE, type Shapes } from "./shapes";
import type { Stage } from "./stage";
import type { Choice, Scene } from "./types";
import { type Item, World } from "./world";

/** What an option is called in the picture. */
function title(option: string, value: string): string {
  if (option === "preset" || option === "contact") return value === "exact" || value === "hard" ? "exact contact" : "soft contact";
  return `${option} ${value}`;
}

/** Names of two engines of which the second differs in what its words say. */
export function names(words: string, choices: Choice[]): [string, string] {
  const [option, value] = words.split(/[=,]/);
  const now = choices.find((c) => c.name === (option === "preset" ? "contact" : option))?.now ?? "";
  return [title(option, now), title(option, value ?? "")];
}

/** What a second engine is drawn from. */
interface Parts { scene: Scene; shapes: Shapes; materials: Materials; world: World }

export class Engines {
  twin: World | null = null;
  private readonly labels = [el("span"), el("span")];
  /** Along which the second engine stands beside the first, and how far. */
  private side = new THREE.Vector3(1, 0, 0);
  private width = 1;

  constructor(private readonly stage: Stage, private readonly settings: Settings, private readonly parts: Parts) {
    (document.getElementById("engines") as HTMLElement).replaceChildren(...this.labels);
  }

  get running(): boolean {
    return this.twin?.root.visible === true;
  }

  apply(): void {
    this.twin?.apply(this.settings);
  }

  dispose(): void {
    if (this.twin) this.stage.scene.remove(this.twin.root);
    this.twin?.dispose();
    this.stage.second(null);
    for (const l of this.labels) l.hidden = true;
  }

  /** Shows the second engine of a frame: to the right of the first, over it, or behind the wipe bar. */
  move(f: Frame): void {
    const second = f.sections.get(Tag.Bodies + 100);
    if (second && !this.twin) this.twin = this.make();
    const t = this.twin;
    if (!t) return;
    const { mode } = this.stage.compare;
    const [came, over] = [second !== undefined && !t.root.visible, mode === "over"];
    t.root.visible = second !== undefined;
    if (second) t.move(second);
    // the floor is drawn once where both stand on it, and all that does not move where both stand in one place
    t.items.forEach((i, k) => (i.eye = this.parts.world.items[k].eye && !(mode !== "wipe" && i.shape.type === PLANE) && !(over && i.fixed)));
    if (t.ghost !== over || came) {
      t.ghost = over;
      t.apply(this.settings);
    }
    if (came) {
      this.side = new THREE.Vector3().setFromMatrixColumn(this.stage.camera.matrixWorld, 0).setZ(0).normalize();
      this.width = this.needed();
    }
    const { extent } = this.parts.scene.visual;
    t.root.position.copy(this.side).multiplyScalar(mode === "beside" ? (this.settings.offset / Math.max(extent, 1e-9)) * this.width : 0);
    // both in the picture
    if (came && mode === "beside") this.stage.frame(undefined, "here");
  }

  private make(): World {
    const { scene, shapes, materials } = this.parts;
    const twin = new World(scene, shapes, materials);
    twin.root.visible = false;
    this.stage.scene.add(twin.root);
    this.stage.second(twin);
    twin.apply(this.settings);
    return twin;
  }

  /** What two engines side by side need: what moves and, unless it is a landscape, what it moves in. */
  private needed(): number {
    const along = (of: (i: Item) => boolean) => {
      const [lo, hi] = this.parts.world.outline(of).map((p) => p.dot(this.side)).reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
      return Math.max(hi - lo, 0);
    };
    const [moving, all] = [along(this.stage.subject()), along((i) => !i.site)];
    return 1.5 * Math.max(all < 4 * moving ? all : moving, 0.07 * this.parts.scene.visual.extent);
  }

  /** Puts the names where their engines are drawn. */
  label(said: [string, string] | null): void {
    this.labels.forEach((label, k) => {
      label.hidden = said === null || !this.running;
      if (!said || label.hidden) return;
      if (label.textContent !== said[k]) label.textContent = said[k];
      const [x, y] = this.place(k === 0 ? this.parts.world : (this.twin as World), k);
      label.className = this.stage.compare.mode + (k === 1 ? " second" : "");
      Object.assign(label.style, { left: Math.round(x) + "px", top: Math.round(y) + "px" });
    });
  }

  private place(world: World, k: number): [number, number] {
    const { stage } = this;
    const m = stage.margins;
    const canvas = stage.renderer.domElement;
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    if (stage.compare.mode === "wipe") return [m.left + stage.compare.at * (w - m.left - m.right), m.top + 10];
    if (stage.compare.mode === "over") return [m.left + 12, m.top + 10 + 28 * k];
    const box = world.box(stage.subject());
    const top = box.getCenter(new THREE.Vector3()).setZ(box.max.z).add(world.root.position).project(stage.eye);
    const clamp = (p: number, lo: number, hi: number) => Math.min(Math.max(p, lo), Math.max(hi, lo));
    return [clamp(((top.x + 1) / 2) * w, m.left + 60, w - m.right - 60), clamp(((1 - top.y) / 2) * h - 34, m.top + 8, h - m.bottom - 34)];
  }
}
