// The page: one source of frames, the picture, the panels.

import * as THREE from "three";
import { choose, el } from "./dom";
import { type Frame, section, Tag } from "./frame";
import { Materials } from "./materials";
import { Mouse } from "./mouse";
import { Overlay } from "./overlay";
import { Extras } from "./extras";
import { defaults, Panels } from "./panels";
import { Shapes } from "./shapes";
import { Live, Recorded, type Recording, type Source } from "./source";
import { Stage } from "./stage";
import type { Scene } from "./types";
import { World } from "./world";

declare global {
  interface Window {
    /** Set by a page that carries its own recording. */
    stictionRecording?: Recording;
    /** For tests: what has happened, and a way to act. */
    stiction: { frames: number; drawn: number; time: number; ready: boolean; paused: boolean; last: Frame | null; events: Record<string, unknown>[]; send(c: Record<string, unknown>): void; project(p: [number, number, number]): [number, number]; bodies(): Float32Array };
  }
}

/** Where the second engine stands: to the right of the first camera. */
const BESIDE = new THREE.Vector3(0.74, 0.67, 0);

function note(text: string): void {
  const e = document.getElementById("note") as HTMLElement;
  e.textContent = text;
  e.classList.toggle("on", text !== "");
}

async function main(): Promise<void> {
  const source: Source = window.stictionRecording ? new Recorded(window.stictionRecording) : new Live();
  const scene: Scene = await source.scene();
  document.title = (scene.name || "model") + " – Stiction";
  const shapes = new Shapes(scene);
  const materials = new Materials(scene);
  await Promise.all([shapes.load(source), materials.load(source)]);
  const stage = new Stage(document.getElementById("view") as HTMLCanvasElement, scene, materials.sky());
  const settings = defaults();
  const world = new World(scene, shapes, materials, null);
  const overlay = new Overlay(scene);
  const extras = new Extras(shapes);
  stage.scene.add(world.root, overlay.root, extras.root);
  let twin: World | null = null;
  let latest: Frame | null = null;
  let fresh = false;
  let moved = true;
  let view = "";

  const apply = () => {
    world.apply(settings);
    stage.shadows(settings.shadows);
    overlay.arrowScale = settings.arrows;
    if (twin) twin.root.position.copy(BESIDE).multiplyScalar(settings.offset);
    fresh = latest !== null;
    moved = true;
  };
  const panels = new Panels(scene, source, settings, apply);
  const mouse = new Mouse(stage, world, source, (body) => {
    if (body >= 0) source.send({ cmd: "get", what: "body", id: body });
  });
  const bar = new Bar(scene, source, stage, mouse, panels, () => latest);
  apply();

  const out: Window["stiction"] = (window.stiction = {
    frames: 0, drawn: 0, time: 0, ready: false, paused: false, last: null as Frame | null, events: [] as Record<string, unknown>[],
    send: (c: Record<string, unknown>) => source.send(c),
    project: (p: [number, number, number]) => {
      const v = new THREE.Vector3(...p).project(stage.camera);
      const c = stage.renderer.domElement;
      return [((v.x + 1) / 2) * c.clientWidth, ((1 - v.y) / 2) * c.clientHeight] as [number, number];
    },
    bodies: () => (latest ? section(latest, Tag.Bodies) : new Float32Array(0)),
  });

  source.start(
    (f) => {
      latest = f;
      fresh = true;
      panels.plot(f.time, section(f, Tag.Stats), f.sections.get(Tag.Stats + 100) ?? null);
      out.frames++;
      out.time = f.time;
      out.last = f;
      out.paused = section(f, Tag.Status)[0] === 1;
    },
    (e) => {
      out.events.push(e);
      if (out.events.length > 200) out.events.shift();
      panels.event(e);
      if (e.event === "camera") stage.place(e as unknown as Parameters<Stage["place"]>[0]);
      if (e.event === "refused" || e.event === "diverged") {
        note(String(e.why));
        if (e.event === "refused") setTimeout(() => note(""), 5000);
      }
    },
    (connected) => note(connected ? "" : "no connection to the simulation: trying again"),
  );

  const draw = () => {
    requestAnimationFrame(draw);
    if (fresh && latest) {
      fresh = false;
      moved = true;
      show(latest);
    }
    const seen = [innerWidth, innerHeight, stage.camera.position.toArray().join(), stage.camera.quaternion.toArray().join(), document.body.className].join();
    const still = seen === view && !moved;
    view = seen;
    moved = false;
    const bare = document.body.classList.contains("bare") || innerWidth <= 600;
    const width = bare ? 0 : (document.getElementById("left") as HTMLElement).offsetWidth;
    stage.margins(width, width);
    if (!still) stage.render();
    out.drawn++;
    if (out.drawn % 4 === 0) panels.draw();
    if (out.drawn % 15 === 0) {
      if (mouse.selected >= 0) source.send({ cmd: "get", what: "body", id: mouse.selected });
      if (panels.rowsShown) source.send({ cmd: "get", what: "rows" });
    }
    out.ready = out.frames > 0;
  };

  const show = (f: Frame) => {
    world.move(section(f, Tag.Bodies));
    world.colour(section(f, Tag.Islands), settings);
    overlay.update(section(f, Tag.Contacts), section(f, Tag.Tendons), section(f, Tag.Centres), settings);
    overlay.showPull(section(f, Tag.Pull));
    extras.update(section(f, Tag.Extras));
    stage.move(section(f, Tag.Cameras), section(f, Tag.Lights), section(f, Tag.Bodies));
    const second = f.sections.get(Tag.Bodies + 100);
    if (second && !twin) {
      twin = new World(scene, shapes, materials, new THREE.Color(0xff5533));
      twin.root.position.copy(BESIDE).multiplyScalar(settings.offset);
      stage.scene.add(twin.root);
    }
    if (twin) {
      twin.root.visible = second !== undefined;
      if (second) twin.move(second);
    }
    const status = section(f, Tag.Status);
    panels.update(section(f, Tag.Qpos), section(f, Tag.Ctrl), section(f, Tag.Sensors), status[0] === 1);
    bar.update(f.time, status, section(f, Tag.Contacts).length / 18);
  };
  draw();
}

/** The bar at the top. */
class Bar {
  private readonly pause: HTMLButtonElement;
  private readonly clock = el("span", { className: "clock" });
  private readonly foot = document.getElementById("foot") as HTMLElement;
  private seek: HTMLInputElement | null = null;
  private paused = false;

  constructor(scene: Scene, private readonly source: Source, stage: Stage, mouse: Mouse, panels: Panels, latest: () => Frame | null) {
    const send = (c: Record<string, unknown>) => source.send(c);
    const button = (id: string, text: string, title: string, act: () => void) => {
      const b = el("button", { id, title, onclick: act }, text);
      b.setAttribute("aria-label", title);
      return b;
    };
    this.pause = button("pause", "Pause", "pause or go on (Space)", () => this.toggle());
    const speeds: [string, string][] = [["0.05", "1/20"], ["0.1", "1/10"], ["0.25", "1/4"], ["0.5", "1/2"], ["1", "1×"], ["2", "2×"], ["5", "5×"]];
    const speed = choose(speeds, "1", (v) => send({ cmd: "speed", value: Number(v) }));
    speed.id = "speed";
    speed.title = "speed";
    const views: [string, string][] = [["free", "free camera"], ["track", "follow the selected body"], ...scene.cameras.map((c, i): [string, string] => ["fixed:" + i, c.name || "camera " + i])];
    const view = choose(views, "free", (v) => {
      const f = latest();
      const bodies = f ? section(f, Tag.Bodies) : null;
      if (v === "track") stage.look({ kind: "track", body: mouse.selected > 0 ? mouse.selected : Math.min(1, scene.bodies.length - 1) }, bodies);
      else if (v.startsWith("fixed:")) stage.look({ kind: "fixed", camera: Number(v.slice(6)) }, bodies);
      else {
        stage.look({ kind: "free" }, bodies);
        stage.home();
      }
    });
    view.id = "camera";
    const bar = document.getElementById("bar") as HTMLElement;
    bar.append(
      el("span", { className: "title" }, scene.name || "model"),
      this.pause,
      button("back", "◀|", "one step back (←)", () => send({ cmd: "back", n: 1 })),
      button("step", "|▶", "one step (→)", () => send({ cmd: "step", n: 1 })),
      button("reset", "Reset", "back to the start (Backspace)", () => send({ cmd: "reset" })),
      speed,
    );
    if (scene.keyframes.length > 0 && source.live) {
      const keys: [string, string][] = [["", "keyframe …"], ...scene.keyframes.map((k, i): [string, string] => [String(i), k || "key " + i])];
      const pick = choose(keys, "", (v) => {
        if (v !== "") send({ cmd: "key", id: Number(v) });
        pick.value = "";
      });
      pick.id = "key";
      bar.append(pick);
    }
    bar.append(view);
    if (source.duration !== null) {
      this.seek = el("input", { type: "range", id: "seek", min: "0", max: String(source.duration), step: "0.001" });
      this.seek.oninput = () => send({ cmd: "seek", time: Number(this.seek?.value) });
      bar.append(this.seek);
    }
    const rows = button("rowsbutton", "Rows", "the constraint rows of the last step", () => rows.classList.toggle("on", panels.toggleRows()));
    bar.append(el("span", { className: "grow" }), this.clock, ...(source instanceof Live ? [rows] : []), button("panels", "Panels", "hide or show the panels (H)", () => document.body.classList.toggle("bare")));
    addEventListener("keydown", (e) => this.key(e));
  }

  private toggle(): void {
    this.source.send({ cmd: "pause", on: !this.paused });
  }

  private key(e: KeyboardEvent): void {
    if (e.target instanceof HTMLInputElement || e.target instanceof HTMLSelectElement) return;
    if (e.key === " ") this.toggle();
    else if (e.key === "ArrowRight") this.source.send({ cmd: "step", n: e.shiftKey ? 10 : 1 });
    else if (e.key === "ArrowLeft") this.source.send({ cmd: "back", n: e.shiftKey ? 10 : 1 });
    else if (e.key === "Backspace") this.source.send({ cmd: "reset" });
    else if (e.key === "h" || e.key === "H") document.body.classList.toggle("bare");
    else return;
    e.preventDefault();
  }

  update(time: number, status: Float32Array, contacts: number): void {
    this.paused = status[0] === 1;
    this.pause.textContent = this.paused ? "Play" : "Pause";
    this.pause.classList.toggle("on", this.paused);
    this.clock.textContent = `t = ${time.toFixed(3)} s   ${this.paused ? "paused" : (100 * status[2]).toFixed(0) + " % of real time"}`;
    this.foot.textContent = `${contacts} contacts   ${status[4]} viewer${status[4] === 1 ? "" : "s"}`;
    if (this.seek && document.activeElement !== this.seek) this.seek.value = String(time);
  }
}

main().catch((e: unknown) => note("the page could not start: " + String(e)));
