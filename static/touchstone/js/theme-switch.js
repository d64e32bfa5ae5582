// @ts-check
// The button in the bar that switches between light and dark and remembers the choice.
import { findAll } from "./dom.js";

const KEY = "touchstone:theme";

function currentTheme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen !== "auto") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function startThemeSwitch() {
  for (const button of findAll(document, "[data-theme-switch]")) {
    button.addEventListener("click", () => {
      const next = currentTheme() === "dark" ? "light" : "dark";
      document.documentElement.dataset.theme = next;
      localStorage.setItem(KEY, next);
    });
  }
}
