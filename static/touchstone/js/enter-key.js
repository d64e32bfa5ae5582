// @ts-check
// Enter takes the next item on a page where nothing has the focus: `[data-enter]` is pressed, the
// first of them.
import { find } from "./dom.js";

export function startEnterKey() {
  const button = find(document, "[data-enter]");
  if (!button) return;
  const hint = find(button, "[data-enter-hint]");
  if (hint) hint.hidden = false;
  button.setAttribute("aria-keyshortcuts", "Enter");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.repeat || event.isComposing || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== find(document, "main")) return;
    event.preventDefault();
    button.click();
  });
}
