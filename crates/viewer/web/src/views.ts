// More than one view: insets of the model's cameras, depth and segments; two engines with a wipe bar.

import { choose, el } from "./dom";
import type { Inset, Margins, Stage } from "./stage";
import type { Scene } from "./types";

const KINDS: [Inset["kind"], string][] = [["colour", "colour"], ["depth", "depth"], ["segments", "segments"]];

/** Insets beside the main view. */
const MOST = 3;

export class Views {
  readonly list: { camera: number; kind: Inset["kind"] }[] = [];
  private readonly holder = document.getElementById("insets") as HTMLElement;
  private readonly bar = document.getElementById("wipe") as HTMLElement;
  /** What panels cover. */
  private panels: Margins;

  constructor(private readonly scene: Scene, private readonly stage: Stage, private readonly changed: () => void, private readonly resized: () => void) {
    this.panels = { ...stage.margins };
    this.bar.onpointerdown = (e) => this.bar.setPointerCapture(e.pointerId);
    this.bar.onpointermove = (e) => {
      if (this.bar.hasPointerCapture(e.pointerId)) this.wipe(e.clientX);
    };
    this.bar.onkeydown = (e) => {
      const by = e.key === "ArrowLeft" ? -0.05 : e.key === "ArrowRight" ? 0.05 : 0;
      if (by === 0) return;
      e.stopPropagation();
      stage.compare.at = Math.min(Math.max(stage.compare.at + by, 0), 1);
      changed();
    };
    this.place();
  }

  private wipe(x: number): void {
    const m = this.stage.margins;
    this.stage.compare.at = Math.min(Math.max((x - m.left) / Math.max(innerWidth - m.left - m.right, 1), 0), 1);
    this.changed();
  }

  panel(): HTMLElement {
    const cameras: [string, string][] = [["-1", "free camera"], ...this.scene.cameras.map((c, i): [string, string] => [String(i), c.name || "camera " + i])];
    const camera = choose(cameras, this.scene.cameras.length > 0 ? "0" : "-1", () => {});
    camera.id = "insetcamera";
    camera.setAttribute("aria-label", "camera of a further view");
    const kind = choose(KINDS, "colour", () => {});
    kind.id = "insetkind";
    kind.setAttribute("aria-label", "kind of a further view");
    const add = el("button", { id: "inset", onclick: () => {
      this.add(Number(camera.value), kind.value as Inset["kind"]);
      this.resized();
    } }, "add view");
    return el("div", { className: "buttons" }, camera, kind, add);
  }

  add(camera: number, kind: Inset["kind"]): void {
    if (this.list.length >= MOST) this.list.shift();
    this.list.push({ camera, kind });
    this.place();
  }

  /** Puts the insets at the right border of what panels leave free, which they take away from the picture, and the bar where it belongs. */
  place(panels: Margins = this.panels): void {
    this.panels = panels;
    const between = innerWidth - panels.left - panels.right;
    const w = Math.round(Math.min(280, 0.31 * between));
    const h = Math.round(0.62 * w);
    this.stage.insets = this.list.map((v, k) => ({ ...v, rect: [innerWidth - panels.right - w - 10, innerHeight - panels.bottom - (h + 8) * (this.list.length - k), w, h] }));
    const m = { ...panels, right: panels.right + (this.list.length > 0 ? w + 10 : 0) };
    this.stage.margins = m;
    const free = innerWidth - m.left - m.right;
    const key = JSON.stringify([this.stage.insets, this.stage.compare, m]);
    if (key === this.holder.dataset.key) return;
    this.holder.dataset.key = key;
    this.holder.replaceChildren(
      ...this.stage.insets.map((i, k) => {
        const name = (i.camera < 0 ? "free" : this.scene.cameras[i.camera]?.name || "camera " + i.camera) + ", " + i.kind;
        const close = el("button", { onclick: () => {
          this.list.splice(k, 1);
          this.place();
          this.resized();
        } }, "×");
        close.setAttribute("aria-label", "close view " + name);
        const box = el("div", {}, el("span", {}, name), close);
        Object.assign(box.style, { left: i.rect[0] + "px", top: i.rect[1] + "px", width: i.rect[2] + "px", height: i.rect[3] + "px" });
        return box;
      }),
    );
    this.bar.style.left = m.left + this.stage.compare.at * free + "px";
    this.bar.setAttribute("aria-valuenow", String(Math.round(100 * this.stage.compare.at)));
    this.changed();
  }

  wiping(on: boolean): void {
    this.bar.classList.toggle("on", on);
  }
}
