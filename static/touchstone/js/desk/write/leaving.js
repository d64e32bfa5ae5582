// @ts-check
// Leaving without handing in: the highlight is skipped.
import { need } from "../../dom.js";

/** @typedef {import("../desk.js").Desk} Desk */

const place = () => need(document, "#desk-skip", HTMLDetailsElement);

/** @param {Desk} desk */
export function startLeaving({ saving }) {
  need(place(), "form").addEventListener("submit", () => saving.forget());
}

export function openSkip() {
  const skip = place();
  skip.open = true;
  skip.scrollIntoView({ block: "nearest" });
  need(skip, "input:not([type=hidden]), textarea").focus();
}
