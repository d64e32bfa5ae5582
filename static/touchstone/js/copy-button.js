// @ts-check
// `<button data-copy="#id">` copies the text or value of that element and says so.
import { around, need } from "./dom.js";
import { textsOf } from "./texts.js";

const SHOWN_MS = 2000;

/** @typedef {import("./texts.js").Text} Text */

/**
 * @param {HTMLElement} button
 * @param {Text} text
 */
async function copy(button, text) {
  const source = need(document, button.dataset.copy ?? "");
  const before = button.textContent;
  try {
    const copied = source instanceof HTMLInputElement ? source.value : source.textContent.trim();
    await navigator.clipboard.writeText(copied);
    button.textContent = text("copied");
  } catch {
    // No right to the clipboard (plain HTTP, or refused): select it, so that Ctrl+C does it.
    if (source instanceof HTMLInputElement) source.select();
    else getSelection()?.selectAllChildren(source);
    button.textContent = text("failed");
  }
  setTimeout(() => { button.textContent = before; }, SHOWN_MS);
}

export function startCopyButtons() {
  const text = textsOf("copy");
  document.addEventListener("click", ({ target }) => {
    const button = around(target, "[data-copy]");
    if (button) copy(button, text);
  });
}
