// WebAssembly and native give the same bits: every model of ours, soft and exact, under the same random walk of controls.
// Environment: STICTION_WASM (the module), STICTION (the native program).

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Engine, Restarted } from "../stiction.mjs";

const models = new URL("../../../models/", import.meta.url).pathname;
const engine = await Engine.load(readFileSync(process.env.STICTION_WASM));
const STEPS = 300;

const MASK = (1n << 64n) - 1n;

/** SplitMix64 in [0, 1), as `stiction run --ctrl random:SEED` draws. */
function uniform(state) {
  state.x = (state.x + 0x9e3779b97f4a7c15n) & MASK;
  let z = state.x;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53;
}

function hash(array) {
  let h = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(array.slice().buffer)) h = ((h ^ BigInt(byte)) * 0x100000001b3n) & MASK;
  return h;
}

/** The hash that the native program reports for the same run. */
function simulate(xml) {
  const sim = engine.simulation(xml);
  sim.reset(0); // the first keyframe, as the program starts
  const seed = { x: 7n };
  const start = sim.array("ctrl").slice();
  const limits = sim.array("actuator_ctrlrange").slice();
  const limited = sim.array("actuator_ctrllimited").slice();
  const walk = new Float64Array(start.length);
  for (let k = 0; k < STEPS; k++) {
    const ctrl = sim.array("ctrl");
    for (let u = 0; k % 10 === 0 && u < ctrl.length; u++) {
      const [lo, hi] = [limits[2 * u], limits[2 * u + 1]];
      const centre = limited[u] ? Math.min(Math.max(start[u], lo), hi) : start[u];
      walk[u] = Math.min(Math.max(walk[u] + 0.3 * (uniform(seed) - 0.5), -1), 1);
      ctrl[u] = centre + 0.3 * (limited[u] ? 0.5 * (hi - lo) : 1) * walk[u];
    }
    sim.step();
  }
  const v = hash(sim.array("qvel"));
  const bits = hash(sim.array("qpos")) ^ (((v << 1n) | (v >> 63n)) & MASK);
  sim.free();
  return bits.toString(16).padStart(16, "0");
}

function native(xml) {
  const file = join(mkdtempSync(join(tmpdir(), "stiction-")), "model.xml");
  writeFileSync(file, xml);
  const args = ["run", file, "--steps", String(STEPS), "--ctrl", "random:7", "--json"];
  return JSON.parse(execFileSync(process.env.STICTION, args, { encoding: "utf8" })).state_hash;
}

const EXACT = '<custom><text name="stiction" data="preset=exact"/></custom></mujoco>';

for (const name of readdirSync(models).filter((n) => n.endsWith(".xml"))) {
  const soft = readFileSync(join(models, name), "utf8");
  for (const [law, xml] of [["soft", soft], ["exact", soft.replace("</mujoco>", EXACT)]]) {
    test(`${name}, ${law}: the native bits`, () => assert.equal(simulate(xml), native(xml)));
  }
}

test("a broken model is explained with its place", () => {
  assert.throws(() => engine.simulation("<mujoco><worldbody><geom size='-1'/></worldbody></mujoco>"), /model\.xml:1:\d+: error/);
});

test("files come from memory", () => {
  const xml = "<mujoco><asset><mesh file='a.obj'/></asset><worldbody><geom type='mesh' mesh='a'/></worldbody></mujoco>";
  assert.throws(() => engine.simulation(xml), /a\.obj/);
  const obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  const sim = engine.simulation(xml, { files: { "a.obj": obj } });
  assert.equal(sim.number("nmesh"), 1);
  assert.throws(() => sim.array("nothing"), /nothing/);
  sim.free();
  assert.throws(() => sim.step(), /freed/);
});

test("a diverging motion is named and the last good state kept", () => {
  const xml = "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody></mujoco>";
  const sim = engine.simulation(xml);
  sim.array("qvel")[0] = NaN;
  assert.throws(() => sim.step(), /j/);
  sim.free();
});

test("an index that does not exist is refused until it is taken back", () => {
  const sim = engine.simulation("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  sim.array("geom_type")[0] = 7;
  assert.throws(() => sim.step(), /geom/);
  sim.array("geom_type")[0] = 2;
  sim.step();
  sim.free();
});

test("after a defect every simulation goes on from its last state, with the same bits", () => {
  const own = new Engine(engine.module, new WebAssembly.Instance(engine.module, {}));
  for (const law of ["", EXACT.replace("</mujoco>", "")]) {
    const xml = readFileSync(join(models, "boxes.xml"), "utf8").replace("</mujoco>", `${law}</mujoco>`);
    const [one, two] = [own.simulation(xml), own.simulation(xml)];
    for (const sim of [one, two]) {
      sim.array("geom_friction").fill(0.5);
      sim.step(100);
    }
    // a real panic, in the middle of a call of the first simulation: more memory than there can be
    const at = one.at;
    assert.throws(() => one.call((calls) => calls.stiction_step(at, 0) && calls.stiction_alloc(0xffffffff)), (e) => {
      assert.ok(e instanceof Restarted);
      assert.match(e.message, /capacity overflow/);
      return true;
    });
    assert.equal(one.array("geom_friction")[0], 0.5);
    one.step(100);
    two.reset();
    two.step(200);
    assert.deepEqual(one.array("qpos"), two.array("qpos"));
    assert.ok(one.number("time") > 0.1);
    one.free();
    two.free();
  }
});
