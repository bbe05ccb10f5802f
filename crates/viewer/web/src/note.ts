// What the page says to its user over the picture: an error stays until it is closed, a notice goes by itself.

import { el } from "./dom";

let said = 0;

/** Says something; an empty text takes back what was said. */
export function note(text: string, seconds = 0, kind: "error" | "notice" = "error"): void {
  const box = document.getElementById("note") as HTMLElement;
  const mine = ++said;
  const close = el("button", { onclick: () => note("") }, "×");
  close.setAttribute("aria-label", "close this message");
  box.replaceChildren(...(text === "" ? [] : [el("span", {}, text), close]));
  box.className = text === "" ? "" : "on " + kind;
  if (seconds > 0) setTimeout(() => mine === said && note(""), 1000 * seconds);
}
