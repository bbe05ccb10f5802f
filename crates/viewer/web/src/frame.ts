// Decodes one frame: see crates/studio/src/frame.rs for the format.

export const Tag = {
  Bodies: 1, Cameras: 2, Lights: 3, Contacts: 4, Tendons: 5, Stats: 6, Qpos: 7, Ctrl: 8, Sensors: 9, Islands: 10,
  Pull: 11, Status: 12, Centres: 13, Extras: 14, Qvel: 15, Forces: 16, Lengths: 17,
} as const;

export interface Frame {
  time: number;
  sections: Map<number, Float32Array>;
}

const MAGIC = 0x31465453;
const EMPTY = new Float32Array(0);

export function decode(buffer: ArrayBuffer): Frame | null {
  if (buffer.byteLength < 16) return null;
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== MAGIC) return null;
  const count = view.getUint32(4, true);
  const sections = new Map<number, Float32Array>();
  let at = 16;
  for (let i = 0; i < count && at + 8 <= buffer.byteLength; i++) {
    const tag = view.getUint32(at, true);
    const n = view.getUint32(at + 4, true);
    if (at + 8 + 4 * n > buffer.byteLength) return null;
    sections.set(tag, new Float32Array(buffer, at + 8, n));
    at += 8 + 4 * n;
  }
  return { time: view.getFloat64(8, true), sections };
}

export function section(f: Frame, tag: number): Float32Array {
  return f.sections.get(tag) ?? EMPTY;
}
