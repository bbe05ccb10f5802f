// The page in a real browser: what it shows and what it does to the simulation, checked through the state.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, model, open, serve, state, until, stopAll } from "./lib.mjs";

let b;
before(async () => {
  b = await browser();
});
after(async () => {
  stopAll();
  await b.close();
});

/** Limits of time are for an idle machine; CI shares its two cores. */
const SLACK = Number(process.env.STICTION_SLACK ?? 1);

test("loads in time, receives frames at 30 Hz, draws", async () => {
  const server = await serve(["view", model("humanoid.xml")]);
  const { page, errors, loaded } = await open(b, server.url);
  const a = await page.evaluate(() => [window.stiction.frames, performance.now()]);
  await page.waitForTimeout(3000);
  const z = await page.evaluate(() => [window.stiction.frames, performance.now(), window.stiction.drawn]);
  const rate = (1000 * (z[0] - a[0])) / (z[1] - a[1]);
  console.log(`loaded in ${loaded} ms, ${rate.toFixed(1)} frames/s`);
  assert.ok(loaded < 3000 * SLACK, `loaded in ${loaded} ms`);
  assert.ok(rate >= 30 / SLACK, `${rate} frames/s`);
  assert.ok(z[2] > 0);
  assert.deepEqual(errors, []);
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
  await page.click("#pause");
  await page.waitForTimeout(1500);
  const t = (await state(page)).time;
  assert.ok(t > 0.01 && t < 1.0, `a tenth of real time: ${t}`);
  await page.close();
  server.stop();
});

test("sliders set controls and, while paused, joints", async () => {
  const server = await serve(["view", model("humanoid.xml"), "--paused"]);
  const { page } = await open(b, server.url);
  await page.evaluate(() => (document.getElementById("controls").open = true));
  await page.locator("#controls input[type=range]").first().fill("0.5");
  await page.waitForTimeout(300);
  const s = await state(page);
  assert.ok(Math.abs(s.ctrl[0] - 0.5) < 0.02, `${s.ctrl[0]}`);
  await page.evaluate(() => (document.getElementById("joints").open = true));
  const slider = page.locator("#joints input[type=range]").first();
  await until(page, () => !document.querySelector("#joints input[type=range]").disabled);
  const [lo, hi] = await slider.evaluate((e) => [Number(e.min), Number(e.max)]);
  const target = lo + 0.75 * (hi - lo);
  await slider.fill(String(target));
  await page.waitForTimeout(300);
  const moved = await state(page);
  assert.ok(moved.qpos.some((q, i) => Math.abs(q - s.qpos[i]) > 0.01));
  await page.close();
  server.stop();
});

test("dragging a body with Ctrl pulls it", async () => {
  const server = await serve(["view", model("boxes.xml")]);
  const { page } = await open(b, server.url);
  await page.waitForTimeout(1500);
  const body = await page.evaluate(() => {
    // the body that is highest: nothing lies on it
    const p = window.stiction.bodies();
    let best = 1;
    for (let i = 1; 7 * i < p.length; i++) if (p[7 * i + 2] > p[7 * best + 2]) best = i;
    return { id: best, at: Array.from(p.slice(7 * best, 7 * best + 3)) };
  });
  const [x, y] = await page.evaluate((p) => window.stiction.project(p), body.at);
  await page.keyboard.down("Control");
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let k = 1; k <= 10; k++) await page.mouse.move(x, y - 12 * k);
  await page.waitForTimeout(1200);
  const pulled = await page.evaluate((i) => Array.from(window.stiction.bodies().slice(7 * i, 7 * i + 3)), body.id);
  await page.mouse.up();
  await page.keyboard.up("Control");
  assert.ok(pulled[2] > body.at[2] + 0.05, `height ${body.at[2]} -> ${pulled[2]}`);
  await page.waitForTimeout(1500);
  const fell = await page.evaluate((i) => window.stiction.bodies()[7 * i + 2], body.id);
  assert.ok(fell < pulled[2] - 0.03, `let go: ${pulled[2]} -> ${fell}`);
  await page.close();
  server.stop();
});

test("solver and contact law switch live; a second engine runs beside", async () => {
  const server = await serve(["view", model("boxes.xml")]);
  const { page } = await open(b, server.url);
  const option = (name) => page.evaluate((n) => window.stiction.events.filter((e) => e.event === "options").at(-1)?.choices.find((c) => c.name === n)?.now, name);
  await page.selectOption("#option-solver", "pgs");
  await until(page, () => window.stiction.events.filter((e) => e.event === "options").length > 1);
  assert.equal(await option("solver"), "pgs");
  const iterations = () => page.evaluate(() => window.stiction.last.sections.get(6)[9]);
  await page.waitForTimeout(500);
  const swept = await iterations();
  await page.selectOption("#option-solver", "newton");
  await page.waitForTimeout(800);
  assert.ok(swept > (await iterations()), "Gauss–Seidel needs more sweeps than Newton needs steps");
  await page.selectOption("#option-contact", "hard");
  await page.waitForTimeout(1000);
  assert.equal(await option("contact"), "hard");
  const t = await page.evaluate(() => window.stiction.time);
  await until(page, (t0) => window.stiction.time > t0 + 0.1, t);
  await page.selectOption("#option-contact", "soft");
  await page.selectOption("#twin", "preset=exact");
  await until(page, () => window.stiction.last.sections.has(101));
  await page.selectOption("#twin", "");
  await until(page, () => !window.stiction.last.sections.has(101));
  await page.close();
  server.stop();
});

test("a body's facts and the rows of a step can be asked for", async () => {
  const server = await serve(["view", model("humanoid.xml")]);
  const { page } = await open(b, server.url);
  await until(page, () => window.stiction.time > 0.5);
  await page.click("#rowsbutton");
  await until(page, () => document.querySelectorAll("#rows tr").length > 3);
  // the list would lie over the body
  await page.click("#rowsbutton");
  const at = await page.evaluate(() => window.stiction.project(Array.from(window.stiction.bodies().slice(7, 10))));
  await page.mouse.click(at[0], at[1]);
  await until(page, () => document.querySelector("#right .facts").textContent.includes("mass"));
  await page.close();
  server.stop();
});
