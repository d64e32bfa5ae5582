// @ts-check
// The way on when an item is finished: the next one at once, or home for those who stop here.
import { around } from "../dom.js";
import { csrfToken } from "./requests.js";

/**
 * The answer of the server: `take` is the address that hands out the next item, if there may be one.
 * @typedef {{ next: string, take?: string }} WayOn
 */

/**
 * @param {WayOn} way
 * @param {{ stops?: boolean }} [options]
 */
export function goOn({ next, take = "" }, { stops = false } = {}) {
  if (stops || !take) return location.assign(next);
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "csrfmiddlewaretoken";
  token.value = csrfToken();
  const form = document.createElement("form");
  form.method = "post";
  form.action = take;
  form.hidden = true;
  form.append(token);
  document.body.append(form);
  form.submit();
}

/**
 * Returns whether the button or the key that sent a form asks to stop here.
 * @param {SubmitEvent} event
 */
export function stopsHere({ submitter }) {
  return submitter instanceof HTMLButtonElement && submitter.name === "stop";
}

// In a dialog's form, Ctrl+Enter sends it from any field, and with Shift stops here.
export function startSendingByKey() {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    const form = around(event.target, "form[data-ends-desk], form[data-skip]", HTMLFormElement);
    if (!form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    form.requestSubmit(form.querySelector(event.shiftKey ? "button[name=stop]" : "[type=submit]"));
  }, { capture: true });
}
