// The engine in a browser, in Node or in any other WebAssembly host.
//
//   const engine = await Engine.load(fetch("stiction_wasm.wasm"));        // or bytes, or a compiled module
//   const sim = engine.simulation(xml, { files: { "foot.stl": bytes } });  // throws with file, line, column, hint
//   sim.array("ctrl")[0] = 1;
//   sim.step(10);
//   sim.array("qpos");                                                     // a live Float64Array, MuJoCo's names
//
// Arrays are views of the engine's memory. Memory can move when it grows (loading, more contacts): ask for the array again after a call.

const VIEWS = [Float64Array, Float32Array, Int32Array, BigInt64Array, Uint8Array];

export class Engine {
  /** From a Response (or a promise of one), bytes, or a WebAssembly.Module. */
  static async load(source) {
    let code = await source;
    if (typeof Response !== "undefined" && code instanceof Response) code = await code.arrayBuffer();
    const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    return new Engine(await WebAssembly.instantiate(module, {}));
  }

  constructor(instance) {
    this.calls = instance.exports;
  }

  /** A simulation of a model: text or bytes of MJCF, URDF or .mjz, and the files it names. */
  simulation(model, { name = "model.xml", files = {} } = {}) {
    for (const [file, content] of Object.entries(files)) {
      this.lend([file, content], (...spans) => this.calls.stiction_file(...spans));
    }
    const at = this.lend([name, model], (...spans) => this.calls.stiction_load(...spans));
    if (at === 0) throw new Error(this.message());
    return new Simulation(this, at, this.message());
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
  constructor(engine, at, warnings) {
    Object.assign(this, { engine, at, warnings });
  }

  /** Advances by n steps; throws with stage, degree of freedom and likely cause if the motion diverges. */
  step(n = 1) {
    if (!this.engine.calls.stiction_step(this.alive(), n)) throw new Error(this.engine.message());
  }

  /** Computes everything from the present state without advancing it. */
  forward() {
    this.engine.calls.stiction_forward(this.alive());
  }

  /** Back to a keyframe, or to the reference configuration. */
  reset(key = 0xffffffff) {
    this.engine.calls.stiction_reset(this.alive(), key);
  }

  /** A live view of an array of the data or the model, by MuJoCo's name. */
  array(name) {
    const { calls } = this.engine;
    const at = this.alive();
    if (!this.engine.lend([name], (start, length) => calls.stiction_array(at, start, length))) {
      throw new Error(`no array is called '${name}'`);
    }
    const length = calls.stiction_view_len();
    return new VIEWS[calls.stiction_view_kind()](calls.memory.buffer, length ? calls.stiction_view_start() : 0, length);
  }

  /** A number about the model (nq, nv, …), the state (time) or the last step (ncon, coulomb, …); NaN if unknown. */
  number(name) {
    const at = this.alive();
    return this.engine.lend([name], (start, length) => this.engine.calls.stiction_number(at, start, length));
  }

  /** Ends the simulation and frees its memory. */
  free() {
    this.engine.calls.stiction_drop(this.alive());
    this.at = 0;
  }

  alive() {
    if (this.at === 0) throw new Error("this simulation was freed");
    return this.at;
  }
}
