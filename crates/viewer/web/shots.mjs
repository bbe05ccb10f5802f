// Takes the pictures of docs/viewer.md: `node shots.mjs [FOLDER [NAME ...]]`.
import path from "node:path";
import { browser, model, open, root, serve } from "./test/lib.mjs";

const out = process.argv[2] ?? path.join(root, "docs/images");
const set = (label, on) => `[...document.querySelectorAll("label")].filter((l) => l.textContent === ${JSON.stringify(label)}).forEach((l) => { const b = l.querySelector("input"); if (b.checked !== ${on}) b.click(); });`;
const scenes = [
  ["humanoid", "humanoid.xml", 0.55, set("friction cones", true) + set("forces", true)],
  ["boxes", "boxes.xml", 2.5, set("normals", true)],
  ["car", "car.xml", 1.2, set("joints", true) + set("inertia", true)],
  ["gripper", "gripper.xml", 1.5, set("centre of mass", true)],
  ["quadruped", "quadruped.xml", 1.0, set("islands, sleep", true)],
  ["linkage", "linkage.xml", 1.0, set("transparent", true) + set("joints", true) + "document.getElementById('rowsbutton').click();"],
  ["finger", "finger.xml", 1.0, set("sites", true)],
  ["exact-beside-soft", "boxes.xml", 1.5, `{const s = document.getElementById("twin"); s.value = "preset=exact"; s.dispatchEvent(new Event("change"));}`],
];
const b = await browser();
const wanted = process.argv.slice(3);
for (const [name, file, time, script] of scenes.filter(([n]) => wanted.length === 0 || wanted.includes(n))) {
  const server = await serve(["view", model(file), "--paused"]);
  const { page, errors } = await open(b, server.url, { width: 1200, height: 720 });
  await page.evaluate(() => {
    window.stiction.app.settings.quality = "high";
    window.stiction.app.apply();
  });
  await page.evaluate(script);
  // step by step, so that a picture does not depend on the machine's speed
  const step = await page.evaluate(async () => (await (await fetch("scene.json")).json()).options.timestep);
  const [n, parts] = [Math.round(time / step), 60];
  for (let k = 0; k < parts; k++) {
    const now = await page.evaluate(() => window.stiction.time);
    await page.evaluate((m) => window.stiction.send({ cmd: "step", n: m }), Math.max(1, Math.round(n / parts)));
    await page.waitForFunction((t) => window.stiction.time > t, now, { timeout: 20000, polling: 5 });
  }
  await page.evaluate(() => window.stiction.app.stage.frame(undefined, "home"));
  const drawn = await page.evaluate(() => window.stiction.drawn);
  await page.waitForFunction((n) => window.stiction.drawn > n + 3, drawn, { timeout: 60000 });
  await page.screenshot({ path: path.join(out, `${name}.jpg`), type: "jpeg", quality: 82 });
  console.log(name, errors.join("; ") || "ok");
  await page.close();
  server.stop();
}
await b.close();
