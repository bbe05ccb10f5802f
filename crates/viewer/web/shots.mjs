// Takes the pictures of the manual: `node shots.mjs [FOLDER [NAME ...]]`. Each is refused unless its subject fills 30 to 70 % of the free
// picture, along the side on which it is larger. Environment: STICTION (the native program).
import path from "node:path";
import { browser, drawn, open, root, serve } from "./test/lib.mjs";

const out = process.argv[2] ?? path.join(root, "docs/images");
const show = (...keys) => `Object.assign(window.stiction.app.settings, ${JSON.stringify(Object.fromEntries(keys.map((k) => [k, true])))}); window.stiction.app.apply();`;
const twin = (mode) => `window.stiction.app.actions.run("branch"); window.stiction.app.stage.compare.mode = ${JSON.stringify(mode)};`;
const select = (body) => `window.stiction.app.select(window.stiction.app.shown.world.items.find((i) => i.shape.body === ${body} && !i.site));`;

/** The manual's own pictures, with panels: name, file, time [s], what is done in the page. */
const pages = [
  ["humanoid", "models/humanoid.xml", 0.55, show("cones", "forces")],
  ["boxes", "models/boxes.xml", 2.5, show("normals")],
  ["car", "models/car.xml", 1.2, show("joints", "inertia")],
  ["gripper", "models/gripper.xml", 1.5, show("centres")],
  ["quadruped", "models/quadruped.xml", 1.0, show("islands")],
  ["linkage", "models/linkage.xml", 1.0, show("transparent", "joints") + "document.getElementById('rowsbutton').click();"],
  ["finger", "models/finger.xml", 1.0, show("sites")],
  ["exact-beside-soft", "models/boxes.xml", 1.5, twin("beside")],
  ["handles", "models/boxes.xml", 1.5, select(3) + 'window.stiction.app.actions.run("turn");'],
];
/** Scenes of the gallery, without panels. */
const scenes = [
  ["arch", 0.6], ["bridge", 0.6], ["cards", 0.6], ["dominoes", 0.9], ["gears", 0.6], ["ramp", 0.6], ["top", 0.6], ["tower", 0.6], ["wall", 0.7], ["marbles", 0.8], ["rope", 0.6], ["cradle", 0.4],
].map(([name, time]) => ["gallery/" + name, `examples/gallery/${name}.xml`, time, 'document.body.classList.add("bare"); document.getElementById("bar").style.display = "none";']);

async function shoot(b, [name, file, time, script]) {
  const bare = name.startsWith("gallery/");
  const server = await serve(["view", path.join(root, file), "--paused"]);
  const { page, errors } = await open(b, server.url, bare ? { width: 640, height: 400 } : { width: 1200, height: 720 });
  await page.evaluate(script);
  // step by step, so that a picture does not depend on the machine's speed
  const step = await page.evaluate(() => window.stiction.app.shown.scene.options.timestep);
  const [n, parts] = [Math.round(time / step), bare ? 4 : 60];
  for (let k = 0; k < parts; k++) {
    const now = await page.evaluate(() => window.stiction.time);
    await page.evaluate((m) => window.stiction.send({ cmd: "step", n: m }), Math.max(1, Math.round(n / parts)));
    await page.waitForFunction((t) => window.stiction.time > t, now, { polling: 5 });
  }
  await drawn(page);
  await page.evaluate(() => {
    window.stiction.app.settings.quality = "high";
    window.stiction.app.apply();
    window.stiction.app.stage.frame(undefined, "home");
  });
  await drawn(page);
  const fill = Math.max(...(await page.evaluate(() => window.stiction.fill)));
  await page.screenshot({ path: path.join(out, `${name}.jpg`), type: "jpeg", quality: bare ? 84 : 82 });
  await page.close();
  server.stop();
  const wrong = [...errors, ...(fill > 0.3 && fill < 0.7 ? [] : ["the subject does not fill 30 to 70 %"])];
  console.log(`${name}: ${(100 * fill).toFixed(0)} % ${wrong.join("; ")}`);
  return wrong.length === 0;
}

const b = await browser();
const wanted = process.argv.slice(3);
let good = true;
for (const shot of [...pages, ...scenes].filter(([n]) => wanted.length === 0 || wanted.includes(n))) good = (await shoot(b, shot)) && good;
await b.close();
process.exit(good ? 0 : 1);
