// Where a scene and its frames come from: a running server, or a recording inside the page.

import { bytes } from "./base64";
import { decode, type Frame } from "./frame";
import type { Scene } from "./types";

export type Event = { event: string } & Record<string, unknown>;

export interface Source {
  /** A simulation that can be changed, not a recording. */
  readonly live: boolean;
  /** Where a recording ends [s]. */
  readonly duration: number | null;
  scene(): Promise<Scene>;
  asset(hash: string): Promise<ArrayBuffer>;
  start(onFrame: (f: Frame) => void, onEvent: (e: Event) => void, onState: (connected: boolean) => void): void;
  send(command: Record<string, unknown>): void;
  /** Ends it, where it can be ended. */
  stop?(): void;
}

/** A server: commands as JSON texts, frames as binary messages. Reconnects by itself. */
export class Live implements Source {
  live = true;
  duration: number | null = null;
  private socket: WebSocket | null = null;
  private wait = 250;
  /** What was sent before the connection was there. */
  private early: string[] = [];

  private address(path: string): string {
    return path + location.search;
  }
  async scene(): Promise<Scene> {
    const scene = (await (await fetch(this.address("scene.json"))).json()) as Scene;
    if (scene.recording !== undefined) {
      this.live = false;
      this.duration = scene.recording;
    }
    return scene;
  }
  async asset(hash: string): Promise<ArrayBuffer> {
    const answer = await fetch(this.address("asset/" + hash));
    if (!answer.ok) throw new Error("asset " + hash + ": " + answer.status);
    return answer.arrayBuffer();
  }
  start(onFrame: (f: Frame) => void, onEvent: (e: Event) => void, onState: (connected: boolean) => void): void {
    const scheme = location.protocol === "https:" ? "wss://" : "ws://";
    const folder = location.pathname.replace(/[^/]*$/, "");
    const socket = new WebSocket(scheme + location.host + folder + "state" + location.search);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 250;
      for (const c of this.early.splice(0)) socket.send(c);
      onState(true);
    };
    socket.onmessage = (m) => {
      if (typeof m.data === "string") onEvent(JSON.parse(m.data) as Event);
      else {
        const f = decode(m.data as ArrayBuffer);
        if (f) onFrame(f);
      }
    };
    socket.onclose = () => {
      this.early = [];
      onState(false);
      setTimeout(() => this.start(onFrame, onEvent, onState), this.wait);
      this.wait = Math.min(2 * this.wait, 4000);
    };
  }
  send(command: Record<string, unknown>): void {
    const text = JSON.stringify(command);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (this.socket?.readyState === WebSocket.CONNECTING) this.early.push(text);
  }
}

export interface Recording { scene: Scene; assets: Record<string, string>; frames: string; offsets: number[]; times: number[] }

/** A recording that came with the page: plays, pauses, seeks. */
export class Recorded implements Source {
  readonly live = false;
  readonly duration: number;
  private readonly frames: ArrayBuffer;
  private time = 0;
  private speed = 1;
  private paused = false;
  private shown = -1;

  constructor(private readonly recording: Recording) {
    this.frames = bytes(recording.frames).buffer;
    this.time = recording.times[0] ?? 0;
    this.duration = recording.times[recording.times.length - 1] ?? 0;
  }
  async scene(): Promise<Scene> {
    return this.recording.scene;
  }
  async asset(hash: string): Promise<ArrayBuffer> {
    const text = this.recording.assets[hash];
    if (text === undefined) throw new Error("the recording has no asset " + hash);
    return bytes(text).buffer;
  }
  private index(): number {
    const t = this.recording.times;
    let lo = 0;
    let hi = t.length - 1;
    while (lo < hi) {
      const mid = (lo + hi + 1) >> 1;
      if (t[mid] <= this.time + 1e-9) lo = mid;
      else hi = mid - 1;
    }
    return lo;
  }
  start(onFrame: (f: Frame) => void, _onEvent: (e: Event) => void, onState: (connected: boolean) => void): void {
    onState(true);
    let last = performance.now();
    const first = this.recording.times[0] ?? 0;
    const tick = (now: number) => {
      if (!this.paused) {
        this.time += (Math.min(now - last, 100) / 1000) * this.speed;
        if (this.time > this.duration) this.time = first;
      }
      last = now;
      const i = this.index();
      if (i !== this.shown && this.recording.times.length > 0) {
        this.shown = i;
        const [from, to] = [this.recording.offsets[i], this.recording.offsets[i + 1]];
        const f = decode(this.frames.slice(from, to));
        if (f) {
          f.sections.set(12, new Float32Array([this.paused ? 1 : 0, this.speed, this.speed, i, 1, first, this.duration]));
          onFrame(f);
        }
      }
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
  send(c: Record<string, unknown>): void {
    const step = (n: number) => {
      this.paused = true;
      const t = this.recording.times;
      this.time = t[Math.max(0, Math.min(t.length - 1, this.index() + n))] ?? 0;
    };
    this.shown = -1;
    if (c.cmd === "pause") this.paused = c.on === true;
    else if (c.cmd === "step") step(Number(c.n ?? 1));
    else if (c.cmd === "back") step(-Number(c.n ?? 1));
    else if (c.cmd === "speed") this.speed = Number(c.value);
    else if (c.cmd === "reset") this.time = this.recording.times[0] ?? 0;
    else if (c.cmd === "seek") this.time = Number(c.time);
  }
}
