// @ts-check
// The actions of the writing desk, and their keys.
import { isTypedIn } from "../../keys.js";
import { announce, isDialogOpen } from "../dialogs.js";
import { goToHighlight } from "./highlight.js";
import { openSkip } from "./leaving.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("./cards.js").Cards} Cards */
/** @typedef {import("./submission.js").Submission} Submission */

/**
 * @param {Desk} desk
 * @param {{ cards: Cards, submission: Submission }} parts
 */
export function addKeys(desk, { cards, submission }) {
  const { actions, text } = desk;
  const submit = ({ stops = false } = {}) => { submission.submit({ stops }); };
  actions.add("highlight", () => { goToHighlight(desk); }, { key: "h" });
  for (const card of cards.all) {
    const { number = "" } = card.root.dataset;
    const label = text("action.card", { number, label: card.label });
    actions.add(`card-${number}`, () => cards.show(card), { label, key: number });
  }
  actions.add("next", () => cards.showNext(), { key: "n" });
  actions.add("undo", () => { cards.history.undo(); }, { key: text("key.undo"), modified: true });
  actions.add("submit", () => submit(), { key: text("key.submit"), modified: true });
  actions.add("stop", () => submit({ stops: true }), { key: text("key.stop"), modified: true });
  actions.add("skip", openSkip, { key: "s" });

  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const isUndo = !event.shiftKey && event.key.toLowerCase() === "z";
    // In a text box it undoes what was typed there.
    if (isUndo && !isTypedIn(event.target) && cards.history.undo()) {
      event.preventDefault();
      announce(text("undone"));
    }
    // While typing, too.
    if (event.key === "Enter" && !isDialogOpen()) {
      event.preventDefault();
      submit({ stops: event.shiftKey });
    }
  });
}
