// Pages with the engine inside: the gallery, a page that needs no other file, models that are dropped, links, equal bits.
// Environment: STICTION_WASM (the module), STICTION (the native program).
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { folder } from "../pictures.mjs";
import { browser, model, PATIENCE, program, state, until } from "./lib.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = mkdtempSync(path.join(os.tmpdir(), "stiction-gallery-"));
let b, site;
before(async () => {
  console.log(execFileSync("node", [path.join(here, "../gallery.mjs"), out, "--no-pictures"], { encoding: "utf8", env: { ...process.env, STICTION: program } }).trim());
  b = await browser();
  site = await folder(out);
});
after(async () => {
  site.close();
  await b.close();
});

// what a failed test leaves open would take the processor from the others
afterEach(() => Promise.all(b.contexts().map((c) => c.close())));

async function opened(url, offline = false) {
  const context = await b.newContext({ viewport: { width: 1100, height: 700 }, offline });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const asked = [];
  const errors = [];
  page.on("request", (r) => asked.push(r.url()));
  page.on("pageerror", (e) => errors.push(e.message));
  await page.goto(url);
  return { page, asked, errors, close: () => context.close() };
}

test("one file from file:// runs the humanoid, with the native bits", async () => {
  const { page, asked, errors, close } = await opened("file://" + path.join(out, "humanoid.html"), true);
  await until(page, () => window.stiction?.time > 0.3);
  await until(page, () => window.stiction.studio.bits !== null);
  const bits = await page.evaluate(() => window.stiction.studio.bits);
  assert.equal(bits.here, bits.native);
  assert.match(await page.textContent("#bits"), /native bits/);
  await page.click("#pause");
  await until(page, () => window.stiction.paused);
  const s = await state(page);
  await page.click("#step");
  await until(page, (t) => window.stiction.time > t, s.time);
  assert.ok(asked.every((u) => /^(file|data|blob):/.test(u)), asked.join());
  assert.deepEqual(errors, []);
  await close();
});

test("the page's code is below 8 MB", () => {
  const size = ["stiction_wasm.wasm", "main.js", "style.css", "index.html"].reduce((n, f) => n + statSync(path.join(out, f)).size, 0);
  assert.ok(size < 8e6, `${size} bytes`);
});

test("every scene of the gallery opens in the page, runs, and has the native bits", async () => {
  const { page, errors, close } = await opened(site.url);
  await page.waitForSelector("#gallery.on .card");
  const cards = JSON.parse(readFileSync(path.join(out, "gallery.json"), "utf8"));
  assert.equal(await page.locator("#gallery .card").count(), cards.length);
  assert.ok(cards.length >= 30);
  for (const c of cards) {
    await page.evaluate((id) => (location.hash = "#scene=" + id), c.id);
    await until(page, (id) => window.stiction.studio.card?.id === id && window.stiction.studio.bits !== null && window.stiction.time > 0, c.id);
    const { here: mine, native } = await page.evaluate(() => window.stiction.studio.bits);
    assert.equal(mine, native, c.id);
    const fill = await page.evaluate(() => {
      window.stiction.app.stage.frame(undefined, "home");
      window.stiction.app.stage.camera.updateMatrixWorld();
      return Math.max(...window.stiction.fill);
    });
    assert.ok(fill > 0.6 && fill < 0.7, `${c.id}: the subject takes ${fill} of the picture`);
    if (c.twin) await until(page, () => window.stiction.last?.sections.has(101) && document.querySelectorAll("#engines span:not([hidden])").length === 2);
  }
  assert.deepEqual(errors, []);
  await close();
});

test("a link carries scene, camera and time", async () => {
  const first = await opened(site.url + "#scene=ramp");
  await until(first.page, () => window.stiction?.time > 0.2);
  await first.page.click("#pause");
  await until(first.page, () => window.stiction.paused);
  await first.page.evaluate(() => {
    window.stiction.app.view({ lookat: [0.1, 0.2, 0.3], distance: 2.5, azimuth: 40, elevation: -20, fixed: -1 });
  });
  const then = await state(first.page);
  const address = await first.page.evaluate(() => window.stiction.studio.address());
  await first.close();
  const second = await opened(address);
  await until(second.page, (t) => Math.abs((window.stiction?.time ?? 0) - t) < 1e-9, then.time);
  const now = await state(second.page);
  assert.equal(now.hash, then.hash, "the same bits at the same time");
  const place = await second.page.evaluate(() => window.stiction.app.stage.place);
  assert.ok(Math.abs(place.distance - 2.5) < 1e-3 && Math.abs(place.azimuth - 40) < 1e-3 && Math.abs(place.lookat[2] - 0.3) < 1e-4, JSON.stringify(place));
  await second.close();
});

const give = (page, files) => page.evaluate((list) => window.stiction.studio.take(new Map(list.map(([name, data]) => [name, new File([Uint8Array.from(data)], name)]))), files.map(([n, d]) => [n, [...Buffer.from(d)]]));

/** An archive with files as they are. */
function zip(files) {
  const [locals, heads] = [[], []];
  let at = 0;
  for (const [name, data] of files) {
    const [n, d] = [Buffer.from(name), Buffer.from(data)];
    const head = Buffer.alloc(26);
    [20, 0, 0, 0, 0].forEach((x, k) => head.writeUInt16LE(x, 2 * k));
    head.writeUInt32LE(crc32(d), 10);
    head.writeUInt32LE(d.length, 14);
    head.writeUInt32LE(d.length, 18);
    head.writeUInt16LE(n.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, n, d]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    heads.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), head, tail, n]));
    locals.push(local);
    at += local.length;
  }
  const list = Buffer.concat(heads);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, list, Buffer.from("PK\x05\x06"), end]);
}

/** Lets files or folders of this machine fall on the page, as from a desktop. */
async function fall(page, files) {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await cdp.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
}

test("what is dropped from a desktop opens: a file, a folder, an archive; what is wrong is said over the gallery", async () => {
  const { page, errors, close } = await opened("file://" + path.join(out, "player.html"), true);
  await page.waitForSelector("#gallery.on");
  const desk = mkdtempSync(path.join(os.tmpdir(), "stiction-desk-"));
  const put = (name, content) => {
    mkdirSync(path.dirname(path.join(desk, name)), { recursive: true });
    writeFileSync(path.join(desk, name), content);
    return path.join(desk, name);
  };
  const is = (name) => until(page, (n) => window.stiction.app.shown?.scene.name === n && window.stiction.time > 0, name);
  const xml = (name, extra = "", geom = 'size=".1"') => `<mujoco model="${name}">${extra}<worldbody><body pos="0 0 1"><freejoint/><geom ${geom}/></body></worldbody></mujoco>`;
  const obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  const mesh = '<compiler meshdir="meshes"/><asset><mesh file="a.obj"/></asset>';
  await fall(page, [put("bad.xml", "<mujoco><worldbody><geom size='-1'/></worldbody></mujoco>")]);
  await until(page, () => /bad\.xml:1:\d+: error/.test(document.getElementById("note").textContent));
  const over = await page.evaluate(() => {
    const r = document.querySelector("#note span").getBoundingClientRect();
    return document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)?.closest("#note") !== null;
  });
  assert.ok(over, "the message is to be seen");
  await fall(page, [put("one.xml", xml("one"))]);
  await is("one");
  await fall(page, [put("packed.zip", zip([["packed.xml", xml("packed", mesh, 'type="mesh" mesh="a"')], ["meshes/a.obj", obj]]))]);
  await is("packed");
  put("robot/meshes/a.obj", obj);
  put("robot/scene.xml", xml("robot", mesh, 'type="mesh" mesh="a"'));
  const served = await opened(site.url + "player.html");
  await served.page.waitForSelector("#gallery.on");
  await fall(served.page, [path.join(desk, "robot")]);
  await until(served.page, () => window.stiction.app.shown?.scene.name === "robot" && window.stiction.time > 0);
  assert.deepEqual(served.errors, []);
  await served.close();
  // the gallery over a scene leads back to it
  await page.keyboard.press("g");
  await page.waitForSelector("#gallery.on");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#gallery:not(.on)", { state: "attached" });
  assert.deepEqual(errors, []);
  await close();
});

test("a file, a folder and a recording can be dropped; a model alone can be linked", async () => {
  const { page, errors, close } = await opened("file://" + path.join(out, "player.html"), true);
  await page.waitForSelector("#gallery.on");
  const xml = '<mujoco model="dropped"><worldbody><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>';
  await give(page, [["one.xml", xml]]);
  await until(page, () => window.stiction.app.shown?.scene.name === "dropped" && window.stiction.time > 0);
  const address = await page.evaluate(() => window.stiction.studio.address());
  assert.match(address, /#xml=/);
  await page.goto("about:blank");
  await page.goto(address);
  await until(page, () => window.stiction?.app.shown?.scene.name === "dropped");
  const obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  const robot = '<mujoco model="robot"><compiler meshdir="meshes"/><asset><mesh file="a.obj"/></asset><worldbody><body><freejoint/><geom type="mesh" mesh="a"/></body></worldbody></mujoco>';
  await give(page, [["robot/arm/notes.txt", "x"], ["robot/scene.xml", robot], ["robot/meshes/a.obj", obj]]);
  await until(page, () => window.stiction.app.shown?.scene.name === "robot" && window.stiction.app.shown.scene.meshes.length === 1);
  const run = path.join(out, "run.stic");
  assert.equal(spawnSync(program, ["run", model("humanoid.xml"), "--seconds", "1", "--record", run]).status, 0);
  await give(page, [["run.stic", readFileSync(run)]]);
  await until(page, () => window.stiction.app.shown?.scene.recording > 0.99 && window.stiction.time > 0);
  await page.evaluate(() => window.stiction.send({ cmd: "ctrl", id: 0, value: 1 }));
  await until(page, () => window.stiction.events.some((e) => e.event === "refused" && e.why.includes("recording")));
  const wrong = await give(page, [["bad.xml", "<mujoco><worldbody><geom size='-1'/></worldbody></mujoco>"]]).then(() => "", (e) => e.message);
  assert.match(wrong, /bad\.xml:1:\d+: error/);
  assert.deepEqual(errors, []);
  await close();
});
