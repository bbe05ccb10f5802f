// The engine in a browser, in Node or in any other WebAssembly host.
//
//   const engine = await Engine.load(fetch("stiction_wasm.wasm"));        // or bytes, or a compiled module
//   const sim = engine.simulation(xml, { files: { "foot.stl": bytes } });  // throws with file, line, column, hint
//   sim.array("ctrl")[0] = 1;
//   sim.step(10);
//   sim.array("qpos");                                                     // a live Float64Array, MuJoCo's names
//
// Arrays are views of the engine's memory. Memory can move when it grows (loading, more contacts): ask for the array again after a call.
//
// A defect of the engine traps and ends its WebAssembly instance. The call then throws a `Restarted` with the defect's words, and every
// simulation of the engine goes on in a fresh instance from its state before its last call, with the numbers written into its model.

const VIEWS = [Float64Array, Float32Array, Int32Array, BigInt64Array, Uint8Array];

/** The engine had a defect and was started anew; simulations stand where they stood before the call. */
export class Restarted extends Error {}

export class Engine {
  /** From a Response (or a promise of one), bytes, or a WebAssembly.Module. */
  static async load(source) {
    let code = await source;
    if (typeof Response !== "undefined" && code instanceof Response) code = await code.arrayBuffer();
    const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    return new Engine(module, await WebAssembly.instantiate(module, {}));
  }

  constructor(module, instance) {
    this.module = module;
    this.calls = instance.exports;
    this.simulations = new Set();
  }

  /** Calls into the module; if that traps, the engine starts anew and a `Restarted` is thrown. */
  guard(work) {
    try {
      return work();
    } catch (e) {
      if (!(e instanceof WebAssembly.RuntimeError)) throw e;
      const words = this.restart();
      throw new Restarted(`a defect of the engine: ${words || e.message}. It was started anew from the last state.`, { cause: e });
    }
  }

  /** A fresh instance with the simulations of this one; returns what the panic said. */
  restart() {
    const dead = this.calls;
    const { buffer } = dead.memory;
    const words = new TextDecoder().decode(new Uint8Array(buffer, dead.stiction_panic(), dead.stiction_panic_len()));
    const kept = [...this.simulations].map((sim) => ({
      sim,
      state: new Float64Array(buffer, dead.stiction_saved(sim.at), dead.stiction_saved_len(sim.at)).slice(),
      numbers: [...sim.lent].map((name) => [name, sim.peek(name)?.slice()]),
    }));
    this.calls = new WebAssembly.Instance(this.module, {}).exports;
    for (const { sim, state, numbers } of kept) {
      sim.at = this.open(sim.source);
      for (const [name, values] of numbers) {
        if (values) sim.peek(name)?.set(values);
      }
      this.lend([state.buffer], (start, length) => this.calls.stiction_restore(sim.at, start, length));
    }
    return words;
  }

  /** Loads a model into the module and returns its place there. */
  open({ model, name, files }) {
    for (const [file, content] of Object.entries(files)) {
      this.lend([file, content], (...spans) => this.calls.stiction_file(...spans));
    }
    const at = this.lend([name, model], (...spans) => this.calls.stiction_load(...spans));
    if (at === 0) throw new Error(this.message());
    return at;
  }

  /** A simulation of a model: text or bytes of MJCF, URDF or .mjz, and the files it names. */
  simulation(model, { name = "model.xml", files = {} } = {}) {
    const source = { model, name, files };
    const at = this.guard(() => this.open(source));
    const sim = new Simulation(this, at, source, this.message());
    this.simulations.add(sim);
    return sim;
  }

  /** Calls `use(start, length, start, length, …)` with copies of texts or bytes in the engine's memory. */
  lend(contents, use) {
    const spans = contents.map((c) => {
      const bytes = typeof c === "string" ? new TextEncoder().encode(c) : new Uint8Array(c);
      const start = this.calls.stiction_alloc(bytes.length);
      new Uint8Array(this.calls.memory.buffer, start, bytes.length).set(bytes);
      return [start, bytes.length];
    });
    try {
      return use(...spans.flat());
    } finally {
      for (const [start, length] of spans) this.calls.stiction_free(start, length);
    }
  }

  message() {
    const { memory, stiction_message, stiction_message_len } = this.calls;
    return new TextDecoder().decode(new Uint8Array(memory.buffer, stiction_message(), stiction_message_len()));
  }
}

export class Simulation {
  constructor(engine, at, source, warnings) {
    Object.assign(this, { engine, at, source, warnings, lent: new Set() });
  }

  /** Advances by n steps; throws with stage, degree of freedom and likely cause if the motion diverges. */
  step(n = 1) {
    this.call((calls, at) => calls.stiction_step(at, n));
  }

  /** Computes everything from the present state without advancing it. */
  forward() {
    this.call((calls, at) => calls.stiction_forward(at));
  }

  /** Back to a keyframe, or to the reference configuration. */
  reset(key = 0xffffffff) {
    this.call((calls, at) => calls.stiction_reset(at, key));
  }

  /** A live view of an array of the data or the model, by MuJoCo's name. */
  array(name) {
    this.alive();
    const found = this.engine.guard(() => this.peek(name));
    if (!found) throw new Error(`no array is called '${name}'`);
    if (this.engine.calls.stiction_view_in_model()) this.lent.add(name);
    return found;
  }

  /** A number about the model (nq, nv, …), the state (time) or the last step (ncon, coulomb, …); NaN if unknown. */
  number(name) {
    const at = this.alive();
    return this.engine.guard(() => this.engine.lend([name], (start, length) => this.engine.calls.stiction_number(at, start, length)));
  }

  /** Ends the simulation and frees its memory. */
  free() {
    this.engine.calls.stiction_drop(this.alive());
    this.engine.simulations.delete(this);
    this.at = 0;
  }

  /** An array, if there is one of this name. */
  peek(name) {
    const { calls } = this.engine;
    if (!this.engine.lend([name], (start, length) => calls.stiction_array(this.at, start, length))) return undefined;
    const length = calls.stiction_view_len();
    return new VIEWS[calls.stiction_view_kind()](calls.memory.buffer, length ? calls.stiction_view_start() : 0, length);
  }

  /** Calls something that computes; throws its message if it fails. */
  call(work) {
    const at = this.alive();
    if (!this.engine.guard(() => work(this.engine.calls, at))) throw new Error(this.engine.message());
  }

  alive() {
    if (this.at === 0) throw new Error("this simulation was freed");
    return this.at;
  }
}
