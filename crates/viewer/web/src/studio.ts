// A page with the engine inside: the gallery, models that are dropped or linked, and the proof of equal bits.

import type { App } from "./app";
import { button } from "./bar";
import { el } from "./dom";
import * as drop from "./drop";
import { Engine, type EngineCode, type Model } from "./engine";
import * as link from "./link";
import { note } from "./note";
import { theme } from "./theme";

/** One scene of the gallery. */
export interface Card { id: string; title: string; text: string; file: string; set?: string; twin?: string; compare?: "beside" | "over" | "wipe"; picture?: string; steps?: number; hash?: string }

/** What a page with an engine says about itself. */
export interface Setup extends EngineCode {
  /** The gallery's list: its address, or the list itself. */
  gallery?: string | Card[];
  /** A scene inside the page. */
  model?: { card: Card; text: string };
}

/** Largest text that a link carries [characters, packed]. */
const LONGEST = 30000;

export class Studio {
  private cards: Card[] = [];
  private card: Card | null = null;
  private engine: Engine | null = null;
  private readonly board = el("div", { id: "gallery" });
  /** Whether the bits were compared with the native program's, and the outcome. */
  bits: { steps: number; native: string; here: string } | null = null;

  constructor(private readonly app: App, private readonly setup: Setup) {
    document.body.append(this.board);
    this.board.setAttribute("aria-label", "gallery");
    app.more = [
      ...(setup.gallery ? [{ id: "gallery", title: "the gallery", keys: ["g"], anywhere: true, run: () => this.show(!this.board.classList.contains("on")) }] : []),
      { id: "open", title: "open a model or recording from this machine", keys: ["o"], anywhere: true, run: () => this.choose() },
    ];
    app.actions.set([...app.more, { id: "theme", title: "light or dark", keys: ["l"], anywhere: true, run: () => theme() }]);
    app.address = () => this.address();
    app.unlinked = () => this.unlinked();
    this.listen();
  }

  private listen(): void {
    addEventListener("dragover", (e) => {
      if (!e.dataTransfer?.types.includes("Files")) return;
      e.preventDefault();
      document.body.classList.add("dragging");
    });
    addEventListener("dragleave", (e) => e.relatedTarget === null && document.body.classList.remove("dragging"));
    addEventListener("drop", (e) => {
      document.body.classList.remove("dragging");
      if (!e.dataTransfer?.types.includes("Files")) return;
      e.preventDefault();
      this.safely(drop.dropped(e.dataTransfer).then((f) => this.take(f)));
    });
    addEventListener("hashchange", () => this.safely(this.follow()));
    addEventListener("keydown", (e) => e.key === "Escape" && !document.querySelector("dialog[open]") && this.show(false));
  }

  private safely(work: Promise<void>): void {
    work.catch((e: unknown) => note(e instanceof Error ? e.message : String(e)));
  }

  /** Files of this machine: nothing of them leaves the page. */
  async take(files: Map<string, File>): Promise<void> {
    await this.open(await drop.model(files), null, {});
  }

  private choose(): void {
    const input = el("input", { type: "file", multiple: true });
    input.onchange = () => this.safely(this.take(new Map([...(input.files ?? [])].map((f) => [f.name, f]))));
    input.click();
  }

  async start(): Promise<void> {
    const g = this.setup.gallery;
    if (g) this.cards = typeof g === "string" ? ((await (await fetch(g)).json()) as Card[]) : g;
    this.fill();
    const m = this.setup.model;
    if (m && !location.hash.includes("xml=")) await this.open({ name: m.card.file, content: new TextEncoder().encode(m.text).buffer as ArrayBuffer, files: {}, options: { set: m.card.set ?? "" } }, m.card, link.read(location.hash));
    else await this.follow();
  }

  /** Shows the gallery, or the scene behind it if there is one. */
  private show(on = true): void {
    const back = document.getElementById("backtoscene");
    if (back) back.hidden = this.engine === null;
    this.board.classList.toggle("on", on || this.engine === null);
  }

  private fill(): void {
    const card = (c: Card) => {
      const b = el("button", { className: "card", onclick: () => (location.hash = link.write({ scene: c.id })) });
      if (c.picture) b.append(el("img", { src: c.picture, alt: "", loading: "lazy" }));
      b.append(el("div", {}, el("b", {}, c.title), el("span", {}, c.text)));
      b.dataset.id = c.id;
      return b;
    };
    this.board.replaceChildren(
      el("h1", {}, "Stiction in your browser"),
      el("p", {}, "The whole engine runs in this page: soft and exact contact, certificates, exact history. Drop a model, its folder, an archive or a recording anywhere; nothing leaves your machine."),
      el(
        "p",
        { className: "buttons" },
        button("openfile", "Open a file …", "a model or recording of this machine (O)", () => this.choose()),
        button("gallerytheme", "◐ light or dark", "light or dark (L)", () => theme()),
        button("backtoscene", "× back to the scene", "back to the scene (Esc)", () => this.show(false)),
      ),
      el("div", { className: "cards" }, ...this.cards.map(card)),
    );
  }

  /** Shows what the address names. */
  private async follow(): Promise<void> {
    const l = link.read(location.hash);
    if (l.xml !== undefined) {
      const text = await link.unpack(l.xml);
      return this.open({ name: "model.xml", content: new TextEncoder().encode(text).buffer as ArrayBuffer, files: {} }, null, l);
    }
    const card = this.cards.find((c) => c.id === l.scene);
    if (!card) return this.show();
    if (card === this.card && this.engine) {
      this.board.classList.remove("on");
      return this.go(l);
    }
    const answer = await fetch(card.file);
    if (!answer.ok) throw new Error(`${card.file}: ${answer.status}`);
    const name = card.file.split("/").pop() ?? card.file;
    await this.open({ name, content: await answer.arrayBuffer(), files: {}, options: { set: card.set ?? "" } }, card, l);
  }

  private async open(model: Model, card: Card | null, l: link.Link): Promise<void> {
    note("loading …", 0, "notice");
    const engine = new Engine(this.setup, model);
    await engine.open().catch((why: unknown) => {
      engine.stop();
      throw why;
    });
    note("");
    this.board.classList.remove("on");
    this.app.stage.compare.mode = card?.compare ?? "beside";
    await this.app.open(engine);
    [this.engine, this.card, this.bits] = [engine, card, null];
    if (card?.twin) engine.send({ cmd: "twin", with: card.twin });
    this.tools();
    this.go(l);
    if (card?.hash && card.steps) void this.compare(engine, card.steps, card.hash);
  }

  /** Buttons of pages with an engine. */
  private tools(): void {
    const help = document.getElementById("help");
    if (this.setup.gallery) help?.before(button("gallerybutton", "Gallery", "all scenes (G)", () => this.show()));
    const bits = button("bits", "…", "the same steps in this page and in the native program", () => this.bits && note(`${this.bits.steps} steps: native ${this.bits.native}, here ${this.bits.here}`, 8, "notice"));
    bits.className = "badge none";
    bits.hidden = true;
    help?.before(bits);
  }

  /** The same steps here as in the native program, compared to the bit. */
  private async compare(engine: Engine, steps: number, native: string): Promise<void> {
    const { hash: here } = await engine.check(steps);
    if (engine !== this.engine) return;
    this.bits = { steps, native, here };
    const badge = document.getElementById("bits");
    if (!badge) return;
    badge.hidden = false;
    badge.className = "badge " + (here === native ? "good" : "bad");
    badge.textContent = here === native ? `✓ native bits (${steps} steps)` : "✗ not the native bits";
  }

  /** Camera and time of a link. */
  private go(l: link.Link): void {
    const { app, engine } = this;
    if (l.time !== undefined && engine) {
      const h = app.shown?.scene.options.timestep ?? 0.002;
      engine.send({ cmd: "pause", on: true });
      if (engine.live) {
        engine.send({ cmd: "reset" });
        if (this.card?.twin) engine.send({ cmd: "twin", with: this.card.twin });
        for (let left = Math.min(Math.round(l.time / h), 200000); left > 0; left -= 1000) engine.send({ cmd: "step", n: Math.min(left, 1000) });
      } else engine.send({ cmd: "seek", time: l.time });
    }
    if (l.camera) app.view(l.camera);
  }

  /** The address of this view. */
  async address(): Promise<string> {
    const l: link.Link = { camera: this.app.stage.place, time: this.app.latest?.time };
    if (this.card) l.scene = this.card.id;
    else if (this.engine && Object.keys(this.engine.model.files).length === 0) {
      const packed = await link.pack(new TextDecoder().decode(this.engine.model.content));
      if (packed.length <= LONGEST) l.xml = packed;
    }
    return location.href.replace(/#.*$/, "") + link.write(l);
  }

  /** What the address leaves out. */
  private unlinked(): string {
    if (!this.card && !location.hash.includes("xml=")) return "; this model is too large or has files of its own, which a link cannot carry";
    return this.engine?.touched ? "; it starts the scene anew: what you changed by hand is not in it" : "";
  }
}
