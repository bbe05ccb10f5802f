// The static gallery: `node gallery.mjs OUT [--no-pictures]`. Environment: STICTION_WASM (the module), STICTION (the native program).
//
// A page with the engine beside it, the scenes, the native program's bits and pictures of each; and pages that need no other file: a
// player for whatever is dropped on it, and the humanoid.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { folder, pictures } from "./pictures.mjs";
import { gzipSync } from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../..");
const out = process.argv[2];
const { STICTION: program, STICTION_WASM: wasm } = process.env;
/** Steps whose bits are compared. */
const STEPS = 300;

const text = (...p) => readFileSync(path.join(...p), "utf8");
const [index, style, main] = [text(here, "index.html"), text(here, "style.css"), text(here, "dist/main.js")];
const code = readFileSync(wasm);

/** The page with a setup; alone: with everything inside. */
function page(setup, alone) {
  // a text may hold "</script"; in a program's text "<\/" means the same
  const said = `<script>window.stictionEngine=${JSON.stringify(setup).replaceAll("</", "<\\/")}</script>`;
  const put = (html, what, by) => html.split(what).join(by);
  if (!alone) return put(index, '<script src="main.js"></script>', said + '\n<script src="main.js"></script>');
  const styled = put(index, '<link rel="stylesheet" href="style.css">', `<style>\n${style}</style>`);
  return put(styled, '<script src="main.js"></script>', `${said}\n<script>${main.replaceAll("</script", "<\\/script")}</script>`);
}

mkdirSync(path.join(out, "scenes"), { recursive: true });
const cards = JSON.parse(text(root, "examples/gallery/gallery.json")).map(({ model, ...card }) => {
  const from = path.join(root, model ?? "examples/gallery/" + card.file);
  const file = "scenes/" + card.file;
  copyFileSync(from, path.join(out, file));
  const run = execFileSync(program, ["run", from, "--steps", String(STEPS), "--json"], { encoding: "utf8" });
  return { ...card, file, steps: STEPS, hash: JSON.parse(run).state_hash };
});
const list = () => writeFileSync(path.join(out, "gallery.json"), JSON.stringify(cards));
list();
writeFileSync(path.join(out, "index.html"), page({ url: "stiction_wasm.wasm", gallery: "gallery.json" }, false));
writeFileSync(path.join(out, "style.css"), style);
writeFileSync(path.join(out, "main.js"), main);
writeFileSync(path.join(out, "stiction_wasm.wasm"), code);

const gzip = gzipSync(code, { level: 9 }).toString("base64");
const card = cards.find((c) => c.id === "humanoid");
writeFileSync(path.join(out, "humanoid.html"), page({ gzip, model: { card, text: text(out, card.file) } }, true));
writeFileSync(path.join(out, "player.html"), page({ gzip, gallery: [] }, true));
// pictures are taken by the page itself, where there is a browser
if (!process.argv.includes("--no-pictures")) await shoot();

async function shoot() {
  const site = await folder(out);
  for (const [id, picture] of await pictures(site.url, cards.map((c) => c.id), path.join(out, "scenes"))) cards.find((c) => c.id === id).picture = "scenes/" + picture;
  site.close();
  list();
}
console.log(`${cards.length} scenes, ${cards.filter((c) => c.picture).length} pictures; code ${((code.length + main.length + style.length + index.length) / 1e6).toFixed(1)} MB, one file ${(page({ gzip }, true).length / 1e6).toFixed(1)} MB`);
