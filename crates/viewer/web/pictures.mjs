// Pictures of the gallery's scenes, taken by the gallery's own page; and the small server that shows a folder to a browser.
import { createReadStream, existsSync, statSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { browser } from "./test/lib.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** A folder as a static web host shows it. */
export async function folder(root) {
  const server = http.createServer((q, a) => {
    const name = path.join(root, path.normalize(decodeURIComponent(new URL(q.url, "http://x").pathname)));
    const file = name.endsWith("/") || (existsSync(name) && statSync(name).isDirectory()) ? path.join(name, "index.html") : name;
    if (!file.startsWith(root) || !existsSync(file)) return a.writeHead(404).end();
    a.setHeader("content-type", TYPES[path.extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(a);
  });
  await new Promise((r) => server.listen(0, "127.0.0.1", r));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** [id, file] of each scene that could be drawn; none without a browser. */
export async function pictures(url, ids, to, seconds = 0.6) {
  const b = await browser().catch(() => null);
  if (!b) return [];
  const out = [];
  const page = await b.newPage({ viewport: { width: 640, height: 400 } });
  for (const id of ids) {
    try {
      await shoot(page, `${url}#scene=${id}&time=${seconds}`, seconds, path.join(to, id + ".jpg"));
      out.push([id, id + ".jpg"]);
    } catch (e) {
      console.log(`no picture of ${id}: ${e.message.split("\n")[0]}`);
    }
  }
  await b.close();
  return out;
}

/** One picture, as the page draws on this machine. */
async function shoot(page, url, seconds, file) {
  await page.goto("about:blank");
  // a link's time is exact, however slowly pictures are drawn
  await page.goto(url);
  await page.waitForFunction(() => window.stiction?.ready, null, { timeout: 60000 });
  await page.evaluate(() => {
    document.body.classList.add("bare");
    document.getElementById("bar").style.display = "none";
  });
  await page.waitForFunction((t) => window.stiction.time >= t - 0.01, seconds, { timeout: 60000 }).catch(() => {});
  await page.evaluate(() => window.stiction.app.stage.frame(undefined, "home"));
  await page.waitForTimeout(400);
  const drawn = await page.evaluate(() => window.stiction.drawn);
  await page.waitForFunction((n) => window.stiction.drawn > n + 1, drawn, { timeout: 60000 });
  await page.screenshot({ path: file, type: "jpeg", quality: 84 });
}
