// @ts-check
// The way back to the highlight that the claims are written from.
import { find } from "../../dom.js";

/** @typedef {import("../desk.js").Desk} Desk */

const MARKED_MS = 1500;

/** @param {Desk} desk */
export async function goToHighlight({ log, room, root }) {
  log.add("went_to_highlight", { from: room.entry.title || "" });
  await room.show({ title: root.dataset.highlightPage ?? "", how: "highlight" });
  const first = find(document, "[data-highlighted]");
  if (!first) return;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  first.scrollIntoView({ block: "center", behavior });
  first.classList.add("is-jumped-to");
  setTimeout(() => first.classList.remove("is-jumped-to"), MARKED_MS);
}

export function showHighlight() {
  find(document, "[data-highlighted]")?.scrollIntoView({ block: "center" });
}
