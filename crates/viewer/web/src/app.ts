// The page: one source of frames, the picture, the panels.

import * as THREE from "three";
import { type Action, Actions } from "./actions";
import { Bar, button } from "./bar";
import { Verdict } from "./certificate";
import { Engines, names } from "./engines";
import { type Frame, section, Tag } from "./frame";
import { Extras } from "./extras";
import { Gizmo, type Mode, type Target, targets } from "./gizmo";
import { Inspector } from "./inspector";
import { Materials } from "./materials";
import * as link from "./link";
import { Mouse } from "./mouse";
import { note } from "./note";
import { Output } from "./out";
import { Overlay } from "./overlay";
import { defaults, Panels } from "./panels";
import { Shapes } from "./shapes";
import type { Event, Source } from "./source";
import { type Compare, software, Stage } from "./stage";
import { remembered, theme } from "./theme";
import { Timeline } from "./timeline";
import { type Node, Tree } from "./tree";
import type { Choice, Scene } from "./types";
import { Views } from "./views";
import { type Item, World } from "./world";

/** What is shown of one model. */
interface Shown {
  source: Source;
  scene: Scene;
  shapes: Shapes;
  materials: Materials;
  world: World;
  overlay: Overlay;
  extras: Extras;
  tree: Tree;
  inspector: Inspector;
  panels: Panels;
  views: Views;
  verdict: Verdict;
  timeline: Timeline;
  bar: Bar;
  engines: Engines;
}

export class App {
  readonly stage = new Stage(document.getElementById("view") as HTMLCanvasElement);
  readonly actions = new Actions();
  readonly settings = defaults();
  readonly output = new Output(this.stage, () => this.shown?.scene.name ?? "");
  readonly gizmo = new Gizmo(this.stage);
  readonly mouse: Mouse;
  readonly events: Event[] = [];
  latest: Frame | null = null;
  shown: Shown | null = null;
  selected: Item | null = null;
  frames = 0;
  drawn = 0;
  /** More commands, of pages that can open models. */
  more: Action[] = [];
  /** The address of this view; pages that open models carry the model in it. */
  address: () => Promise<string> = async () => location.href.replace(/#.*$/, "") + link.write({ camera: this.stage.place, time: this.latest?.time });
  /** What a link cannot say, if anything. */
  unlinked: () => string = () => "";
  /** Which second engine runs, as the first one tells. */
  private beside = "";
  private choices: Choice[] = [];
  /** What the handles can move of the selection, and which of it they do. */
  private movable: { list: Target[]; chosen: number } = { list: [], chosen: 0 };
  private fresh = false;
  private moved = true;
  private framed = false;
  private reframe = false;
  private seen = "";
  private building: Promise<void> = Promise.resolve();
  private readonly weak = software(this.stage.renderer);

  constructor() {
    this.mouse = new Mouse(this.stage, this.gizmo, { select: (i) => this.select(i), look: (i) => this.lookAt(i.shape.body), hover: (i, x, y) => this.hover(i, x, y) });
    setInterval(() => this.ask(), 250);
    theme(remembered());
    this.draw();
  }

  /** Shows a source's scene and starts it; the one before is stopped. */
  async open(source: Source): Promise<void> {
    this.shown?.source.stop?.();
    await this.build(source, true);
    source.start(
      (f) => this.frame(f),
      (e) => this.event(e),
      (connected) => note(connected ? "" : "no connection to the simulation: trying again"),
    );
  }

  private async build(source: Source, first: boolean): Promise<void> {
    const scene = await source.scene();
    const shapes = new Shapes(scene);
    const materials = new Materials(scene, shapes);
    await Promise.all([shapes.load(source), materials.load(source)]);
    const [place, body, marks, plotted] = [this.stage.place, this.mouse.selected, this.shown?.timeline.marks ?? [], this.shown?.panels.plotted ?? []];
    const [held, chosen, further] = [this.selected, this.movable.chosen, this.shown?.views.list ?? []];
    this.close();
    document.title = (scene.name || "model") + " – Stiction";
    const world = new World(scene, shapes, materials);
    const overlay = new Overlay(scene);
    const extras = new Extras(shapes);
    this.stage.scene.add(world.root, overlay.root, extras.root);
    this.stage.open(scene, world, materials.sky());
    if (first) this.framed = false;
    else this.stage.place = place;
    this.mouse.open(world, source);
    this.gizmo.open(scene, world, source);
    const inspector = new Inspector(source, scene.editable === true, scene.name, {
      toggle: (mode) => this.handles(this.gizmo.mode === mode ? "off" : mode),
      of: (k) => this.handles(this.gizmo.mode, k),
      local: (on) => (this.gizmo.local = on),
    });
    const views = new Views(scene, this.stage, () => (this.moved = true), () => this.rearranged());
    for (const v of first ? [] : further) if (v.camera < scene.cameras.length) views.add(v.camera, v.kind);
    const tree = new Tree(scene, world, { select: (n) => this.chosen(n), look: (n) => n.body > 0 && this.lookAt(n.body), plot: (n) => this.shown?.panels.plotNode(n), seen: () => this.apply() });
    const wishes = {
      changed: () => this.apply(),
      compare: (mode: Compare["mode"]) => this.compare(mode),
      mode: () => this.stage.compare.mode,
      point: (t: number | null, go: boolean) => {
        this.shown?.panels.point(t);
        if (go && t !== null) source.send({ cmd: "seek", time: t });
      },
      dropped: (text: string) => tree.dropped(text),
    };
    const panels = new Panels(scene, source, this.settings, wishes, tree.element, views.panel(), inspector.element);
    const bar = new Bar(scene, source, (a) => this.actions.run(a), (v) => this.look(v), this.tools(panels));
    const verdict = new Verdict(scene, bar.badge, (p, b) => this.flyTo(p, b));
    verdict.hard = hard(scene.options.choices);
    this.choices = scene.options.choices;
    if (first) this.beside = "";
    panels.twin(this.beside);
    const timeline = new Timeline(source, () => this.actions.run("branch"));
    if (!first) {
      timeline.marks.push(...marks);
      for (const q of tree.quantities(plotted)) panels.plotQuantity(q);
    }
    const engines = new Engines(this.stage, this.settings, { scene, shapes, materials, world });
    this.shown = { source, scene, shapes, materials, world, overlay, extras, tree, inspector, panels, views, verdict, timeline, bar, engines };
    this.actions.set([...this.commands(source), ...this.more]);
    this.apply();
    const same = (i: Item) => held !== null && i.index === held.index && i.site === held.site;
    const kept = first || body < 0 ? undefined : (world.items.find(same) ?? world.items.find((i) => i.shape.body === body && !i.site));
    if (!kept) return;
    this.select(kept);
    this.handles(this.gizmo.mode, chosen);
  }

  /** Shows handles on the selection, or on one part of it. */
  private handles(mode: Mode, chosen = 0): void {
    const s = this.shown;
    const list = s ? targets(s.scene, this.selected, this.mouse.selected) : [];
    this.movable = { list, chosen: Math.min(chosen, Math.max(list.length - 1, 0)) };
    this.gizmo.set(mode);
    this.gizmo.choose(list[this.movable.chosen] ?? null);
    s?.inspector.handles(mode, list.map((t) => `${t.of} ${t.name}`), this.movable.chosen);
    this.moved = true;
  }

  private close(): void {
    const s = this.shown;
    if (!s) return;
    this.stage.outline.choose(s.world, null);
    this.stage.scene.remove(s.world.root, s.overlay.root, s.extras.root);
    s.engines.dispose();
    this.stage.insets = [];
    s.world.dispose();
    s.materials.dispose();
    this.gizmo.choose(null);
    this.selected = null;
    this.latest = null;
    this.shown = null;
  }

  private tools(panels: Panels): HTMLElement[] {
    const rows = button("rowsbutton", "Rows", "the constraint rows of the last step", () => rows.classList.toggle("on", panels.toggleRows()));
    return [
      rows,
      button("png", "PNG", "a picture of the view (P)", () => this.output.png()),
      button("film", "● film", "record the view as a film (R)", () => this.actions.run("film")),
      button("linkbutton", "Link", "copy a link to this view (K)", () => this.actions.run("link")),
      button("theme", "◐", "light or dark (L)", () => this.actions.run("theme")),
      button("help", "?", "keys and commands (?)", () => this.actions.help()),
    ];
  }

  private commands(source: Source): Action[] {
    const send = (c: Record<string, unknown>) => () => source.send(c);
    const side = (name: string) => () => {
      document.body.classList.remove(name === "left-open" ? "right-open" : "left-open");
      document.body.classList.toggle(name);
    };
    const paused = () => (this.latest ? section(this.latest, Tag.Status)[0] === 1 : false);
    const flags: [string, keyof typeof this.settings][] = [["contacts", "contacts"], ["contact forces", "forces"], ["friction cones", "cones"], ["normals", "normals"], ["joints", "joints"], ["inertia boxes", "inertia"], ["centres of mass", "centres"], ["islands and sleep", "islands"], ["sites", "sites"], ["shadows", "shadows"], ["transparent bodies", "transparent"], ["wires", "wireframe"]];
    return [
      { id: "pause", title: "pause or go on", keys: [" "], run: () => source.send({ cmd: "pause", on: !paused() }) },
      { id: "step", title: "one step", keys: ["ArrowRight"], run: send({ cmd: "step", n: 1 }) },
      { id: "back", title: "one step back", keys: ["ArrowLeft"], run: send({ cmd: "back", n: 1 }) },
      { id: "steps", title: "ten steps", keys: ["Shift+ArrowRight"], run: send({ cmd: "step", n: 10 }) },
      { id: "backs", title: "ten steps back", keys: ["Shift+ArrowLeft"], run: send({ cmd: "back", n: 10 }) },
      { id: "reset", title: "back to the start", keys: ["Backspace"], run: send({ cmd: "reset" }) },
      { id: "frame", title: "look at the selection, or at all that moves", keys: ["f"], run: () => this.lookAt(this.selected?.shape.body ?? -1) },
      { id: "home", title: "the first view again", keys: ["Home"], run: () => this.stage.frame(undefined, "home") },
      { id: "none", title: "put the handles away, then select nothing", keys: ["Escape"], run: () => (this.gizmo.shown ? this.handles("off") : this.select(null)) },
      { id: "worst", title: "the certificate: fly to the worst contact", keys: ["c"], run: send({ cmd: "get", what: "certificate" }) },
      { id: "mark", title: "mark this moment", keys: ["m"], run: () => this.shown?.timeline.mark() },
      { id: "next", title: "next mark", keys: ["]"], run: () => this.shown?.timeline.jump(true) },
      { id: "last", title: "mark before", keys: ["["], run: () => this.shown?.timeline.jump(false) },
      ...(source.live
        ? [
            { id: "branch", title: "exact contact from here, beside this run", keys: ["b"], run: () => this.branch("preset=exact") },
            { id: "branchsoft", title: "soft contact from here, beside this run", run: () => this.branch("preset=soft") },
            { id: "nobranch", title: "end the second engine", run: () => this.branch("") },
            { id: "move", title: "handles that move the selection", keys: ["w"], run: () => this.handles(this.gizmo.mode === "translate" ? "off" : "translate", this.movable.chosen) },
            { id: "turn", title: "handles that turn the selection", keys: ["e"], run: () => this.handles(this.gizmo.mode === "rotate" ? "off" : "rotate", this.movable.chosen) },
            { id: "undo", title: "take the last edit or move back", keys: ["Ctrl+z"], run: send({ cmd: "undo" }) },
            { id: "xml", title: "save as XML", run: send({ cmd: "get", what: "xml" }) },
          ]
        : []),
      { id: "search", title: "search the model", keys: ["/"], run: () => this.shown?.tree.focus() },
      { id: "png", title: "a picture of the view", keys: ["p"], run: () => this.output.png() },
      { id: "film", title: "record a film of the view, or end it", keys: ["r"], run: () => this.film() },
      { id: "link", title: "copy a link to this view", keys: ["k"], run: () => void this.link() },
      { id: "theme", title: "light or dark", keys: ["l"], anywhere: true, run: () => theme() },
      { id: "bare", title: "hide or show the panels", keys: ["h"], run: () => document.body.classList.toggle("bare") },
      { id: "left", title: "model and controls, on small screens", run: side("left-open") },
      { id: "right", title: "selection and plots, on small screens", run: side("right-open") },
      { id: "help", title: "keys", keys: ["?"], anywhere: true, run: () => this.actions.help() },
      ...flags.map(([name, key]) => ({ id: "show-" + key, title: "show or hide " + name, run: () => {
        (this.settings as unknown as Record<string, unknown>)[key] = !this.settings[key];
        this.apply();
      } })),
      ...(this.shown?.scene.cameras ?? []).map((c, i) => ({ id: "camera-" + i, title: "look through " + (c.name || "camera " + i), run: () => this.look("fixed:" + i) })),
    ];
  }

  private film(): void {
    this.output.toggle();
    document.getElementById("film")?.classList.toggle("on", this.output.filming);
  }

  private branch(words: string): void {
    this.shown?.source.send({ cmd: "twin", with: words === "" ? null : words });
  }

  /** Puts the address of this view where it can be taken from. */
  private async link(): Promise<void> {
    const to = await this.address();
    history.replaceState(null, "", to);
    const copied = await navigator.clipboard?.writeText(to).then(() => true, () => false);
    note((copied ? "the link is copied, and in the address bar" : "the link is in the address bar") + this.unlinked(), 6, "notice");
  }

  /** Says what is under the pointer. */
  private hover(item: Item | null, x: number, y: number): void {
    const tip = document.getElementById("tip") as HTMLElement;
    const body = item && this.shown?.scene.bodies[item.shape.body];
    tip.hidden = !item || !body;
    if (!item || !body) return;
    const geom = item.index >= 0 ? item.shape.name || "geom " + item.index : "";
    const owner = item.shape.body === 0 ? "world" : body.name || "body " + item.shape.body;
    tip.textContent = geom && geom !== owner ? `${owner} · ${geom}` : owner;
    Object.assign(tip.style, { left: Math.min(x + 14, innerWidth - tip.offsetWidth - 8) + "px", top: Math.min(y + 16, innerHeight - tip.offsetHeight - 8) + "px" });
  }

  private compare(mode: Compare["mode"]): void {
    this.stage.compare.mode = mode;
    this.rearranged();
  }

  /** The picture has another size, or other things beside each other: they are framed again, from the same side. */
  private rearranged(): void {
    this.reframe = this.moved = true;
    this.fresh = this.latest !== null;
  }

  /** Looks from a place that a link names, now and when the first frame comes. */
  view(place: Stage["place"]): void {
    this.framed = true;
    this.stage.place = place;
    this.moved = true;
  }

  /** Looks at a body's shapes, or with none at all that moves. */
  lookAt(body: number): void {
    const w = this.shown?.world;
    const has = body > 0 && w?.items.some((i) => i.shape.body === body && !i.site && w.visible(i));
    this.stage.frame(has ? (i) => i.shape.body === body && !i.site : undefined);
    if (this.shown) this.shown.bar.camera.value = "free";
  }

  /** Goes near a point, to where nothing hides it, and shows what touches there. */
  private flyTo(p: THREE.Vector3, body: number): void {
    const s = this.shown;
    if (!s) return;
    const item = s.world.items.find((i) => i.shape.body === body && !i.site);
    const away = Math.max(5 * s.scene.visual.meansize, 4 * (body > 0 ? (item?.radius ?? 0) : 0), 0.02 * s.scene.visual.extent);
    this.stage.look({ kind: "free" }, null);
    this.stage.go(p.clone().addScaledVector(this.sight(p, away, s.world), away), p, true);
    this.settings.contacts = this.settings.forces = true;
    this.apply();
    if (item && body > 0) this.select(item);
  }

  /** A direction from which a point is seen: near to the present one, and higher only if it must be. */
  private sight(p: THREE.Vector3, away: number, world: World): THREE.Vector3 {
    const back = this.stage.camera.getWorldDirection(new THREE.Vector3()).negate();
    const turns = [0, 0.5, -0.5, 1, -1, 1.6, -1.6, 2.3, -2.3, 3.1];
    const ways = [0.35, 0.8, 2].flatMap((height) => turns.map((turn) => back.clone().setZ(0).normalize().applyAxisAngle(new THREE.Vector3(0, 0, 1), turn).setZ(height).normalize()));
    const clear = (way: THREE.Vector3) => {
      const hit = world.pick(new THREE.Raycaster(p.clone().addScaledVector(way, away), way.clone().negate()));
      return !hit || hit.point.distanceTo(p) < 0.25 * away;
    };
    return ways.find(clear) ?? ways[0];
  }

  private chosen(n: Node): void {
    const items = this.shown?.world.items ?? [];
    if (n.kind === "skin") return this.stage.frame((i) => i.index === -1 - n.id);
    const item = n.kind === "geom" || n.kind === "site" ? items.find((i) => i.index === n.id && i.site === (n.kind === "site")) : items.find((i) => i.shape.body === n.body && !i.site);
    if (n.kind === "camera") this.look("fixed:" + n.id);
    else if (item) this.select(item);
    else if (n.body >= 0) {
      // nothing of it is drawn
      this.select(null);
      this.selectBody(n.body);
    }
  }

  private selectBody(body: number): void {
    const s = this.shown;
    if (!s) return;
    this.mouse.selected = body;
    s.tree.mark(body);
    s.inspector.select(body);
    if (body >= 0) s.source.send({ cmd: "get", what: "body", id: body });
    this.handles(this.gizmo.mode);
  }

  select(item: Item | null): void {
    this.selected = item;
    const s = this.shown;
    if (!s) return;
    const body = item?.shape.body ?? -1;
    this.stage.outline.choose(s.world, body > 0 ? (i) => i.shape.body === body && !i.site : item ? (i) => i === item : null);
    this.selectBody(body);
  }

  private look(view: string): void {
    const s = this.shown;
    if (!s) return;
    const bodies = this.latest ? section(this.latest, Tag.Bodies) : null;
    s.bar.camera.value = view;
    if (view === "track") this.stage.look({ kind: "track", body: this.mouse.selected > 0 ? this.mouse.selected : Math.min(1, s.scene.bodies.length - 1) }, bodies);
    else if (view.startsWith("fixed:")) this.stage.look({ kind: "fixed", camera: Number(view.slice(6)) }, bodies);
    else this.stage.frame(undefined, "home");
    this.moved = true;
  }

  apply(): void {
    const s = this.shown;
    if (!s) return;
    const rich = this.settings.quality === "high" || (this.settings.quality === "auto" && !this.weak);
    if (rich !== this.stage.rich) this.stage.rich = rich;
    s.world.apply(this.settings);
    s.engines.apply();
    this.stage.shadows(this.settings.shadows);
    s.overlay.arrowScale = this.settings.arrows;
    this.fresh = this.latest !== null;
    this.moved = true;
  }

  /** What is asked again and again, however slowly pictures are drawn. */
  private ask(): void {
    const s = this.shown;
    if (!s) return;
    if (this.mouse.selected >= 0) s.source.send({ cmd: "get", what: "body", id: this.mouse.selected });
    if (s.panels.rowsShown) s.source.send({ cmd: "get", what: "rows" });
  }

  private frame(f: Frame): void {
    this.latest = f;
    this.fresh = true;
    this.frames++;
    this.shown?.panels.plot(f);
  }

  private event(e: Event): void {
    this.events.push(e);
    if (this.events.length > 200) this.events.shift();
    const s = this.shown;
    s?.panels.event(e);
    s?.inspector.event(e);
    if (e.event === "options" && s) this.options(e, s);
    if (e.event === "certificate") s?.verdict.event(e);
    if (e.event === "camera") this.stage.place = e as unknown as Stage["place"];
    if (e.event === "refused") {
      note(String(e.why), 6);
      this.gizmo.cancel();
      this.moved = true;
    }
    if (e.event === "diverged") note(String(e.why));
    if (e.event === "scene" && s) {
      note("");
      // one after the other: two edits may come close together
      this.building = this.building.then(() => this.build(s.source, false)).catch((why: unknown) => note(String(why)));
    }
  }

  private options(e: Event, s: Shown): void {
    this.choices = e.choices as Choice[];
    s.verdict.hard = hard(this.choices);
    this.beside = typeof e.twin === "string" ? e.twin : "";
    s.panels.twin(this.beside);
    this.moved = true;
  }

  private show(f: Frame, s: Shown): void {
    s.world.move(section(f, Tag.Bodies));
    s.world.colour(section(f, Tag.Islands));
    s.overlay.update(section(f, Tag.Contacts), section(f, Tag.Tendons), section(f, Tag.Centres), this.settings);
    s.overlay.showPull(section(f, Tag.Pull));
    s.extras.update(section(f, Tag.Extras));
    this.stage.move(section(f, Tag.Cameras), section(f, Tag.Lights), section(f, Tag.Bodies));
    s.engines.move(f);
    if (this.reframe) {
      this.reframe = false;
      this.margins();
      this.stage.frame(undefined, "here");
    }
    s.views.wiping(this.stage.compare.mode === "wipe" && s.engines.running);
    s.panels.update(f);
    s.bar.update(f.time, section(f, Tag.Status));
    s.timeline.update(f.time, section(f, Tag.Status));
    s.verdict.update(f);
    if (!this.framed) {
      this.framed = true;
      this.margins();
      this.stage.frame(undefined, "home");
    }
  }

  /** What panels cover of the picture. */
  private margins(): void {
    const box = (id: string) => {
      const e = document.getElementById(id);
      return !e || getComputedStyle(e).display === "none" || getComputedStyle(e).visibility === "hidden" ? null : e.getBoundingClientRect();
    };
    const [l, r, t, b] = [box("left"), box("right"), box("bar"), box("certificate") ?? box("rows") ?? box("foot")];
    const small = innerWidth <= 700;
    this.shown?.views.place({
      left: l && !small ? Math.max(l.right, 0) : 0, right: r && !small ? Math.max(innerWidth - r.left, 0) : 0,
      top: t ? t.bottom : 0, bottom: b ? Math.max(innerHeight - b.top, 0) : 0,
    });
  }

  private draw(): void {
    requestAnimationFrame(() => this.draw());
    const s = this.shown;
    // nothing stands where it belongs before the first frame
    if (!s || !this.latest) return;
    if (this.fresh) {
      this.fresh = false;
      this.moved = true;
      this.show(this.latest, s);
    }
    this.margins();
    const c = this.stage.camera;
    const seen = [innerWidth, innerHeight, c.position.toArray().join(), c.quaternion.toArray().join(), document.body.className, JSON.stringify(this.stage.margins)].join();
    this.gizmo.update();
    const still = seen === this.seen && !this.moved && !this.stage.flying && !this.gizmo.shown;
    this.seen = seen;
    this.moved = false;
    if (!still) {
      this.stage.render();
      s.engines.label(this.beside === "" ? null : names(this.beside, this.choices));
    }
    this.drawn++;
    if (this.drawn % 4 === 0) s.panels.draw();
  }
}

function hard(choices: Choice[]): boolean {
  return choices.find((c) => c.name === "contact")?.now === "hard";
}
