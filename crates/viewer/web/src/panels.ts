// The panels left and right of the picture.

import { check, choose, el, panel, slider, type Slider } from "./dom";
import { type Frame, section, Tag } from "./frame";
import type { OverlayShow } from "./overlay";
import { entry, PALETTE, Plot, short, statistic } from "./plots";
import type { Event, Source } from "./source";
import type { Compare } from "./stage";
import type { Node } from "./tree";
import type { Choice, Scene } from "./types";
import type { Show } from "./world";

export interface Settings extends Show, OverlayShow { shadows: boolean; arrows: number; offset: number; quality: "auto" | "high" | "low" }

export function defaults(): Settings {
  return {
    groups: [true, true, true, false, false, false], sites: false, inertia: false, joints: false, islands: false, transparent: false,
    wireframe: false, contacts: false, forces: false, normals: false, cones: false, tendons: true, centres: false, shadows: true, arrows: 1, offset: 0, quality: "auto",
  };
}

/** What panels ask of the page. */
export interface Wishes { changed(): void; compare(mode: Compare["mode"]): void; mode(): Compare["mode"]; point(time: number | null, go: boolean): void; dropped(text: string): Node | null }

export class Panels {
  private readonly controls: Slider[] = [];
  private readonly joints: { slider: Slider; qpos: number }[] = [];
  private readonly plots: { plot: Plot; panel: HTMLDetailsElement }[] = [];
  private readonly own = new Plot([]);
  /** What else there is to plot of the element that was plotted last. */
  private readonly others = el("div", { className: "chips", id: "quantities" });
  private readonly physics = el("div");
  private readonly rows = el("div", { id: "rows" });
  private readonly sensors = el("table");
  private readonly sensorPanel: HTMLDetailsElement;
  private readonly jointPanel: HTMLDetailsElement;
  private readonly ownPanel: HTMLDetailsElement;

  constructor(private readonly scene: Scene, private readonly source: Source, private readonly settings: Settings, private readonly wish: Wishes, tree: HTMLElement, views: HTMLElement, inspector: HTMLElement) {
    const left = document.getElementById("left") as HTMLElement;
    const right = document.getElementById("right") as HTMLElement;
    left.replaceChildren(tree);
    this.jointPanel = this.jointSliders();
    this.sensorPanel = panel("Sensors", false, this.sensors);
    if (scene.actuators.length > 0) left.append(this.controlSliders());
    if (scene.keyframes.length > 0 && source.live) left.append(this.keyframes());
    if (source.live) left.append(panel("Physics", true, this.physics, this.compare()));
    left.append(this.visibility(views));
    if (this.joints.length > 0) left.append(this.jointPanel);
    if (scene.equalities.length > 0 && source.live) left.append(this.equalities());
    right.replaceChildren(inspector);
    this.ownPanel = this.ownPlot();
    right.append(this.ownPanel);
    this.makePlots(right);
    if (scene.sensors.length > 0) right.append(this.sensorPanel);
    document.getElementById("rows")?.remove();
    document.body.append(this.rows);
    this.options(scene.options.choices);
  }

  private keyframes(): HTMLElement {
    return panel("Keyframes", true, el("div", { className: "buttons" }, ...this.scene.keyframes.map((k, i) => el("button", { onclick: () => this.source.send({ cmd: "key", id: i }) }, k || "key " + i))));
  }

  private ownPlot(): HTMLDetailsElement {
    this.own.onRemove = (i) => this.own.remove(i);
    const p = panel("Your plot", true, this.own.element, this.others, el("p", { className: "hint" }, "drop a row of the model here, or press its ∿"));
    p.id = "ownplot";
    p.ondragover = (e) => {
      if (!e.dataTransfer?.types.includes("text/x-stiction")) return;
      e.preventDefault();
      p.classList.add("drop");
    };
    p.ondragleave = () => p.classList.remove("drop");
    p.ondrop = (e) => {
      p.classList.remove("drop");
      const text = e.dataTransfer?.getData("text/x-stiction");
      if (!text) return;
      e.preventDefault();
      e.stopPropagation();
      const n = this.wish.dropped(text);
      if (n) this.plotNode(n);
    };
    this.plots.push({ plot: this.own, panel: p });
    return p;
  }

  /** Adds the first curve of an element to the user's plot, and offers its others. */
  plotNode(n: Node): void {
    if (n.plots.length === 0) return;
    this.plotQuantity(n.plots[0]);
    this.others.replaceChildren(...n.plots.slice(1).map((q) => el("button", { onclick: () => this.plotQuantity(q), title: "plot it too" }, q.name)));
  }

  /** Adds a curve to the user's plot. */
  plotQuantity(q: Node["plots"][number]): void {
    this.ownPanel.open = true;
    if (this.own.series.some((s) => s.name === q.name)) return;
    if (this.own.series.length >= PALETTE.length) this.own.remove(0);
    this.own.add({ name: q.name, colour: PALETTE.find((c) => !this.own.series.some((s) => s.colour === c)) ?? PALETTE[0], value: q.value });
  }

  /** Names of the user's curves. */
  get plotted(): string[] {
    return this.own.series.map((s) => s.name);
  }

  point(time: number | null): void {
    for (const { plot } of this.plots) plot.cursor = time;
  }

  private visibility(views: HTMLElement): HTMLElement {
    const s = this.settings;
    const flag = (label: string, key: keyof Settings) =>
      check(label, s[key] as boolean, (on) => {
        (s as unknown as Record<string, unknown>)[key] = on;
        this.wish.changed();
      });
    const groups = s.groups.map((on, i) =>
      check("group " + i, on, (v) => {
        s.groups[i] = v;
        this.wish.changed();
      }),
    );
    const arrows = slider("arrow size", [0.05, 5], (v) => {
      s.arrows = v;
      this.wish.changed();
    });
    arrows.set(1);
    const quality = choose([["auto", "automatic"], ["high", "high"], ["low", "low"]], s.quality, (v) => {
      s.quality = v as Settings["quality"];
      this.wish.changed();
    });
    quality.id = "quality";
    return panel(
      "Show",
      false,
      el(
        "div",
        { className: "checks" },
        flag("contacts", "contacts"), flag("forces", "forces"), flag("normals", "normals"), flag("friction cones", "cones"),
        flag("tendons", "tendons"), flag("joints", "joints"), flag("centre of mass", "centres"), flag("inertia", "inertia"),
        flag("islands, sleep", "islands"), flag("sites", "sites"), flag("transparent", "transparent"), flag("wireframe", "wireframe"),
        flag("shadows", "shadows"),
      ),
      arrows.row,
      el("div", { className: "row two" }, el("span", {}, "quality"), quality),
      views,
      el("div", { className: "checks" }, ...groups),
    );
  }

  /** Solver, cone, law, …: whatever the server lets us switch. */
  options(choices: Choice[]): void {
    this.physics.replaceChildren(
      ...choices.filter((c) => c.among.join() !== "off,on").map((c) => {
        const pick = choose(c.among.map((a) => [a, a]), c.now, (v) => this.source.send({ cmd: "option", name: c.name, value: v }));
        pick.id = "option-" + c.name;
        return el("div", { className: "row two" }, el("span", {}, c.name), pick);
      }),
      el(
        "div",
        { className: "checks" },
        ...choices.filter((c) => c.among.join() === "off,on").map((c) => check(c.name, c.now === "on", (on) => this.source.send({ cmd: "option", name: c.name, value: on ? "on" : "off" }))),
      ),
    );
  }

  /** A second engine from the same state. */
  private compare(): HTMLElement {
    const known: [string, string][] = [["", "off"]];
    for (const c of this.scene.options.choices)
      if (c.among.length > 2 || c.name === "cone") for (const a of c.among) known.push([c.name + "=" + a, c.name + " " + a]);
    if (this.scene.options.choices.some((c) => c.name === "contact" && c.among.includes("hard"))) known.splice(1, 0, ["preset=exact", "exact contact"], ["preset=soft", "soft contact"]);
    const pick = choose(known, "", (v) => {
      this.source.send({ cmd: "twin", with: v === "" ? null : v });
    });
    pick.id = "twin";
    const e = this.scene.visual.extent;
    const offset = slider("beside", [-2 * e, 2 * e], (v) => {
      this.settings.offset = v;
      this.wish.changed();
    });
    this.settings.offset = 0.75 * e;
    offset.set(this.settings.offset);
    const mode = choose([["beside", "beside it"], ["over", "over it"], ["wipe", "wipe bar"]], this.wish.mode(), (v) => this.wish.compare(v as Compare["mode"]));
    mode.id = "comparemode";
    mode.setAttribute("aria-label", "where the second engine is drawn");
    const row = el("div", { className: "row two" }, el("span", {}, "drawn"), mode);
    return el("div", {}, el("div", { className: "row two" }, el("span", { title: "a second engine from the same state" }, "compare with"), pick), row, offset.row);
  }

  /** Shows which second engine runs. */
  twin(words: string): void {
    const pick = document.getElementById("twin") as HTMLSelectElement | null;
    if (!pick) return;
    if (![...pick.options].some((o) => o.value === words)) pick.append(el("option", { value: words }, words));
    pick.value = words;
  }

  private controlSliders(): HTMLElement {
    const rows = this.scene.actuators.map((a) => {
      const range: [number, number] = a.limited ? a.range : [-1, 1];
      const s = slider(a.name, range, (v) => this.source.send({ cmd: "ctrl", id: a.ctrl, value: v }));
      s.enable(this.source.live);
      this.controls.push(s);
      return s.row;
    });
    const zero = el("button", { onclick: () => this.scene.actuators.forEach((a) => this.source.send({ cmd: "ctrl", id: a.ctrl, value: 0 })) }, "all to zero");
    const p = panel("Controls", this.scene.actuators.length <= 12, ...rows, ...(this.source.live ? [zero] : []));
    p.id = "controls";
    return p;
  }

  private jointSliders(): HTMLDetailsElement {
    const rows: HTMLElement[] = [];
    for (const j of this.scene.joints) {
      if (j.type < 2) continue;
      const range: [number, number] = j.limited ? j.range : j.type === 3 ? [-Math.PI, Math.PI] : [-1, 1];
      const s = slider(j.name || "joint " + this.scene.joints.indexOf(j), range, (v) => this.source.send({ cmd: "qpos", id: j.qpos, value: v }));
      this.joints.push({ slider: s, qpos: j.qpos });
      rows.push(s.row);
    }
    const p = panel("Joints", false, el("p", { className: "hint" }, "can be moved while paused"), ...rows);
    p.id = "joints";
    return p;
  }

  private equalities(): HTMLElement {
    return panel(
      "Equalities",
      false,
      el("div", { className: "checks" }, ...this.scene.equalities.map((e, i) => check(e.name || "equality " + i, e.active, (on) => this.source.send({ cmd: "equality", id: i, on })))),
    );
  }

  private makePlots(right: HTMLElement): void {
    const at = (name: string) => this.scene.stats.indexOf(name);
    const series = (names: string[]) => names.map((name, i) => ({ name, colour: PALETTE[i % PALETTE.length], value: statistic(at(name)) }));
    const energy = [
      { name: "total", colour: "#b8c0cc", value: (f: Frame) => statistic(at("kinetic"))(f) + statistic(at("potential"))(f) },
      ...series(["kinetic", "potential", "actuators", "damping", "constraints", "applied"]),
    ];
    const second = (name: string, colour: string) => ({ name: name + " (second)", colour, second: true, value: statistic(at(name), true) });
    const add = (title: string, open: boolean, plot: Plot) => {
      const p = panel(title, open, plot.element);
      this.plots.push({ plot, panel: p });
      right.append(p);
    };
    add("Energy and work by source [J]", true, new Plot(energy));
    add("Contacts, rows, iterations", true, new Plot([...series(["contacts", "rows", "iterations", "islands"]), second("contacts", "#5cc8ff")]));
    add("Residuals (log)", true, new Plot([...series(["convex", "coulomb", "momentum defect", "violation", "depth"]), second("convex", "#5cc8ff"), second("coulomb", "#ffb454"), second("depth", "#c29bff")], true));
    add("Step time by stage [µs]", false, new Plot(series(["step", "position", "collision", "constraint rows", "velocity", "actuation", "solve", "advance"])));
    for (const { plot } of this.plots) plot.onPoint = (t, go) => this.wish.point(t, go);
  }

  /** Numbers for the plots, of every frame that arrives, drawn or not. */
  plot(f: Frame): void {
    if (section(f, Tag.Stats).length > 0) for (const { plot } of this.plots) plot.push(f);
  }

  update(f: Frame): void {
    const paused = section(f, Tag.Status)[0] === 1;
    this.scene.actuators.forEach((a, i) => this.controls[i]?.set(entry(Tag.Ctrl, a.ctrl)(f) || 0));
    if (this.jointPanel.open)
      for (const j of this.joints) {
        j.slider.set(entry(Tag.Qpos, j.qpos)(f) || 0);
        j.slider.enable(paused && this.source.live);
      }
    if (this.sensorPanel.open) this.showSensors(section(f, Tag.Sensors));
  }

  draw(): void {
    for (const { plot, panel: p } of this.plots) if (p.open) plot.draw();
  }

  private showSensors(data: Float32Array): void {
    this.sensors.replaceChildren(
      ...this.scene.sensors.map((s, i) => el("tr", {}, el("td", {}, s.name || "sensor " + i), el("td", {}, Array.from(data.subarray(s.adr, s.adr + s.dim), short).join("  ")))),
    );
  }

  event(e: Event): void {
    if (e.event === "options") this.options(e.choices as Choice[]);
    if (e.event === "rows") this.showRows(e);
  }

  private showRows(e: Event): void {
    const list = e.rows as Record<string, unknown>[];
    const names = ["row", "kind", "of", "pos", "vel", "aref", "R", "force", "island"];
    const head = el("tr", {}, ...names.map((n) => el("th", {}, n)));
    const body = list.map((r) => el("tr", {}, ...names.map((n) => el("td", {}, typeof r[n] === "number" ? short(r[n] as number) : String(r[n])))));
    const total = Number(e.total);
    this.rows.replaceChildren(el("p", { className: "hint" }, `${total} constraint rows at t = ${Number(e.time).toFixed(4)} s` + (total > list.length ? `, the first ${list.length}` : "")), el("table", {}, head, ...body));
  }

  toggleRows(): boolean {
    return this.rows.classList.toggle("on");
  }
  get rowsShown(): boolean {
    return this.rows.classList.contains("on");
  }
}
