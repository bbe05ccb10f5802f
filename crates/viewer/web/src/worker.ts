// The engine in a worker: opens a model or a recording, steps it in real time, sends frames and answers.

/** Calls of the module; numbers are addresses or counts. */
type Calls = Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory };

export type ToWorker =
  | { kind: "open"; wasm: ArrayBuffer; name: string; content: ArrayBuffer; files: Record<string, ArrayBuffer>; options: Record<string, unknown> }
  | { kind: "scene"; id: number }
  | { kind: "asset"; id: number; hash: string }
  | { kind: "start" }
  | { kind: "check"; id: number; steps: number }
  | { kind: "send"; command: Record<string, unknown> };
export type FromWorker =
  | { kind: "opened" }
  | { kind: "failed"; why: string }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "frame"; frame: ArrayBuffer }
  | { kind: "events"; events: Record<string, unknown>[] };

/** Longest time between two looks at the commands [s]. */
const SLICE = 0.012;

class Host {
  private studio = 0;

  constructor(private readonly calls: Calls, private readonly model: Extract<ToWorker, { kind: "open" }>, private readonly post: (m: FromWorker, move?: Transferable[]) => void) {
    for (const [name, content] of Object.entries(model.files)) this.lend([text(name), new Uint8Array(content)], (...s) => calls.stiction_file(...s));
    this.studio = this.open(model.options);
  }

  private open(options: Record<string, unknown>): number {
    const at = this.lend([text(this.model.name), new Uint8Array(this.model.content), text(JSON.stringify(options))], (...s) => this.calls.stiction_studio_open(...s));
    if (at === 0) throw new Error(this.message());
    return at;
  }

  /** Copies of bytes in the engine's memory for the time of a call. */
  private lend<T>(parts: Uint8Array[], use: (...spans: number[]) => T): T {
    const spans = parts.map((b) => {
      const at = this.calls.stiction_alloc(b.length);
      new Uint8Array(this.calls.memory.buffer, at, b.length).set(b);
      return [at, b.length];
    });
    try {
      return use(...spans.flat());
    } finally {
      for (const [at, n] of spans) this.calls.stiction_free(at, n);
    }
  }

  private message(): string {
    const c = this.calls;
    return new TextDecoder().decode(new Uint8Array(c.memory.buffer, c.stiction_message(), c.stiction_message_len()));
  }

  private view(): ArrayBuffer {
    const c = this.calls;
    const n = c.stiction_view_len();
    return c.memory.buffer.slice(n ? c.stiction_view_start() : 0, n ? c.stiction_view_start() + n : 0) as ArrayBuffer;
  }

  private say(): void {
    const events = JSON.parse(this.message()) as Record<string, unknown>[];
    if (events.length > 0) this.post({ kind: "events", events });
  }

  private obey(studio: number, command: Record<string, unknown>): void {
    this.lend([text(JSON.stringify(command))], (at, n) => this.calls.stiction_studio_obey(studio, at, n, now()));
  }

  /** The bits after some steps from the start, in an engine of their own. */
  private check(steps: number): unknown {
    const studio = this.open({ ...this.model.options, paused: true });
    for (let left = steps; left > 0; left -= 1000) this.obey(studio, { cmd: "step", n: Math.min(left, 1000) });
    this.obey(studio, { cmd: "get", what: "state" });
    const state = (JSON.parse(this.message()) as Record<string, unknown>[])[0];
    this.calls.stiction_studio_drop(studio);
    return state;
  }

  take(m: ToWorker): void {
    const c = this.calls;
    if (m.kind === "scene") {
      c.stiction_studio_scene(this.studio);
      this.post({ kind: "answer", id: m.id, value: JSON.parse(this.message()) });
    } else if (m.kind === "asset") {
      const found = this.lend([text(m.hash)], (at, n) => c.stiction_studio_asset(this.studio, at, n));
      const value = found ? this.view() : null;
      this.post({ kind: "answer", id: m.id, value }, value ? [value] : []);
    } else if (m.kind === "check") this.post({ kind: "answer", id: m.id, value: this.check(m.steps) });
    else if (m.kind === "start") {
      c.stiction_studio_hello(this.studio, now());
      this.say();
      this.turn();
    } else if (m.kind === "send") {
      this.obey(this.studio, m.command);
      this.say();
    }
  }

  /** Steps until real time is reached, then a frame, then the same again. */
  private turn(): void {
    const c = this.calls;
    const begin = now();
    do {
      c.stiction_studio_advance(this.studio, now(), 4);
      this.say();
    } while (c.stiction_studio_idle(this.studio, now()) === 0 && now() - begin < SLICE);
    const got = c.stiction_studio_frame(this.studio, now());
    if (got === 1) {
      const frame = this.view();
      this.post({ kind: "frame", frame }, [frame]);
    } else if (got === 2) this.post({ kind: "events", events: [{ event: "diverged", why: this.message() }] });
    setTimeout(() => this.turn(), 1000 * c.stiction_studio_idle(this.studio, now()));
  }
}

function text(t: string): Uint8Array {
  return new TextEncoder().encode(t);
}

function now(): number {
  return performance.now() / 1000;
}

let host: Promise<Host> | null = null;
const post = (m: FromWorker, move: Transferable[] = []) => (self as unknown as { postMessage(m: FromWorker, move: Transferable[]): void }).postMessage(m, move);
const failed = (e: unknown) => post({ kind: "failed", why: e instanceof Error ? e.message : String(e) });

self.onmessage = (e: MessageEvent<ToWorker>) => {
  const m = e.data;
  if (m.kind === "open") {
    host = WebAssembly.instantiate(m.wasm, {}).then((made) => new Host(made.instance.exports as unknown as Calls, m, post));
    host.then(() => post({ kind: "opened" }), failed);
  } else host?.then((h) => h.take(m)).catch(failed);
};
