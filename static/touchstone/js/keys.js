// Single keys, such as "/" for the search box. They are inert while something is typed and with
// any modifier, and a person can switch them off (kept on the device). Esc leads back to them.

const STORE = "touchstone:single-keys";
const TYPED_IN = "input, textarea, select, [contenteditable]";

export function areKeysOn() {
  return localStorage.getItem(STORE) !== "off";
}

export function switchKeys(on) {
  localStorage.setItem(STORE, on ? "on" : "off");
}

function isMeant(event) {
  return areKeysOn()
    && !event.defaultPrevented
    && !event.isComposing
    && !event.ctrlKey && !event.metaKey && !event.altKey
    && !(event.target instanceof Element && event.target.closest(TYPED_IN));
}

// `action` says by returning true that it took the key.
export function onKey(key, action) {
  document.addEventListener("keydown", (event) => {
    if (event.key === key && isMeant(event) && action(event)) event.preventDefault();
  });
}

// Esc leaves a field: for the element that `data-escape-to="id"` around it names, else for nothing.
// The window is the last to hear of it: whoever has something to close (a list, what was found)
// takes the key before, and a dialog closes by itself.
export function startLeavingFields() {
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    const field = event.target instanceof Element && event.target.closest(TYPED_IN);
    if (!field || field.closest("dialog")) return;
    const next = document.getElementById(field.closest("[data-escape-to]")?.dataset.escapeTo);
    if (next) next.focus();
    else field.blur();
  });
}

// `<p data-keys-switch hidden><input type="checkbox">` switches them on and off.
export function startKeysSwitch() {
  for (const place of document.querySelectorAll("[data-keys-switch]")) {
    const box = place.querySelector("input");
    box.checked = areKeysOn();
    box.addEventListener("change", () => switchKeys(box.checked));
    place.hidden = false;
  }
}
