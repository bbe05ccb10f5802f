// A link that carries the view: model, camera, time. Everything is behind the `#`, so no server sees it.

import type { Place } from "./stage";

export interface Link { scene?: string; xml?: string; camera?: Place; time?: number }

const digits = (x: number) => String(Number(x.toPrecision(6)));

export function write(l: Link): string {
  const p = new URLSearchParams();
  if (l.scene !== undefined) p.set("scene", l.scene);
  if (l.xml !== undefined) p.set("xml", l.xml);
  if (l.camera) p.set("camera", l.camera.fixed >= 0 ? "fixed" + l.camera.fixed : [...l.camera.lookat, l.camera.distance, l.camera.azimuth, l.camera.elevation].map(digits).join(","));
  if (l.time !== undefined) p.set("time", String(l.time));
  return "#" + p.toString();
}

export function read(hash: string): Link {
  const p = new URLSearchParams(hash.replace(/^#/, ""));
  const out: Link = {};
  const [scene, xml, camera, time] = ["scene", "xml", "camera", "time"].map((k) => p.get(k));
  // names of the gallery's own scenes, never a path
  if (scene && /^[\w-]{1,60}$/.test(scene)) out.scene = scene;
  if (xml) out.xml = xml;
  const fixed = camera?.match(/^fixed(\d{1,4})$/);
  const numbers = (camera ?? "").split(",").map(Number);
  if (fixed) out.camera = { lookat: [0, 0, 0], distance: 1, azimuth: 0, elevation: 0, fixed: Number(fixed[1]) };
  else if (numbers.length === 6 && numbers.every(Number.isFinite) && numbers[3] > 0) out.camera = { lookat: numbers.slice(0, 3), distance: numbers[3], azimuth: numbers[4], elevation: numbers[5], fixed: -1 };
  const t = Number(time);
  if (time !== null && Number.isFinite(t) && t >= 0) out.time = t;
  return out;
}

async function through(data: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(by as unknown as ReadableWritablePair<Uint8Array, Uint8Array>)).arrayBuffer());
}

/** A text as part of a link: packed, in letters that addresses have. */
export async function pack(text: string): Promise<string> {
  const data = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let out = "";
  for (const b of data) out += String.fromCharCode(b);
  return btoa(out).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(text: string): Promise<string> {
  const data = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(await through(data, new DecompressionStream("deflate-raw")));
}
