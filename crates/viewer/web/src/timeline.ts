// The timeline: every exact state that can be gone to. Drag to scrub, mark moments, branch from any of them.

import { button } from "./bar";
import { el } from "./dom";
import type { Source } from "./source";

export interface Mark { time: number; name: string }

export class Timeline {
  readonly marks: Mark[] = [];
  private readonly slide = el("input", { type: "range", id: "seek", min: "0", max: "1", step: "any" });
  private readonly flags = el("div", { id: "marks" });
  private readonly said = el("span", { className: "grow" });
  private range: [number, number] = [0, 0];
  private time = 0;
  private held = false;

  constructor(private readonly source: Source, branch: () => void) {
    this.slide.setAttribute("aria-label", "time");
    this.slide.onpointerdown = () => (this.held = true);
    addEventListener("pointerup", () => (this.held = false));
    this.slide.oninput = () => source.send({ cmd: "seek", time: Number(this.slide.value) });
    const track = el("div", { id: "track" }, this.slide, this.flags);
    const line = el("div", { className: "line" }, button("mark", "⚑ mark", "mark this moment (M)", () => this.mark()), this.said);
    if (source.live) line.append(button("branch", "↳ exact from here", "a second engine with exact contact from this state (B)", branch));
    (document.getElementById("foot") as HTMLElement).replaceChildren(track, line);
  }

  mark(): void {
    if (this.marks.some((m) => m.time === this.time)) return;
    this.marks.push({ time: this.time, name: "t = " + this.time.toFixed(3) + " s" });
    this.place();
  }

  /** Moves to the next mark on one side. */
  jump(forward: boolean): void {
    const sorted = this.marks.map((m) => m.time).sort((a, b) => a - b);
    const to = forward ? sorted.find((t) => t > this.time + 1e-9) : sorted.filter((t) => t < this.time - 1e-9).pop();
    if (to !== undefined) this.source.send({ cmd: "seek", time: to });
  }

  private place(): void {
    const [a, b] = this.range;
    this.flags.replaceChildren(
      ...this.marks.filter((m) => m.time >= a - 1e-6 && m.time <= b + 1e-6).map((m) => {
        const flag = el("button", { title: m.name, onclick: () => this.source.send({ cmd: "seek", time: m.time }), oncontextmenu: (e: MouseEvent) => {
          e.preventDefault();
          this.marks.splice(this.marks.indexOf(m), 1);
          this.place();
        } });
        flag.setAttribute("aria-label", "go to " + m.name);
        flag.style.left = (100 * (m.time - a)) / Math.max(b - a, 1e-9) + "%";
        return flag;
      }),
    );
  }

  update(time: number, status: Float32Array): void {
    this.time = time;
    const [first, last] = status.length >= 7 ? [status[5], status[6]] : [0, this.source.duration ?? time];
    const range: [number, number] = [first, Math.max(last, time)];
    if (range[0] !== this.range[0] || range[1] !== this.range[1]) {
      this.range = range;
      [this.slide.min, this.slide.max] = [String(range[0]), String(range[1])];
      if (this.marks.length > 0) this.place();
    }
    if (!this.held) this.slide.value = String(time);
    const behind = last - time > 1e-6;
    this.said.textContent = `${first.toFixed(2)} … ${range[1].toFixed(2)} s, exact${this.source.live ? `, ${status[3]} states behind` : ""}${behind && this.source.live ? "; playing on repeats what was, until something is changed" : ""}`;
  }
}
