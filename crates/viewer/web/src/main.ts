// Chooses where the scene comes from, and hands the page to tests and scripts.

import * as THREE from "three";
import { App } from "./app";
import { type Frame, section, Tag } from "./frame";
import { read } from "./link";
import { note } from "./note";
import { Live, Recorded, type Recording } from "./source";
import { type Setup, Studio } from "./studio";

declare global {
  interface Window {
    /** Set by a page that carries its own recording. */
    stictionRecording?: Recording;
    /** Set by a page that carries the engine, or knows where it is. */
    stictionEngine?: Setup;
    /** For tests and scripts: what has happened, and a way to act. */
    stiction: Handle;
  }
}

/** What tests and scripts see of the page. */
class Handle {
  studio: Studio | null = null;

  constructor(readonly app: App) {}
  get frames(): number {
    return this.app.frames;
  }
  get drawn(): number {
    return this.app.drawn;
  }
  get time(): number {
    return this.app.latest?.time ?? 0;
  }
  get ready(): boolean {
    return this.app.frames > 0 && this.app.drawn > 0;
  }
  get paused(): boolean {
    return this.last !== null && section(this.last, Tag.Status)[0] === 1;
  }
  get last(): Frame | null {
    return this.app.latest;
  }
  get events(): Record<string, unknown>[] {
    return this.app.events;
  }
  /** Draw calls of the last picture, shadows included. */
  get calls(): number {
    return this.app.stage.renderer.info.render.calls;
  }
  /** Fractions of the free picture that the subject takes. */
  get fill(): [number, number] {
    const s = this.app.stage;
    return s.fill(s.points());
  }
  /** Shapes with a line about them. */
  get outlined(): number {
    return this.app.stage.outline.count;
  }
  send(c: Record<string, unknown>): void {
    this.app.shown?.source.send(c);
  }
  project(p: [number, number, number]): [number, number] {
    const v = new THREE.Vector3(...p).project(this.app.stage.eye);
    const c = this.app.stage.renderer.domElement;
    return [((v.x + 1) / 2) * c.clientWidth, ((1 - v.y) / 2) * c.clientHeight];
  }
  bodies(): Float32Array {
    return this.last ? section(this.last, Tag.Bodies) : new Float32Array(0);
  }
}

async function main(): Promise<void> {
  const app = new App();
  window.stiction = new Handle(app);
  if (window.stictionEngine) {
    const studio = new Studio(app, window.stictionEngine);
    window.stiction.studio = studio;
    await studio.start();
    return;
  }
  // without this a file that is dropped would replace the page
  for (const kind of ["dragover", "drop"] as const)
    addEventListener(kind, (e) => {
      if (!e.dataTransfer?.types.includes("Files")) return;
      e.preventDefault();
      if (kind === "drop") note("this page shows one run; another file is opened by `stiction view FILE`, or by the page with the engine inside", 8, "notice");
    });
  await app.open(window.stictionRecording ? new Recorded(window.stictionRecording) : new Live());
  const { camera, time } = read(location.hash);
  if (camera) app.view(camera);
  if (time !== undefined) app.shown?.source.send({ cmd: "seek", time });
}

main().catch((e: unknown) => note(e instanceof Error ? e.message : String(e)));
