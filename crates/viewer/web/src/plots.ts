// Small plots over time on plain canvases. Hover shows a moment's numbers, a press goes there, a drag scrubs.

import { type Frame, section, Tag } from "./frame";

export interface Series { name: string; colour: string; value: (f: Frame) => number; second?: boolean }

export const PALETTE = ["#5cc8ff", "#ffb454", "#7ee787", "#ff7b9c", "#c29bff", "#f5e663", "#9aa7b8", "#4de0d0"];

/** A number of the statistics, of the first engine or of the second. */
export function statistic(at: number, second = false): (f: Frame) => number {
  return (f) => f.sections.get(Tag.Stats + (second ? 100 : 0))?.[at] ?? NaN;
}

/** A number of a section. */
export function entry(tag: number, at: number): (f: Frame) => number {
  return (f) => section(f, tag)[at] ?? NaN;
}

export class Plot {
  readonly element = document.createElement("div");
  private readonly canvas = document.createElement("canvas");
  private readonly legend = document.createElement("div");
  private labels: HTMLElement[] = [];
  private times: number[] = [];
  private values: number[][];
  /** Time that is pointed at, here or elsewhere [s]. */
  cursor: number | null = null;
  /** Time of the picture [s]. */
  private now = 0;
  onPoint: (time: number | null, go: boolean) => void = () => {};
  onRemove: ((index: number) => void) | null = null;

  constructor(readonly series: Series[], private readonly log = false, private readonly capacity = 480) {
    this.values = series.map(() => []);
    this.canvas.className = "plot";
    this.canvas.setAttribute("role", "img");
    this.legend.className = "legend";
    this.relabel();
    this.element.append(this.canvas, this.legend);
    const at = (e: MouseEvent) => {
      const r = this.canvas.getBoundingClientRect();
      const [t0, t1] = [this.times[0] ?? 0, this.times[this.times.length - 1] ?? 0];
      return t0 + ((e.clientX - r.left) / Math.max(r.width, 1)) * (t1 - t0);
    };
    this.canvas.onpointerdown = (e) => {
      this.canvas.setPointerCapture(e.pointerId);
      this.onPoint(at(e), true);
    };
    this.canvas.onpointermove = (e) => this.onPoint(at(e), this.canvas.hasPointerCapture(e.pointerId));
    this.canvas.onpointerleave = () => this.onPoint(null, false);
  }

  private relabel(): void {
    this.canvas.setAttribute("aria-label", "plot of " + this.series.map((s) => s.name).join(", "));
    this.labels = [];
    this.legend.replaceChildren(
      ...this.series.map((s, i) => {
        const item = document.createElement("span");
        const dot = document.createElement("i");
        dot.style.background = s.colour;
        const value = document.createElement("b");
        item.append(dot, s.name + " ", value);
        if (this.onRemove) {
          const remove = document.createElement("button");
          remove.textContent = "×";
          remove.setAttribute("aria-label", "remove " + s.name);
          remove.onclick = () => this.onRemove?.(i);
          item.append(remove);
        }
        this.labels.push(value);
        return item;
      }),
    );
  }

  add(s: Series): void {
    this.series.push(s);
    this.values.push(this.times.map(() => NaN));
    this.relabel();
  }

  remove(i: number): void {
    this.series.splice(i, 1);
    this.values.splice(i, 1);
    this.relabel();
  }

  clear(): void {
    this.times = [];
    this.values = this.series.map(() => []);
  }

  /** How many moments are drawn. */
  get length(): number {
    return this.times.length;
  }

  /** Takes a moment's numbers. What lies ahead stays as long as it can be gone to; after a change or a new start it is no longer true. */
  push(f: Frame): void {
    const status = section(f, Tag.Status);
    // times of the status are single precision
    const ahead = Math.max(f.time, status.length >= 7 ? status[6] + 1e-6 * (1 + Math.abs(f.time)) : f.time);
    this.now = f.time;
    while (this.times.length > 0 && this.times[this.times.length - 1] > ahead) {
      this.times.pop();
      for (const v of this.values) v.pop();
    }
    if (this.times.length > 0 && f.time <= this.times[this.times.length - 1]) return this.refine(f);
    this.times.push(f.time);
    this.series.forEach((s, i) => this.values[i].push(s.value(f)));
    if (this.times.length > this.capacity) {
      this.times.shift();
      for (const v of this.values) v.shift();
    }
  }

  /** A moment that was before: a curve that was added later learns its number there. */
  private refine(f: Frame): void {
    const i = this.times.indexOf(f.time);
    if (i >= 0) this.series.forEach((s, k) => (this.values[k][i] = s.value(f)));
  }

  /** Index of the moment that is pointed at, or of the picture's. */
  private shown(): number {
    const c = this.cursor ?? this.now;
    const i = this.times.findIndex((t) => t >= c - 1e-9);
    return i < 0 ? this.times.length - 1 : i;
  }

  draw(): void {
    const w = this.canvas.clientWidth;
    const h = this.canvas.clientHeight;
    if (w === 0 || this.times.length === 0) return;
    const ratio = Math.min(devicePixelRatio, 2);
    if (this.canvas.width !== Math.round(w * ratio)) {
      this.canvas.width = Math.round(w * ratio);
      this.canvas.height = Math.round(h * ratio);
    }
    const c = this.canvas.getContext("2d");
    if (!c) return;
    const style = getComputedStyle(document.documentElement);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, w, h);
    const f = (x: number) => (this.log ? Math.log10(Math.max(x, 1e-16)) : x);
    let [lo, hi] = [Infinity, -Infinity];
    for (const v of this.values)
      for (const x of v)
        if (Number.isFinite(x)) {
          lo = Math.min(lo, f(x));
          hi = Math.max(hi, f(x));
        }
    const at = this.shown();
    this.labels.forEach((label, i) => {
      const known = this.series[i].second || this.values[i].some(Number.isFinite);
      label.textContent = known ? short(this.values[i][at]) : "not recorded";
    });
    if (!Number.isFinite(lo)) return;
    if (!this.log) lo = Math.min(lo, 0);
    if (hi - lo < 1e-12) hi = lo + 1;
    const pad = 0.06 * (hi - lo);
    const y = (x: number) => h - 3 - ((f(x) - lo) / (hi - lo + pad)) * (h - 8);
    const t0 = this.times[0];
    const span = Math.max(this.times[this.times.length - 1] - t0, 1e-9);
    const x = (t: number) => ((t - t0) / span) * w;
    c.strokeStyle = style.getPropertyValue("--grid");
    c.beginPath();
    for (let k = 1; k < 4; k++) {
      c.moveTo(0, (h * k) / 4);
      c.lineTo(w, (h * k) / 4);
    }
    c.stroke();
    this.series.forEach((s, i) => {
      c.strokeStyle = s.colour;
      c.lineWidth = 1.4;
      c.setLineDash(s.second ? [4, 3] : []);
      c.beginPath();
      this.values[i].forEach((v, k) => {
        if (Number.isFinite(v)) c.lineTo(x(this.times[k]), y(v));
      });
      c.stroke();
    });
    c.setLineDash([]);
    const line = (t: number, name: string) => {
      c.strokeStyle = style.getPropertyValue(name);
      c.beginPath();
      c.moveTo(x(t), 0);
      c.lineTo(x(t), h);
      c.stroke();
    };
    if (this.cursor !== null) line(this.cursor, "--dim");
    if (this.now < this.times[this.times.length - 1]) line(this.now, "--warm");
    c.fillStyle = style.getPropertyValue("--dim");
    c.font = "10px system-ui, sans-serif";
    c.fillText(this.log ? "1e" + hi.toFixed(1) : short(hi), 4, 11);
    c.fillText(this.log ? "1e" + lo.toFixed(1) : short(lo), 4, h - 4);
  }
}

export function short(x: number | undefined): string {
  if (x === undefined || !Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const a = Math.abs(x);
  return a >= 1e5 || a < 1e-3 ? x.toExponential(1) : x.toPrecision(a >= 1000 ? 5 : 4).replace(/\.?0+$/, "");
}
