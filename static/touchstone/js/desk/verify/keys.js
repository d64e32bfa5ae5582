// @ts-check
// The actions of the verification desk, and their keys.
import { find, findAll } from "../../dom.js";
import { isTypedIn } from "../../keys.js";
import { isDialogOpen, openDialog } from "../dialogs.js";
import { leaveBy } from "./leaving.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("./decision.js").Decision} Decision */
/** @typedef {import("./evidence.js").Evidence} Evidence */
/** @typedef {import("./picker.js").Picker} Picker */
/** @typedef {import("./review.js").Review} Review */

/**
 * @param {Desk} desk
 * @param {{ evidence: Evidence, picker: Picker, decision: Decision, review: Review }} parts
 */
export function addKeys(desk, parts) {
  addReading(desk, parts);
  addSets(desk, parts.evidence);
  addDeciding(desk, parts);
  addModified(parts);
}

/**
 * @param {Desk} desk
 * @param {{ picker: Picker, review: Review }} parts
 */
function addReading({ actions, room, text }, { picker, review }) {
  const { cursor } = picker;
  const isOn = () => room.entry.kind === "page" && !review.isOpen;
  actions.add("next", () => cursor.step(1), { key: "j", isOn });
  actions.add("previous", () => cursor.step(-1), { key: "k", isOn });
  actions.add("table", () => cursor.toTable(1), { key: "t", isOn });
  actions.add("table_before", () => cursor.toTable(-1), { key: "T", isOn });
  actions.add("list", () => cursor.toList(1), { key: "l", isOn });
  actions.add("list_before", () => cursor.toList(-1), { key: "L", isOn });
  // The page itself listens to these.
  actions.add("arrows", () => {}, { key: "←↑→↓", modified: true, isOn: () => false });
  actions.add("select", () => picker.takeHere(), { key: text("key.select"), modified: true, isOn });
  actions.add("row", () => picker.takeHere("row"), { key: text("key.row"), modified: true, isOn });
  actions.add("column", () => picker.takeHere("column"), { key: "c", isOn });
}

/**
 * Adds the sets, each with the key that its tab names.
 * @param {Desk} desk
 * @param {Evidence} evidence
 */
function addSets({ actions, text }, evidence) {
  for (const tab of findAll(document, "[role='tab'][data-set]")) {
    const number = Number(tab.dataset.set);
    const label = text("action.set", { number });
    const key = tab.getAttribute("aria-keyshortcuts") ?? "";
    actions.add(`set_${number}`, () => evidence.switchTo(number), { label, key });
  }
}

/**
 * @param {Desk} desk
 * @param {{ evidence: Evidence, decision: Decision, review: Review }} parts
 */
function addDeciding({ actions, panel, text }, { evidence, decision, review }) {
  actions.add("verdict", () => { panel.fold(false); decision.focus(); }, { key: "v" });
  actions.add("undo", () => evidence.undo(), { key: "z" });
  actions.add("redo", () => evidence.redo(), { key: "Z" });
  actions.add("clear", () => evidence.clear());
  actions.add("review", () => { review.open(); }, { shown: text("key.review") });
  actions.add("stop", () => { review.submit({ stops: true }); }, {
    key: text("key.stop"), modified: true, isOn: () => review.isOpen,
  });
  /** @param {string} name */
  const whereButton = (name) => ({ isOn: () => Boolean(find(document, `[data-action='${name}']`)) });
  actions.add("report", () => { openDialog("report"); }, whereButton("report"));
  actions.add("skip", () => { openDialog("skip"); }, whereButton("skip"));
  actions.add("pause", () => leaveBy("pause"), whereButton("pause"));
  actions.add("leave", () => leaveBy("leave"), whereButton("leave"));
}

/** @param {{ evidence: Evidence, review: Review }} parts */
function addModified({ evidence, review }) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isDialogOpen()) return;
    const key = event.key.toLowerCase();
    // In a text box it undoes what was typed there.
    if (key === "z" && !isTypedIn(event.target)) {
      event.preventDefault();
      if (event.shiftKey) evidence.redo();
      else evidence.undo();
    } else if (key === "enter") {
      event.preventDefault();
      if (review.isOpen) review.submit({ stops: event.shiftKey });
      else review.open();
    }
  });
}
