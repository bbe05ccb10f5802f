// Bundles the page's program into dist/main.js, the file that the Rust crate embeds. The worker's program is a text inside it, so that
// a page opened from a file can start it too.
import { build } from "esbuild";

const common = { bundle: true, minify: true, format: "iife", target: "es2022", charset: "ascii" };
const worker = await build({ ...common, entryPoints: ["src/worker.ts"], write: false });
await build({
  ...common,
  entryPoints: ["src/main.ts"],
  outfile: process.argv[2] ?? "dist/main.js",
  legalComments: "inline",
  define: { WORKER: JSON.stringify(worker.outputFiles[0].text) },
});
