// Models that are dropped on the page: one file, several, a folder, an archive, a recording.

import type { Model } from "./engine";

/** Files by their path below what was dropped. */
type Files = Map<string, File>;

function entries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  return new Promise((done, fail) => {
    // a reader gives a hundred at a time, and nothing at the end
    const next = () => reader.readEntries((some) => {
      all.push(...some);
      if (some.length === 0) done(all);
      else next();
    }, fail);
    next();
  });
}

async function walk(e: FileSystemEntry, path: string, to: Files): Promise<void> {
  if (e.isFile) to.set(path + e.name, await new Promise((done, fail) => (e as FileSystemFileEntry).file(done, fail)));
  else for (const x of await entries(e as FileSystemDirectoryEntry)) await walk(x, path + e.name + "/", to);
}

/** Browsers let pages from files read what is dropped, but nothing below a folder. */
function folderless(why: unknown): never {
  if (location.protocol !== "file:") throw why;
  throw new Error("a page that was opened from a file may not read folders: drop the folder as a zip, or its files together");
}

export async function dropped(data: DataTransfer): Promise<Files> {
  const to: Files = new Map();
  // all is asked for before anything is waited for: it is gone afterwards
  const roots = [...data.items].filter((i) => i.kind === "file").map((i) => ({ entry: i.webkitGetAsEntry?.() ?? null, file: i.getAsFile() }));
  for (const { entry, file } of roots) {
    if (entry?.isDirectory) await walk(entry, "", to).catch(folderless);
    else if (file) to.set(file.name, file);
  }
  return to;
}

/** Which file is the model: a recording or archive alone, else the scene, else the model nearest to the top. */
export function main(names: string[]): string | null {
  const alone = names.find((n) => /\.(stic|mjz|zip)$/i.test(n));
  if (alone && names.length === 1) return alone;
  const models = names.filter((n) => /\.(xml|mjcf|urdf)$/i.test(n));
  const depth = (n: string) => n.split("/").length;
  const rank = (n: string) => depth(n) * 10 + (/(^|\/)scene\.xml$/i.test(n) ? 0 : 1);
  models.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  return models[0] ?? alone ?? null;
}

/** The model among files, the others named as it names them: relative to its folder. */
export async function model(files: Files): Promise<Model> {
  const names = [...files.keys()];
  const first = main(names);
  if (!first) throw new Error("there is no model among these files: .xml, .urdf, .mjz, .zip or .stic");
  const folder = first.split("/").slice(0, -1);
  const relative = (n: string) => {
    const parts = n.split("/");
    let same = 0;
    while (same < folder.length && parts[same] === folder[same]) same++;
    return "../".repeat(folder.length - same) + parts.slice(same).join("/");
  };
  const read = async (n: string) => (files.get(n) as File).arrayBuffer();
  const others: Record<string, ArrayBuffer> = {};
  for (const n of names) if (n !== first) others[relative(n)] = await read(n);
  return { name: first.split("/").pop() ?? first, content: await read(first), files: others };
}
