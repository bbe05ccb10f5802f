// The bar at the top: what runs, how fast, through which camera.

import { choose, el } from "./dom";
import type { Source } from "./source";
import type { Scene } from "./types";

export function button(id: string, text: string, title: string, act: () => void): HTMLButtonElement {
  const b = el("button", { id, title, onclick: act }, text);
  b.setAttribute("aria-label", title);
  return b;
}

const SPEEDS: [string, string][] = [["0.05", "1/20"], ["0.1", "1/10"], ["0.25", "1/4"], ["0.5", "1/2"], ["1", "1×"], ["2", "2×"], ["5", "5×"]];

export class Bar {
  private readonly pause: HTMLButtonElement;
  private readonly clock = el("span", { className: "clock", title: "simulated time, and how fast it goes against real time" });
  readonly badge = el("button", { id: "badge", className: "badge none" }, "no step yet");
  readonly camera: HTMLSelectElement;

  constructor(scene: Scene, source: Source, run: (action: string) => void, look: (view: string) => void, tools: HTMLElement[]) {
    const bar = document.getElementById("bar") as HTMLElement;
    this.pause = button("pause", "Pause", "pause or go on (Space)", () => run("pause"));
    const speed = choose(SPEEDS, "1", (v) => source.send({ cmd: "speed", value: Number(v) }));
    speed.id = "speed";
    speed.setAttribute("aria-label", "speed");
    const views: [string, string][] = [["free", "free camera"], ["track", "follow the selected body"], ...scene.cameras.map((c, i): [string, string] => ["fixed:" + i, c.name || "camera " + i])];
    this.camera = choose(views, "free", look);
    this.camera.id = "camera";
    this.camera.setAttribute("aria-label", "camera");
    bar.replaceChildren(
      button("leftbutton", "☰", "model, controls and physics", () => run("left")),
      el("span", { className: "title", title: scene.name }, scene.name || "model"),
      this.pause,
      button("back", "◀|", "one step back (←)", () => run("back")),
      button("step", "|▶", "one step (→)", () => run("step")),
      button("reset", "Reset", "back to the start (Backspace)", () => run("reset")),
      speed,
    );
    if (scene.keyframes.length > 0 && source.live) {
      const keys: [string, string][] = [["", "keyframe …"], ...scene.keyframes.map((k, i): [string, string] => [String(i), k || "key " + i])];
      const pick = choose(keys, "", (v) => {
        if (v !== "") source.send({ cmd: "key", id: Number(v) });
        pick.value = "";
      });
      pick.id = "key";
      pick.setAttribute("aria-label", "keyframe");
      bar.append(pick);
    }
    this.badge.onclick = () => run("worst");
    bar.append(this.camera, this.badge, el("span", { className: "grow" }), this.clock, ...tools, button("rightbutton", "☷", "selection and plots", () => run("right")));
  }

  update(time: number, status: Float32Array): void {
    const paused = status[0] === 1;
    this.pause.textContent = paused ? "Play" : "Pause";
    this.pause.classList.toggle("on", paused);
    this.clock.textContent = `${time.toFixed(3)} s` + (paused ? "" : ` · ${(100 * status[2]).toFixed(0)} %`);
  }
}
