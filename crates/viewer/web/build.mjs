// Bundles the page's program into dist/main.js, the file that the Rust crate embeds.
import { build } from "esbuild";

await build({
  entryPoints: ["src/main.ts"],
  outfile: process.argv[2] ?? "dist/main.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "inline",
});
