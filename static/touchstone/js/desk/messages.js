// @ts-check
// The message about the last item, over the room: it moves nothing aside, and disappears by itself.
import { find, findAll, need } from "../dom.js";

/** @typedef {import("../texts.js").Text} Text */

const SHOWN_MS = 20_000;

/** @param {Text} text */
export function startMessages(text) {
  const place = find(document, "[data-messages]");
  if (!place) return;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button button--quiet button--icon message-list__close";
  close.textContent = "✕";
  close.setAttribute("aria-label", text("messages.close"));
  close.addEventListener("click", () => place.remove());
  place.append(close);
  const goSoon = () => setTimeout(() => {
    // Whoever is about to use it keeps it.
    if (place.matches(":hover, :focus-within")) goSoon();
    else place.remove();
  }, SHOWN_MS);
  goSoon();
}

// The ways to correct what was submitted last, while the message is there.
const corrections = () => findAll(document, "[data-correct-last]");

export const canCorrectLast = () => corrections().length > 0;

// Opens it again; where there are several, moves to them.
export function correctLast() {
  const [first, ...others] = corrections();
  if (others.length) first.focus();
  else need(document, "[data-correct-last]").click();
}
