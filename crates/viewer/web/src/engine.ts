// The engine inside the page: a source of frames that needs no server.

import { bytes } from "./base64";
import { decode, type Frame } from "./frame";
import type { Event, Source } from "./source";
import type { Scene } from "./types";
import type { FromWorker, ToWorker } from "./worker";

/** The worker's program, put here by build.mjs. */
declare const WORKER: string;

/** A model with the files it names, or a recording (.stic). */
export interface Model { name: string; content: ArrayBuffer; files: Record<string, ArrayBuffer>; options?: Record<string, unknown> }

/** Where the engine's module is: beside the page, or inside it. */
export interface EngineCode { url?: string; gzip?: string }

export async function inflate(data: Uint8Array<ArrayBuffer>, format: "gzip" | "deflate-raw"): Promise<ArrayBuffer> {
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream(format))).arrayBuffer();
}

let code: Promise<ArrayBuffer> | null = null;

/** The module's bytes, fetched or unpacked once. */
function module(from: EngineCode): Promise<ArrayBuffer> {
  code ??= from.gzip !== undefined ? inflate(bytes(from.gzip), "gzip") : fetch(from.url ?? "stiction_wasm.wasm").then((r) => r.arrayBuffer());
  return code;
}

/** Commands that leave a run as it would be. */
const HARMLESS = new Set(["get", "pause", "step", "back", "seek", "speed", "reset", "twin", "release", "undo"]);

export class Engine implements Source {
  live = true;
  duration: number | null = null;
  /** Something was changed by hand: the same steps from the start lead elsewhere. */
  touched = false;
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, (value: unknown) => void>();
  private next = 1;
  private onFrame: (f: Frame) => void = () => {};
  private onEvent: (e: Event) => void = () => {};

  constructor(private readonly from: EngineCode, readonly model: Model) {}

  /** Starts the worker; fails with everything that is wrong with the model. */
  async open(): Promise<void> {
    const wasm = await module(this.from);
    const url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    const worker = new Worker(url);
    this.worker = worker;
    await new Promise<void>((done, fail) => {
      worker.onmessage = (e: MessageEvent<FromWorker>) => {
        if (e.data.kind === "opened") done();
        else if (e.data.kind === "failed") fail(new Error(e.data.why));
        this.take(e.data);
      };
      worker.onerror = (e) => fail(new Error(e.message || "the worker could not start"));
      const { name, content, files, options } = this.model;
      this.post({ kind: "open", wasm, name, content, files, options: options ?? {} });
    });
    URL.revokeObjectURL(url);
  }

  private take(m: FromWorker): void {
    if (m.kind === "frame") {
      const f = decode(m.frame);
      if (f) this.onFrame(f);
    } else if (m.kind === "events") for (const e of m.events) this.onEvent(e as Event);
    else if (m.kind === "answer") {
      this.waiting.get(m.id)?.(m.value);
      this.waiting.delete(m.id);
    } else if (m.kind === "failed") this.onEvent({ event: "diverged", why: m.why });
  }

  private post(m: ToWorker): void {
    this.worker?.postMessage(m);
  }

  private ask<T>(m: (id: number) => ToWorker): Promise<T> {
    const id = this.next++;
    return new Promise((done) => {
      this.waiting.set(id, done as (v: unknown) => void);
      this.post(m(id));
    });
  }

  async scene(): Promise<Scene> {
    const scene = await this.ask<Scene>((id) => ({ kind: "scene", id }));
    if (scene.recording !== undefined) {
      this.live = false;
      this.duration = scene.recording;
    }
    return scene;
  }

  async asset(hash: string): Promise<ArrayBuffer> {
    const got = await this.ask<ArrayBuffer | null>((id) => ({ kind: "asset", id, hash }));
    if (!got) throw new Error("the model has no asset " + hash);
    return got;
  }

  /** The state after some steps from the start, in an engine of its own. */
  check(steps: number): Promise<{ hash: string; time: number }> {
    return this.ask((id) => ({ kind: "check", id, steps }));
  }

  start(onFrame: (f: Frame) => void, onEvent: (e: Event) => void, onState: (connected: boolean) => void): void {
    this.onFrame = onFrame;
    this.onEvent = onEvent;
    onState(true);
    this.post({ kind: "start" });
  }

  send(command: Record<string, unknown>): void {
    if (!HARMLESS.has(String(command.cmd))) this.touched = true;
    this.post({ kind: "send", command });
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
