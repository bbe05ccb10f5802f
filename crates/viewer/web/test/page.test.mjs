// The page in a real browser: what it shows and what it does to the simulation, checked through the state.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { browser, drawn, measured, model, open, serve, state, stateWhere, steps, stopAll, until } from "./lib.mjs";

let b;
before(async () => {
  b = await browser();
});
after(async () => {
  stopAll();
  await b.close();
});

// what a failed test leaves open would take the processor from the others
afterEach(async () => {
  await Promise.all(b.contexts().map((c) => c.close()));
  stopAll();
});

test("loads in time", async () => {
  const server = await serve(["view", model("humanoid.xml")]);
  const take = async () => {
    const { page, loaded } = await open(b, server.url);
    console.log(`loaded in ${loaded} ms`);
    await page.close();
    return { loaded };
  };
  await measured(take, ({ loaded }, slack) => loaded < 3000 * slack);
  server.stop();
});

test("receives frames at 30 Hz, draws", async () => {
  const server = await serve(["view", model("humanoid.xml")]);
  const { page, errors } = await open(b, server.url);
  const take = async () => {
    const now = () => page.evaluate(() => [window.stiction.frames, performance.now()]);
    const a = await now();
    await page.waitForTimeout(3000);
    const z = await now();
    const rate = (1000 * (z[0] - a[0])) / (z[1] - a[1]);
    console.log(`${rate.toFixed(1)} frames/s`);
    return { rate };
  };
  await measured(take, ({ rate }, slack) => rate >= 30 / slack);
  assert.deepEqual(errors, []);
  await page.click("#pause");
  await until(page, () => window.stiction.paused);
  await drawn(page);
  const colours = await page.evaluate(() => {
    const c = document.getElementById("view");
    const gl = c.getContext("webgl2");
    // around the pelvis, wherever it has fallen to
    const side = 96;
    const [x, y] = window.stiction.project(Array.from(window.stiction.bodies().slice(7, 10)));
    const box = c.getBoundingClientRect();
    const scale = c.width / box.width;
    const px = new Uint8Array(4 * side * side);
    const left = (x - box.left) * scale - side / 2;
    const low = c.height - (y - box.top) * scale - side / 2;
    gl.readPixels(left, low, side, side, gl.RGBA, gl.UNSIGNED_BYTE, px);
    return new Set(Array.from({ length: side * side }, (_, i) => px.slice(4 * i, 4 * i + 3).join())).size;
  });
  assert.ok(colours > 20, `${colours} colours around the body`);
  await page.close();
  server.stop();
});

test("pause, step, step back, reset, speed act on the simulation", async () => {
  const server = await serve(["view", model("humanoid.xml")]);
  const { page } = await open(b, server.url);
  await page.click("#pause");
  await until(page, () => window.stiction.paused);
  const s0 = await state(page);
  await page.waitForTimeout(300);
  assert.deepEqual((await state(page)).qpos, s0.qpos);
  await page.click("#step");
  await until(page, (t) => window.stiction.time > t, s0.time);
  const s1 = await state(page);
  assert.ok(Math.abs(s1.time - s0.time - 0.004) < 1e-9);
  await page.click("#back");
  await until(page, (t) => window.stiction.time < t, s1.time);
  assert.deepEqual(await state(page), s0);
  await page.click("#step");
  await until(page, (t) => window.stiction.time > t, s0.time);
  assert.deepEqual(await state(page), s1, "the same step gives the same bits");
  await page.keyboard.press("Backspace");
  await until(page, () => window.stiction.time === 0);
  await page.selectOption("#speed", "0.1");
  const start = performance.now();
  await page.click("#pause");
  const { time } = await stateWhere(page, (s) => s.time > 0.15);
  const real = (performance.now() - start) / 1000;
  assert.ok(time > 0.15 && time < 0.1 * real + 0.05, `a tenth of real time: ${time} s in ${real} s`);
  await page.close();
  server.stop();
});

test("sliders set controls and, while paused, joints", async () => {
  const server = await serve(["view", model("humanoid.xml"), "--paused"]);
  const { page } = await open(b, server.url);
  await page.evaluate(() => (document.getElementById("controls").open = true));
  await page.locator("#controls input[type=range]").first().fill("0.5");
  const s = await stateWhere(page, (x) => x.ctrl[0] > 0.4);
  assert.ok(Math.abs(s.ctrl[0] - 0.5) < 0.02, `${s.ctrl[0]}`);
  await page.evaluate(() => (document.getElementById("joints").open = true));
  const slider = page.locator("#joints input[type=range]").first();
  await until(page, () => !document.querySelector("#joints input[type=range]").disabled);
  const [lo, hi] = await slider.evaluate((e) => [Number(e.min), Number(e.max)]);
  const target = lo + 0.75 * (hi - lo);
  await slider.fill(String(target));
  const moves = (x) => x.qpos.some((q, i) => Math.abs(q - s.qpos[i]) > 0.01);
  assert.ok(moves(await stateWhere(page, moves)));
  await page.close();
  server.stop();
});

test("dragging a body with Ctrl pulls it", async () => {
  const server = await serve(["view", model("boxes.xml"), "--paused"]);
  const { page } = await open(b, server.url);
  // until all lie still
  await steps(page, 1000);
  const body = await page.evaluate(() => {
    // the body that is highest: nothing lies on it
    const p = window.stiction.bodies();
    let best = 1;
    for (let i = 1; 7 * i < p.length; i++) if (p[7 * i + 2] > p[7 * best + 2]) best = i;
    return { id: best, at: Array.from(p.slice(7 * best, 7 * best + 3)) };
  });
  const [x, y] = await page.evaluate((p) => window.stiction.project(p), body.at);
  await page.click("#pause");
  await until(page, () => !window.stiction.paused);
  await page.keyboard.down("Control");
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let k = 1; k <= 10; k++) await page.mouse.move(x, y - 12 * k);
  await until(page, (q) => window.stiction.bodies()[7 * q.id + 2] > q.at[2] + 0.05, body);
  await page.mouse.up();
  await page.keyboard.up("Control");
  await until(page, (q) => window.stiction.bodies()[7 * q.id + 2] < q.at[2] + 0.02, body);
  await page.close();
  server.stop();
});

test("solver and contact law switch live; a second engine runs beside", async () => {
  const server = await serve(["view", model("boxes.xml")]);
  const { page } = await open(b, server.url);
  const choose = async (name, value) => {
    await page.selectOption("#option-" + name, value);
    await until(page, ([n, v]) => window.stiction.events.filter((e) => e.event === "options").at(-1)?.choices.find((c) => c.name === n)?.now === v, [name, value]);
  };
  // Gauss–Seidel needs more sweeps than Newton needs steps
  await choose("solver", "pgs");
  await until(page, () => window.stiction.last.sections.get(6)[9] > 12);
  await choose("solver", "newton");
  await until(page, () => window.stiction.last.sections.get(6)[9] < 8);
  await choose("contact", "hard");
  const t = await page.evaluate(() => window.stiction.time);
  await until(page, (t0) => window.stiction.time > t0 + 0.1, t);
  await choose("contact", "soft");
  await page.selectOption("#twin", "preset=exact");
  await until(page, () => window.stiction.last.sections.has(101));
  await page.selectOption("#twin", "");
  await until(page, () => !window.stiction.last.sections.has(101));
  await page.close();
  server.stop();
});

test("a body's facts and the rows of a step can be asked for", async () => {
  const server = await serve(["view", model("humanoid.xml"), "--paused"]);
  const { page } = await open(b, server.url);
  await steps(page, 125);
  await page.click("#rowsbutton");
  await until(page, () => document.querySelectorAll("#rows tr").length > 3);
  // the list would lie over the body
  await page.click("#rowsbutton");
  await drawn(page);
  const at = await page.evaluate(() => window.stiction.project(Array.from(window.stiction.bodies().slice(7, 10))));
  await page.mouse.click(at[0], at[1]);
  await until(page, () => document.querySelector("#right .facts").textContent.includes("mass"));
  await page.close();
  server.stop();
});
