// Small plots over time on plain canvases.

export interface Series { name: string; colour: string; value: (stats: Float32Array) => number; second?: boolean }

export const PALETTE = ["#5cc8ff", "#ffb454", "#7ee787", "#ff7b9c", "#c29bff", "#f5e663", "#9aa7b8", "#4de0d0"];

export class Plot {
  readonly element = document.createElement("div");
  private readonly canvas = document.createElement("canvas");
  private readonly labels: HTMLElement[] = [];
  private times: number[] = [];
  private values: number[][];

  constructor(private readonly series: Series[], private readonly log = false, private readonly capacity = 480) {
    this.values = series.map(() => []);
    this.canvas.className = "plot";
    const legend = document.createElement("div");
    legend.className = "legend";
    for (const s of series) {
      const item = document.createElement("span");
      const dot = document.createElement("i");
      dot.style.background = s.colour;
      const value = document.createElement("b");
      item.append(dot, s.name + " ", value);
      legend.append(item);
      this.labels.push(value);
    }
    this.element.append(this.canvas, legend);
  }

  clear(): void {
    this.times = [];
    this.values = this.series.map(() => []);
  }

  push(time: number, stats: Float32Array, twin: Float32Array | null): void {
    const last = this.times[this.times.length - 1];
    if (last !== undefined && time < last) this.clear();
    if (time === last) return;
    this.times.push(time);
    this.series.forEach((s, i) => this.values[i].push(s.second ? (twin ? s.value(twin) : NaN) : s.value(stats)));
    if (this.times.length > this.capacity) {
      this.times.shift();
      for (const v of this.values) v.shift();
    }
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
    this.labels.forEach((label, i) => {
      const known = this.series[i].second || this.values[i].some(Number.isFinite);
      label.textContent = known ? short(this.values[i][this.values[i].length - 1]) : "not recorded";
    });
    if (!Number.isFinite(lo)) return;
    if (!this.log) lo = Math.min(lo, 0);
    if (hi - lo < 1e-12) hi = lo + 1;
    const pad = 0.06 * (hi - lo);
    const y = (x: number) => h - 3 - ((f(x) - lo) / (hi - lo + pad)) * (h - 8);
    const t0 = this.times[0];
    const span = Math.max(this.times[this.times.length - 1] - t0, 1e-9);
    c.strokeStyle = "#232b36";
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
      this.values[i].forEach((x, k) => {
        if (Number.isFinite(x)) c.lineTo(((this.times[k] - t0) / span) * w, y(x));
      });
      c.stroke();
    });
    c.setLineDash([]);
    c.fillStyle = "#6b7686";
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
