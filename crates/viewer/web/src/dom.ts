// Small helpers to make elements.

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Partial<HTMLElementTagNameMap[K]> = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children);
  return e;
}

export function panel(title: string, open: boolean, ...children: (Node | string)[]): HTMLDetailsElement {
  return el("details", { open }, el("summary", {}, title), el("div", { className: "inner" }, ...children));
}

export function check(label: string, on: boolean, change: (on: boolean) => void): HTMLLabelElement {
  const box = el("input", { type: "checkbox", checked: on });
  box.onchange = () => change(box.checked);
  return el("label", {}, box, label);
}

export function choose(options: [string, string][], value: string, change: (v: string) => void): HTMLSelectElement {
  const s = el("select", {}, ...options.map(([v, text]) => el("option", { value: v }, text)));
  s.value = value;
  s.onchange = () => change(s.value);
  return s;
}

export interface Slider { row: HTMLElement; set(value: number): void; enable(on: boolean): void }

export function slider(label: string, range: [number, number], change: (v: number) => void): Slider {
  const step = (range[1] - range[0]) / 1000 || 0.001;
  const input = el("input", { type: "range", min: String(range[0]), max: String(range[1]), step: String(step) });
  input.setAttribute("aria-label", label);
  const value = el("output", {}, "0");
  let held = false;
  input.oninput = () => {
    held = true;
    value.textContent = Number(input.value).toFixed(3);
    change(Number(input.value));
  };
  input.onchange = () => {
    held = false;
  };
  const name = el("label", { title: label }, label);
  return {
    row: el("div", { className: "row" }, name, input, value),
    set(v) {
      if (held) return;
      input.value = String(v);
      value.textContent = v.toFixed(3);
    },
    enable(on) {
      input.disabled = !on;
    },
  };
}
