// The certificate as the face: a badge for every step, and in words where a step is worst.

import * as THREE from "three";
import { el } from "./dom";
import { type Frame, section, Tag } from "./frame";
import { short } from "./plots";
import type { Event } from "./source";
import type { Scene } from "./types";

/** In the order of the engine's verdicts. */
const VERDICTS = ["solved", "accepted", "not solved", "wrong contacts", "contradiction", "not finite"];

export class Verdict {
  private readonly box = document.getElementById("certificate") as HTMLElement;
  private readonly at: Record<string, number>;
  hard = false;
  /** What was last said, for whoever looks. */
  told: Event | null = null;

  constructor(scene: Scene, private readonly badge: HTMLElement, private readonly fly: (to: THREE.Vector3, body: number) => void) {
    this.at = Object.fromEntries(["verdict", "violation", "depth", "coulomb", "contacts"].map((n) => [n, scene.stats.indexOf(n)]));
    this.box.classList.remove("on");
    badge.title = "what the last step is worth; click to fly to its worst contact (C)";
  }

  update(f: Frame): void {
    const s = section(f, Tag.Stats);
    const [verdict, off, depth] = [s[this.at.verdict], s[this.at.violation], s[this.at.depth]];
    let [text, look] = ["no verdict recorded", "none"];
    if (Number.isFinite(verdict)) {
      const word = VERDICTS[verdict] ?? "?";
      look = verdict === 0 ? "good" : verdict === 1 ? "fair" : "bad";
      if (this.hard) text = verdict <= 1 ? `✓ exact, ${word}: off by ${short(off)} m/s` : `✗ ${word}: off by ${short(off)} m/s`;
      else text = `${verdict <= 1 ? "✓" : "✗"} soft, ${word}` + (depth > 0 ? `: sinks ${short(1000 * depth)} mm` : "");
      // a soft step can be solved as its law asks and still be far from what bodies do
      if (!this.hard && verdict === 0 && depth > 1e-3) look = "fair";
    }
    if (this.badge.textContent !== text) this.badge.textContent = text;
    const name = "badge " + look;
    if (this.badge.className !== name) this.badge.className = name;
  }

  /** The engine's words, and the camera at the place they speak of. */
  event(e: Event): void {
    this.told = e;
    const worst = e.worst as { what: string; position: [number, number, number]; body: number } | null;
    const close = el("button", { onclick: () => this.box.classList.remove("on") }, "close");
    this.box.replaceChildren(
      el("h2", {}, `t = ${Number(e.time).toFixed(4)} s: ${String(e.status)}` + (worst ? `, worst at ${worst.what}` : "")),
      ...(e.words as string[]).map((w) => el("p", {}, w)),
      el("p", { className: "hint" }, "Measured by a checker that no solver uses."),
      close,
    );
    this.box.classList.add("on");
    if (worst) this.fly(new THREE.Vector3(...worst.position), worst.body);
  }
}
