// @ts-check
// The words of the claim: a click searches for one, and with Shift adds it to the search.
import { around, need } from "../../dom.js";

/** @typedef {import("../room.js").Room} Room */

/** @param {Room} room */
export function startClaimTerms(room) {
  const claim = need(document, "[data-claim]");
  // With Shift, browsers would select the text up to here.
  claim.addEventListener("mousedown", (event) => { if (event.shiftKey) event.preventDefault(); });
  claim.addEventListener("click", (event) => {
    const term = around(event.target, "[data-term]")?.textContent;
    // Somebody selects text of the claim, to copy it.
    if (!term || !getSelection()?.isCollapsed) return;
    const before = event.shiftKey ? room.input.value.trim() : "";
    room.search(before ? `${before} ${term}` : term, { go: !before });
  });
}
