// @ts-check
// Single keys, such as "/" for the search box. They are inert while something is typed and with
// any modifier, and a person can switch them off (kept on the device). Esc leads back to them.
import { around, findAll, need } from "./dom.js";

const STORE = "touchstone:single-keys";
const FIELDS = "input, textarea, select, [contenteditable]";
// A letter means nothing to these: it is a key there, too.
const CHOSEN = "input[type=radio], input[type=checkbox]";

export function areKeysOn() {
  return localStorage.getItem(STORE) !== "off";
}

/** @param {boolean} on */
export function switchKeys(on) {
  localStorage.setItem(STORE, on ? "on" : "off");
}

/**
 * Returns whether a key is a single key of the desk, not something that is typed.
 * @param {KeyboardEvent} event
 */
export function isMeant(event) {
  return areKeysOn()
    && !event.defaultPrevented
    && !event.isComposing
    && !event.ctrlKey && !event.metaKey && !event.altKey
    && (!around(event.target, FIELDS) || Boolean(around(event.target, CHOSEN)));
}

/**
 * Listens to a single key; `action` returns whether it took the key.
 * @param {string} key
 * @param {(event: KeyboardEvent) => boolean} action
 */
export function onKey(key, action) {
  document.addEventListener("keydown", (event) => {
    if (event.key === key && isMeant(event) && action(event)) event.preventDefault();
  });
}

/**
 * Returns whether keys with Ctrl belong to the text box that has the focus, such as Ctrl+Z.
 * @param {EventTarget | null} target
 */
export function isTypedIn(target) {
  return Boolean(around(target, "textarea, input[type=text], input:not([type])"));
}

// Esc leaves a field: for the element that `data-escape-to="id"` around it names, else for nothing.
// The window is the last to hear of it: what has something to close (a list, what was found)
// takes the key before, and a dialog closes by itself.
export function startLeavingFields() {
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    const field = around(event.target, FIELDS);
    if (!field || field.closest("dialog")) return;
    const next = document.getElementById(around(field, "[data-escape-to]")?.dataset.escapeTo ?? "");
    if (next) next.focus();
    else field.blur();
  });
}

// `<p data-keys-switch hidden><input type="checkbox">` switches them on and off.
export function startKeysSwitch() {
  for (const place of findAll(document, "[data-keys-switch]")) {
    const box = need(place, "input", HTMLInputElement);
    box.checked = areKeysOn();
    box.addEventListener("change", () => switchKeys(box.checked));
    place.hidden = false;
  }
}
