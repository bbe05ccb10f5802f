// What the browser tests share: the program, a browser, a page, waiting for conditions.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { chromium } from "playwright-core";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../..");
export const program = process.env.STICTION ?? path.join(root, "target/release/stiction");
export const model = (name) => path.join(root, "models", name);

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
  const errors = [];
  page.on("pageerror", (e) => errors.push(e.message));
  const start = Date.now();
  await page.goto(url, { timeout: 90000 });
  await page.waitForFunction(() => window.stiction?.ready, null, { timeout: 60000 });
  return { page, errors, loaded: Date.now() - start };
}

/** The exact state, asked of the server. */
export async function state(page) {
  const before = await page.evaluate(() => window.stiction.events.filter((e) => e.event === "state").length);
  await page.evaluate(() => window.stiction.send({ cmd: "get", what: "state" }));
  await page.waitForFunction((n) => window.stiction.events.filter((e) => e.event === "state").length > n, before, { timeout: 20000 });
  return page.evaluate(() => window.stiction.events.filter((e) => e.event === "state").at(-1));
}

export async function until(page, condition, arg) {
  await page.waitForFunction(condition, arg, { timeout: 30000 });
}
