// The model as a tree: search, filters by type, eyes, and a way into plots.

import { el, panel } from "./dom";
import { Tag } from "./frame";
import { entry, type Series } from "./plots";
import type { Scene } from "./types";
import type { World } from "./world";

type Kind = "body" | "geom" | "joint" | "site" | "actuator" | "tendon" | "sensor" | "equality" | "camera" | "light" | "skin";

export interface Node { kind: Kind; id: number; name: string; body: number; depth: number; plots: { name: string; value: Series["value"] }[] }

/** Rows that are shown at a time; search finds the others. */
const MOST = 300;

const AXES = ["x", "y", "z"];

/** Every element, bodies in the order of the tree with what is on them, then what is on none. */
export function nodes(scene: Scene): Node[] {
  const out: Node[] = [];
  const children = scene.bodies.map(() => [] as number[]);
  scene.bodies.forEach((b, i) => i > 0 && children[b.parent].push(i));
  const of = <T extends { body: number }>(list: T[]) => {
    const by = scene.bodies.map(() => [] as number[]);
    list.forEach((x, i) => by[x.body].push(i));
    return by;
  };
  const [geoms, joints, sites] = [of(scene.geoms), of(scene.joints), of(scene.sites)];
  const numbers = (name: string, tag: number, at: number, n: number) => Array.from({ length: n }, (_, k) => ({ name: n > 1 ? `${name}[${k}]` : name, value: entry(tag, at + k) }));
  // a chain may be deeper than a program's stack
  const stack: [number, number][] = [[0, 0]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [b, depth] = next;
    const name = b === 0 ? "world" : scene.bodies[b].name || "body " + b;
    const places = AXES.map((a, k) => ({ name: `${name} ${a}`, value: entry(Tag.Bodies, 7 * b + k) }));
    out.push({ kind: "body", id: b, name, body: b, depth, plots: b > 0 ? [places[2], places[0], places[1]] : [] });
    for (const i of joints[b]) {
      const j = scene.joints[i];
      const label = j.name || "joint " + i;
      out.push({ kind: "joint", id: i, name: label, body: b, depth: depth + 1, plots: [...numbers(label, Tag.Qpos, j.qpos, [7, 4, 1, 1][j.type] ?? 1), ...numbers(label + " velocity", Tag.Qvel, j.dof, [6, 3, 1, 1][j.type] ?? 1)] });
    }
    for (const i of geoms[b]) out.push({ kind: "geom", id: i, name: scene.geoms[i].name || "geom " + i, body: b, depth: depth + 1, plots: [] });
    for (const i of sites[b]) out.push({ kind: "site", id: i, name: scene.sites[i].name || "site " + i, body: b, depth: depth + 1, plots: [] });
    for (const c of children[b].reverse()) stack.push([c, depth + 1]);
  }
  const flat = (kind: Kind, names: string[], plots: (i: number, name: string) => Node["plots"] = () => []) =>
    names.forEach((n, i) => out.push({ kind, id: i, name: n || kind + " " + i, body: -1, depth: 0, plots: plots(i, n || kind + " " + i) }));
  flat("actuator", scene.actuators.map((a) => a.name), (i, n) => {
    const { ctrl, force } = scene.actuators[i];
    return [...numbers(n, Tag.Ctrl, ctrl, 1), ...(force === null ? [] : numbers(n + " force", Tag.Forces, force, 1))];
  });
  flat("sensor", scene.sensors.map((s) => s.name), (i, n) => numbers(n, Tag.Sensors, scene.sensors[i].adr, scene.sensors[i].dim));
  flat("tendon", scene.tendons.map((t) => t.name), (i, n) => numbers(n + " length", Tag.Lengths, i, 1));
  flat("equality", scene.equalities.map((e) => e.name));
  flat("skin", (scene.skins ?? []).map((s) => s.name));
  flat("camera", scene.cameras.map((c) => c.name));
  flat("light", scene.lights.map(() => ""));
  return out;
}

export class Tree {
  readonly element: HTMLDetailsElement;
  private readonly all: Node[];
  private readonly list = el("div", { className: "tree" });
  private readonly search = el("input", { type: "search", id: "search", placeholder: "search the model (/)" });
  private readonly kinds = new Set<Kind>();
  private readonly folded = new Set<number>();
  private readonly blind = new Set<string>();
  private selected = -1;
  /** The row that Tab goes to. */
  private current = "body0";

  constructor(scene: Scene, private readonly world: World, private readonly on: { select(n: Node): void; look(n: Node): void; plot(n: Node): void; seen(): void }) {
    this.all = nodes(scene);
    this.search.setAttribute("aria-label", "search the model");
    this.search.oninput = () => this.show();
    this.list.setAttribute("role", "tree");
    this.list.setAttribute("aria-label", "elements of the model");
    const present = [...new Set(this.all.map((n) => n.kind))];
    const chips = present.map((k) => {
      const b = el("button", { onclick: () => {
        if (this.kinds.has(k)) this.kinds.delete(k);
        else this.kinds.add(k);
        b.classList.toggle("on", this.kinds.has(k));
        b.setAttribute("aria-pressed", String(this.kinds.has(k)));
        this.show();
      } }, `${k} ${this.all.filter((n) => n.kind === k).length}`);
      b.setAttribute("aria-pressed", "false");
      return b;
    });
    // what is on bodies is folded away where there are many
    if (this.all.length > 60) for (const n of this.all) if (n.kind === "body" && n.id > 0) this.folded.add(n.id);
    this.element = panel("Model", true, this.search, el("div", { className: "chips" }, ...chips), this.list);
    this.element.id = "model";
    this.show();
  }

  focus(): void {
    this.element.open = true;
    this.search.focus();
  }

  /** Marks a body's row. */
  mark(body: number): void {
    if (body === this.selected) return;
    this.selected = body;
    this.show();
  }

  private filtered(): Node[] {
    const words = this.search.value.toLowerCase().split(" ").filter((w) => w !== "");
    const flat = words.length > 0 || this.kinds.size > 0;
    const out: Node[] = [];
    let hidden = -1;
    for (const n of this.all) {
      if (!flat) {
        if (hidden >= 0 && n.body >= 0 && n.depth > hidden) {
          // bodies stay, what is on a folded one does not
          if (n.kind !== "body" && this.folded.has(n.body)) continue;
        }
        if (n.kind === "body") hidden = this.folded.has(n.id) ? n.depth : -1;
      } else if ((this.kinds.size > 0 && !this.kinds.has(n.kind)) || !words.every((w) => (n.name + " " + n.kind).toLowerCase().includes(w))) continue;
      out.push(n);
    }
    return out;
  }

  private show(): void {
    const rows = this.filtered();
    const focused = this.list.contains(document.activeElement);
    if (!rows.slice(0, MOST).some((n) => n.kind + n.id === this.current)) this.current = rows.length > 0 ? rows[0].kind + rows[0].id : "";
    this.list.replaceChildren(...rows.slice(0, MOST).map((n) => this.row(n)), ...(rows.length > MOST ? [el("p", { className: "hint" }, `… and ${rows.length - MOST} more: search for them`)] : []));
    if (focused) this.list.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }

  private fold(id: number, on: boolean): void {
    if (on) this.folded.add(id);
    else this.folded.delete(id);
    this.show();
  }

  /** Arrows go through the rows, and fold and unfold what is on a body. */
  private key(e: KeyboardEvent, row: HTMLElement, n: Node): void {
    const to = e.key === "ArrowDown" ? row.nextElementSibling : e.key === "ArrowUp" ? row.previousElementSibling : null;
    if (to instanceof HTMLElement && to.classList.contains("node")) to.focus();
    else if (e.key === "Enter" && e.target === row) this.on.select(n);
    else if ((e.key === "ArrowRight" || e.key === "ArrowLeft") && n.kind === "body") this.fold(n.id, e.key === "ArrowLeft");
    else if (!["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"].includes(e.key)) return;
    e.preventDefault();
    e.stopPropagation();
  }

  private row(n: Node): HTMLElement {
    const name = el("span", { className: "name", title: n.name }, n.name);
    const row = el("div", { className: "node" + (n.kind === "body" && n.body === this.selected ? " on" : ""), tabIndex: n.kind + n.id === this.current ? 0 : -1 });
    row.setAttribute("role", "treeitem");
    row.style.paddingLeft = 10 * n.depth + 2 + "px";
    row.dataset.kind = n.kind;
    row.dataset.id = String(n.id);
    const inside = n.kind === "body" && this.all.some((x) => x.body === n.id && x.kind !== "body");
    const fold = el("button", { onclick: (e: MouseEvent) => {
      e.stopPropagation();
      this.fold(n.id, !this.folded.has(n.id));
    } }, inside ? (this.folded.has(n.id) ? "▸" : "▾") : "");
    fold.setAttribute("aria-label", (this.folded.has(n.id) ? "unfold " : "fold ") + n.name);
    if (n.kind === "body") row.append(fold);
    row.append(name, el("span", { className: "kind" }, n.kind));
    if (n.plots.length > 0) {
      const plot = el("button", { title: "plot it", onclick: (e: MouseEvent) => {
        e.stopPropagation();
        this.on.plot(n);
      } }, "∿");
      plot.setAttribute("aria-label", "plot " + n.name);
      row.append(plot);
      row.draggable = true;
      row.ondragstart = (e) => e.dataTransfer?.setData("text/x-stiction", JSON.stringify({ kind: n.kind, id: n.id }));
    }
    if (["body", "geom", "site", "skin"].includes(n.kind)) row.append(this.eye(n));
    row.onclick = () => this.on.select(n);
    row.ondblclick = () => this.on.look(n);
    row.onkeydown = (e) => this.key(e, row, n);
    row.onfocus = () => {
      for (const other of this.list.querySelectorAll<HTMLElement>("[tabindex='0']")) other.tabIndex = -1;
      row.tabIndex = 0;
      this.current = n.kind + n.id;
    };
    return row;
  }

  private eye(n: Node): HTMLElement {
    const key = n.kind + n.id;
    const b = el("button", { className: this.blind.has(key) ? "off" : "", onclick: (e: MouseEvent) => {
      e.stopPropagation();
      const hide = !this.blind.has(key);
      const touched = n.kind === "body" ? this.all.filter((x) => x.body === n.id && x.kind !== "joint") : [n];
      for (const x of touched) {
        if (hide) this.blind.add(x.kind + x.id);
        else this.blind.delete(x.kind + x.id);
      }
      for (const i of this.world.items) i.eye = !this.blind.has(i.index < 0 ? "skin" + (-1 - i.index) : (i.site ? "site" : "geom") + i.index);
      this.on.seen();
      this.show();
    } }, "◉");
    b.setAttribute("aria-label", (this.blind.has(key) ? "show " : "hide ") + n.name);
    b.setAttribute("aria-pressed", String(!this.blind.has(key)));
    return b;
  }

  /** The quantities of these names that there are. */
  quantities(names: string[]): Node["plots"] {
    const all = this.all.flatMap((n) => n.plots);
    return names.flatMap((name) => all.find((q) => q.name === name) ?? []);
  }

  /** The row that was dropped somewhere. */
  dropped(text: string): Node | null {
    try {
      const { kind, id } = JSON.parse(text) as { kind: Kind; id: number };
      return this.all.find((n) => n.kind === kind && n.id === id) ?? null;
    } catch {
      return null;
    }
  }
}
