import { remember, remembered } from "./storage.js";

/** @typedef {"light" | "dark" | "system"} Theme */

const system = matchMedia("(prefers-color-scheme: dark)");

/** @returns {Theme} */
export function theme() {
  const stored = remembered("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** @returns {"light" | "dark"} what is shown now */
export function shownTheme() {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** Announces `deft-theme` on the window, for what draws with colors of its own. @param {Theme} chosen */
export function setTheme(chosen) {
  remember("theme", chosen === "system" ? "" : chosen);
  apply();
}

function apply() {
  const chosen = theme();
  const shown = chosen === "system" ? (system.matches ? "dark" : "light") : chosen;
  if (document.documentElement.dataset.theme !== shown) {
    document.documentElement.dataset.theme = shown;
    window.dispatchEvent(new CustomEvent("deft-theme", { detail: shown }));
  }
}

system.addEventListener("change", apply);

/** The value of a theme token, such as `--accent`. @param {string} name @returns {string} */
export function token(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
