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
/** @typedef {import("./confirmation.js").Confirmation} Confirmation */
/** @typedef {import("./suggestions.js").Suggestions} Suggestions */

/**
 * @param {Desk} desk
 * @param {{ evidence: Evidence, picker: Picker, decision: Decision, confirmation: Confirmation }} parts
 */
export function addKeys(desk, parts) {
  addReading(desk, parts);
  addSets(desk, parts.evidence);
  addDeciding(desk, parts);
  addLeaving(desk);
  addModified(parts);
}

/**
 * @param {Desk} desk
 * @param {{ picker: Picker, confirmation: Confirmation }} parts
 */
function addReading({ actions, room, text }, { picker, confirmation }) {
  const { cursor } = picker;
  const isOn = () => room.entry.kind === "page" && !confirmation.isOpen;
  const moving = { isOn, group: "moving" };
  actions.add("next", () => cursor.step(1), { key: "j", ...moving });
  actions.add("previous", () => cursor.step(-1), { key: "k", ...moving });
  actions.add("table", () => cursor.toTable(1), { key: "t", ...moving });
  actions.add("table_before", () => cursor.toTable(-1), { key: "T", ...moving });
  actions.add("list", () => cursor.toList(1), { key: "l", ...moving });
  actions.add("list_before", () => cursor.toList(-1), { key: "L", ...moving });
  // The page itself listens to these.
  const told = { modified: true, isOn: () => false };
  actions.add("arrows", () => {}, { key: "←↑→↓", ...told, group: "moving" });
  actions.add("follow", () => {}, { key: text("key.follow"), ...told, group: "moving" });
  const group = "evidence";
  actions.add("select", () => picker.takeHere(), { key: text("key.select"), modified: true, isOn, group });
  actions.add("range", () => {}, { key: text("key.range"), ...told, group });
  actions.add("row", () => picker.takeHere("row"), { key: text("key.row"), modified: true, isOn, group });
  actions.add("column", () => picker.takeHere("column"), { key: "c", isOn, group });
}

/**
 * Adds the sets, each with the key that its tab names.
 * @param {Desk} desk
 * @param {Evidence} evidence
 */
function addSets({ actions, text }, evidence) {
  const group = "evidence";
  for (const tab of findAll(document, "[role='tab'][data-set]")) {
    const number = Number(tab.dataset.set);
    const label = text("action.set", { number });
    const key = tab.getAttribute("aria-keyshortcuts") ?? "";
    actions.add(`set_${number}`, () => evidence.switchTo(number), { label, key, group });
  }
  actions.add("undo", () => evidence.undo(), { key: "z", group });
  actions.add("redo", () => evidence.redo(), { key: "Z", group });
  actions.add("clear", () => evidence.clear(), { group });
}

/**
 * @param {Desk} desk
 * @param {Suggestions} suggestions
 */
export function addSuggestionKey({ actions }, suggestions) {
  const isOn = () => suggestions.isShown;
  actions.add("suggestion", () => suggestions.useNext(), { key: "+", isOn, group: "evidence" });
}

/**
 * @param {Desk} desk
 * @param {{ decision: Decision, confirmation: Confirmation }} parts
 */
function addDeciding({ actions, panel, text }, { decision, confirmation }) {
  const group = "deciding";
  actions.add("verdict", () => { panel.fold(false); decision.focus(); }, { key: "v", group });
  for (const [place, { key, label, choose, isOn }] of decision.keyed().entries()) {
    actions.add(`choice_${place}`, choose, { key, label, isOn, group });
  }
  actions.add("confirm", () => { confirmation.open(); }, { shown: text("key.confirm"), group });
  actions.add("stop", () => { confirmation.submit({ stops: true }); }, {
    key: text("key.stop"), modified: true, isOn: () => confirmation.isOpen && !confirmation.check.isOpen, group,
  });
}

/** @param {Desk} desk */
function addLeaving({ actions }) {
  const group = "claim";
  /** @param {string} name */
  const whereButton = (name) => ({ group, isOn: () => Boolean(find(document, `[data-action='${name}']`)) });
  actions.add("report", () => { openDialog("report"); }, { key: "!", ...whereButton("report") });
  actions.add("skip", () => { openDialog("skip"); }, { key: "x", ...whereButton("skip") });
  actions.add("pause", () => leaveBy("pause"), { key: "p", ...whereButton("pause") });
  actions.add("leave", () => leaveBy("leave"), whereButton("leave"));
}

/** @param {{ evidence: Evidence, confirmation: Confirmation }} parts */
function addModified({ evidence, confirmation }) {
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
      if (confirmation.isOpen) confirmation.submit({ stops: event.shiftKey });
      else confirmation.open();
    }
  });
}
