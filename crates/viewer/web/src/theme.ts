// Light or dark, as the user or the system wants it.

export function remembered(): string {
  try {
    return localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  } catch {
    return "dark";
  }
}

/** Takes a scheme, or the other one than now. */
export function theme(name = document.documentElement.dataset.theme === "light" ? "dark" : "light"): void {
  document.documentElement.dataset.theme = name;
  try {
    localStorage.setItem("theme", name);
  } catch {
    // a page from a file may have no memory
  }
}
