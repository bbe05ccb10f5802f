// Everything that a key or the command search can do, in one table: help on `?`, search on Ctrl+K and the keys follow from it.

import { el } from "./dom";

/** `anywhere`: also while the gallery covers the picture. */
export interface Action { id: string; title: string; keys?: string[]; anywhere?: boolean; run(): void }

const POINTER: [string, string][] = [
  ["drag", "orbit"], ["right drag, or two fingers", "move the view"], ["wheel, or pinch", "zoom"], ["click", "select"], ["double click", "look at it"],
  ["Ctrl + drag, or press and hold", "pull a body"], ["Ctrl + right drag", "turn a body"],
];

const SHOWN: Record<string, string> = { " ": "Space", ArrowRight: "→", ArrowLeft: "←", "Shift+ArrowRight": "Shift →", "Shift+ArrowLeft": "Shift ←" };

function halves<T>(list: T[]): T[][] {
  const middle = Math.ceil(list.length / 2) + 2;
  return [list.slice(0, middle), list.slice(middle)];
}

export class Actions {
  private list: Action[] = [];
  private readonly dialog = el("dialog", { id: "palette" });

  constructor() {
    this.dialog.setAttribute("aria-label", "commands and help");
    document.body.append(this.dialog);
    this.dialog.addEventListener("click", (e) => {
      if (e.target === this.dialog) this.dialog.close();
    });
    addEventListener("keydown", (e) => this.key(e));
  }

  set(list: Action[]): void {
    this.list = list;
  }

  run(id: string): void {
    this.list.find((a) => a.id === id)?.run();
  }

  private key(e: KeyboardEvent): void {
    const t = e.target;
    const plain = t instanceof HTMLInputElement && ["checkbox", "range"].includes(t.type);
    const typing = (t instanceof HTMLInputElement && !plain) || t instanceof HTMLSelectElement || t instanceof HTMLTextAreaElement;
    if ((e.ctrlKey || e.metaKey) && e.key === "k") {
      e.preventDefault();
      this.search();
      return;
    }
    // Space belongs to the button that has the focus, arrows to the slider
    const own = plain || t instanceof HTMLButtonElement || (t instanceof HTMLElement && t.tagName === "SUMMARY");
    if (typing || document.querySelector("dialog[open]") || e.altKey || (own && e.key === " ") || (plain && e.key.length > 1 && e.key !== "Escape")) return;
    const name = (e.ctrlKey || e.metaKey ? "Ctrl+" : "") + (e.shiftKey && e.key.length > 1 ? "Shift+" : "") + (e.key.length === 1 ? e.key.toLowerCase() : e.key);
    const covered = document.querySelector("#gallery.on") !== null;
    const found = this.list.find((a) => a.keys?.includes(name) && (!covered || a.anywhere));
    if (!found) return;
    e.preventDefault();
    found.run();
  }

  help(): void {
    const row = (k: string, v: string) => el("tr", {}, el("td", {}, el("kbd", {}, k)), el("td", {}, v));
    const keys = this.list.filter((a) => a.keys).map((a) => row((a.keys as string[]).map((k) => SHOWN[k] ?? (k.length > 1 && !k.startsWith("Ctrl+") ? k : k.toUpperCase().replace("CTRL+", "Ctrl "))).join(" or "), a.title));
    const close = el("button", { onclick: () => this.dialog.close() }, "close");
    const hand = el("table", { className: "facts help" }, ...POINTER.map(([k, v]) => row(k, v)), row("Ctrl K", "search all commands"));
    this.dialog.replaceChildren(el("div", { className: "head" }, el("h2", {}, "Pointer and keys"), close), el("div", { className: "columns" }, hand, ...halves(keys).map((k) => el("table", { className: "facts help" }, ...k))));
    this.dialog.showModal();
  }

  search(): void {
    const field = el("input", { type: "text", placeholder: "type a command …" });
    field.setAttribute("aria-label", "search commands");
    const found = el("div", { className: "found" });
    let chosen = 0;
    let hits: Action[] = [];
    const act = (a: Action | undefined) => {
      this.dialog.close();
      a?.run();
    };
    const show = () => {
      const words = field.value.toLowerCase().split(" ").filter((w) => w !== "");
      hits = this.list.filter((a) => words.every((w) => a.title.toLowerCase().includes(w))).slice(0, 12);
      chosen = Math.min(chosen, Math.max(hits.length - 1, 0));
      found.replaceChildren(...hits.map((a, i) => el("button", { className: i === chosen ? "on" : "", onclick: () => act(a) }, a.title)));
    };
    field.oninput = () => {
      chosen = 0;
      show();
    };
    field.onkeydown = (e) => {
      if (e.key === "Enter") act(hits[chosen]);
      else if (e.key === "ArrowDown") chosen = Math.min(chosen + 1, hits.length - 1);
      else if (e.key === "ArrowUp") chosen = Math.max(chosen - 1, 0);
      else return;
      e.preventDefault();
      show();
    };
    this.dialog.replaceChildren(field, found);
    show();
    this.dialog.showModal();
    field.focus();
  }
}
