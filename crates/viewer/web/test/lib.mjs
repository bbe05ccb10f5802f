// What the browser tests share: the program, a browser, a page, waiting for conditions.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { chromium } from "playwright-core";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../..");
export const program = process.env.STICTION ?? path.join(root, "target/release/stiction");
export const model = (name) => path.join(root, "models", name);

/** How long a test waits for what must come [ms]: as long as no machine needs, however slow. */
export const PATIENCE = Number(process.env.STICTION_PATIENCE ?? 240000);

const FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

export async function browser() {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((p) => existsSync(p));
  return chromium.launch({ executablePath, args: FLAGS });
}

const started = [];

/** Ends what tests have started, so that a failed test cannot keep the run alive. */
export function stopAll() {
  for (const child of started) child.kill("SIGKILL");
}

/** Starts the viewer on a free port and gives its address. */
export async function serve(args) {
  const child = spawn(program, [...args, "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let errors = "";
  child.stderr.on("data", (d) => (errors += d));
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (d) => {
      text += d;
      const found = text.match(/http:\/\/\S+/);
      if (found) resolve(found[0]);
    });
    child.on("exit", () => reject(new Error("the viewer ended: " + text + errors)));
  });
  return { url, child, stop: () => child.kill("SIGKILL") };
}

/** Opens the page and waits for its first frames. */
export async function open(b, url, size = { width: 1280, height: 760 }) {
  const page = await b.newPage({ viewport: size });
  page.setDefaultTimeout(PATIENCE);
  // while the page is worked on: its program and style from here, in place of those inside the native program
  if (process.env.STICTION_PAGE) for (const f of ["dist/main.js", "style.css"]) await page.route("**/" + path.basename(f), (r) => r.fulfill({ path: path.join(root, "crates/viewer/web", f) }));
  const errors = [];
  page.on("pageerror", (e) => errors.push(e.message));
  const start = Date.now();
  await page.goto(url);
  await until(page, () => window.stiction?.ready);
  return { page, errors, loaded: Date.now() - start };
}

/** The exact state, asked of the server. */
export async function state(page) {
  // the list of events forgets old ones: they cannot be counted
  await page.evaluate(() => {
    window.asked = window.stiction.events.findLast((e) => e.event === "state");
    window.stiction.send({ cmd: "get", what: "state" });
  });
  await until(page, () => window.stiction.events.findLast((e) => e.event === "state") !== window.asked);
  return page.evaluate(() => window.stiction.events.filter((e) => e.event === "state").at(-1));
}

export async function until(page, condition, arg) {
  await page.waitForFunction(condition, arg, { timeout: PATIENCE });
}

/** Asks for the state until it is as wanted. */
export async function stateWhere(page, wanted) {
  for (const end = Date.now() + PATIENCE; ; ) {
    const s = await state(page);
    if (wanted(s) || Date.now() > end) return s;
    await page.waitForTimeout(50);
  }
}

/** Waits until the last frame that came is in the picture, and the camera is where it goes to. */
export async function drawn(page) {
  await until(page, () => !window.stiction.app.stage.flying);
  const n = await page.evaluate(() => window.stiction.drawn);
  await until(page, (k) => window.stiction.drawn > k + 2, n);
}

/** Takes steps while paused, and waits until they are in the picture. */
export async function steps(page, n) {
  const { time } = await state(page);
  const step = await page.evaluate(() => window.stiction.app.shown.scene.options.timestep);
  await page.evaluate((k) => window.stiction.send({ cmd: "step", n: k }), n);
  await until(page, (t) => window.stiction.time > t, time + (n - 0.5) * step);
  await drawn(page);
}

/** What an idle machine takes for the loop below [ms]. */
const IDLE = 400;

/** How many times slower this machine is just now than an idle one: limits of time are multiplied by it. */
function slowness() {
  const start = performance.now();
  let x = 1;
  for (let i = 0; i < 3e8; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  return x === 0 ? 1 : Math.max(1, (performance.now() - start) / IDLE, Number(process.env.STICTION_SLACK ?? 1));
}

/** Measures until the figures hold for a machine as slow as this one is while they are taken; a few times at most. Tells the last. */
export async function measured(take, good, tries = 5) {
  for (let k = 1; ; k++) {
    const before = slowness();
    const figures = await take();
    const slack = Math.max(before, slowness());
    if (good(figures, slack)) return;
    if (k === tries) throw new Error(`${JSON.stringify(figures)} with limits times ${slack.toFixed(1)}`);
  }
}
