// The selection: its facts, its numbers to edit, undo, and the file that results.

import { button } from "./bar";
import { check, choose, el, panel } from "./dom";
import { short } from "./plots";
import type { Event, Source } from "./source";

/** Handles in the picture, as the panel switches them. */
export interface Handles { toggle(mode: "translate" | "rotate"): void; of(k: number): void; local(on: boolean): void }

interface Field { field: string; index: number; of: string; label: string; values: number[] }

/** Lines of context in a diff. */
const CONTEXT = 2;

/** The lines of two texts with what goes and what comes, by their longest common subsequence between equal ends. */
export function difference(before: string, after: string): { sign: " " | "-" | "+"; line: string }[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let [head, tail] = [0, 0];
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const [x, y] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const out: { sign: " " | "-" | "+"; line: string }[] = a.slice(0, head).map((line) => ({ sign: " ", line }));
  if (x.length * y.length > 4e6) {
    // too much for a table: all of it changed
    out.push(...x.map((line) => ({ sign: "-" as const, line })), ...y.map((line) => ({ sign: "+" as const, line })));
  } else {
    const best = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1));
    for (let i = x.length - 1; i >= 0; i--) for (let j = y.length - 1; j >= 0; j--) best[i][j] = x[i] === y[j] ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
    for (let i = 0, j = 0; i < x.length || j < y.length; ) {
      if (i < x.length && j < y.length && x[i] === y[j]) {
        out.push({ sign: " ", line: x[i++] });
        j++;
      } else if (j >= y.length || (i < x.length && best[i + 1][j] >= best[i][j + 1])) out.push({ sign: "-", line: x[i++] });
      else out.push({ sign: "+", line: y[j++] });
    }
  }
  out.push(...a.slice(a.length - tail).map((line) => ({ sign: " " as const, line })));
  return out;
}

export function download(name: string, content: Blob): void {
  const a = el("a", { href: URL.createObjectURL(content), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

/** A number as it is shown for editing: seven digits, and zero for what rounding left beside larger numbers. */
export function legible(v: number, among: number[]): number {
  return Math.abs(v) < 1e-12 * Math.max(...among.map(Math.abs)) ? 0 : Number(v.toPrecision(7));
}

export class Inspector {
  readonly element: HTMLDetailsElement;
  private readonly facts = el("table", { className: "facts" });
  private readonly edits = el("div", { id: "edits" });
  private readonly move: HTMLButtonElement;
  private readonly turn: HTMLButtonElement;
  private readonly of: HTMLSelectElement;
  private shownFields = "";
  /** The file as it would be saved, for whoever looks. */
  saved: { before: string; after: string } | null = null;

  constructor(private readonly source: Source, private readonly editable: boolean, private readonly name: string, handles: Handles) {
    this.move = button("move", "Move", "handles that move the selection (W)", () => handles.toggle("translate"));
    this.turn = button("turn", "Turn", "handles that turn the selection (E)", () => handles.toggle("rotate"));
    this.of = choose([], "", (v) => handles.of(Number(v)));
    this.of.id = "handleof";
    this.of.hidden = true;
    this.of.setAttribute("aria-label", "what the handles move");
    const axes = check("own axes", false, (on) => handles.local(on));
    const moving = el("div", { className: "buttons" }, this.move, this.turn, this.of, axes);
    this.facts.append(el("tr", {}, el("td", {}, "click a body in the picture or in the tree")));
    const tools = el("div", { className: "buttons" }, button("undo", "Undo", "take the last edit or move back (Ctrl Z)", () => source.send({ cmd: "undo" })), button("save", "Save as XML", "the edited file, with what has changed", () => source.send({ cmd: "get", what: "xml" })));
    this.element = panel("Selection", true, ...(source.live ? [moving] : []), ...(editable ? [tools] : []), this.edits, this.facts);
  }

  /** Which handles are shown, and what they can move. */
  handles(mode: string, names: string[], chosen: number): void {
    for (const [b, m] of [[this.move, "translate"], [this.turn, "rotate"]] as const) {
      b.classList.toggle("on", mode === m);
      b.setAttribute("aria-pressed", String(mode === m));
    }
    this.of.replaceChildren(...names.map((n, k) => el("option", { value: String(k) }, n)));
    this.of.value = String(chosen);
    this.of.hidden = names.length < 2;
  }

  /** Another body is selected: what can be edited is asked for. */
  select(body: number): void {
    this.shownFields = "";
    this.edits.replaceChildren();
    if (this.editable && body >= 0) this.source.send({ cmd: "get", what: "fields", id: body });
  }

  event(e: Event): void {
    if (e.event === "body") this.showFacts(e);
    if (e.event === "fields") this.showFields(e.fields as Field[]);
    if (e.event === "xml") this.showFile(String(e.before), String(e.after));
  }

  private showFacts(e: Event): void {
    const text = (v: unknown): string => (Array.isArray(v) ? v.map(text).join("  ") : typeof v === "number" ? short(v) : typeof v === "object" && v ? Object.entries(v).map(([k, x]) => k + " " + text(x)).join(" · ") : String(v));
    this.facts.replaceChildren(...Object.entries(e).filter(([k]) => k !== "event").map(([k, v]) => el("tr", {}, el("td", {}, k), el("td", {}, text(v)))));
  }

  private showFields(fields: Field[]): void {
    const key = JSON.stringify(fields);
    if (key === this.shownFields) return;
    this.shownFields = key;
    this.edits.replaceChildren(
      ...fields.map((f) =>
        el(
          "div",
          { className: "fields" },
          el("span", { className: "label" }, (f.of ? f.of + ": " : "") + f.label),
          ...f.values.map((v, k) => {
            const input = el("input", { type: "number", value: String(legible(v, f.values)), step: "any" });
            input.setAttribute("aria-label", `${f.of} ${f.label} ${k}`);
            input.dataset.field = f.field;
            input.dataset.index = String(f.index + k);
            input.onchange = () => {
              if (input.value !== "") this.source.send({ cmd: "edit", field: f.field, index: f.index + k, value: Number(input.value) });
            };
            return input;
          }),
        ),
      ),
    );
  }

  private showFile(before: string, after: string): void {
    this.saved = { before, after };
    const lines = difference(before, after);
    const near = lines.map((_, i) => lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some((l) => l.sign !== " "));
    const pre = el("pre", { className: "diff" });
    lines.forEach((l, i) => {
      if (near[i]) pre.append(el("span", { className: l.sign === "-" ? "minus" : l.sign === "+" ? "plus" : "" }, l.sign + " " + l.line + "\n"));
      else if (i === 0 || near[i - 1]) pre.append(el("span", { className: "skip" }, "…\n"));
    });
    if (!near.some(Boolean)) pre.append("nothing was edited");
    const dialog = el("dialog", { id: "file" });
    const close = () => {
      dialog.close();
      dialog.remove();
    };
    dialog.append(
      el("h2", {}, "The file, with what has changed"),
      pre,
      el("div", { className: "buttons" }, el("button", { onclick: () => download((this.name || "model") + ".xml", new Blob([after], { type: "text/xml" })) }, "Download"), el("button", { onclick: close }, "Close")),
    );
    document.getElementById("file")?.remove();
    document.body.append(dialog);
    dialog.showModal();
  }
}
