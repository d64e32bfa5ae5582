// @ts-check
// The acts between two states of the decision, as the log records them.
import { stepBetween } from "./history.js";
import { partsOf } from "./sets.js";

/** @typedef {import("./sets.js").State} State */

/**
 * @param {State} before
 * @param {State} after
 * @param {string} way how it was done: "click", "key", "row", "form"…
 */
export function actsBetween(before, after, way) {
  const step = stepBetween(before, after);
  /** @type {[kind: string, body: object][]} */
  const acts = [];
  if (before.current !== after.current) acts.push(["set_switched", { set: after.current }]);
  for (const [set, { out, into }] of Object.entries(step.sets ?? {})) {
    for (const [, key] of out) acts.push(["element_deselected", { ...partsOf(key), set: Number(set), way }]);
    for (const [, key] of into) acts.push(["element_selected", { ...partsOf(key), set: Number(set), way }]);
  }
  const { verdict, answer, note } = step.fields ?? {};
  if (verdict) acts.push(["verdict_chosen", { verdict: verdict[1], way }]);
  if (answer) acts.push(["guideline_answered", { answer: answer[1], way }]);
  if (note) acts.push(["input", { field: "note" }]);
  for (const [name, [, value]] of Object.entries(step.tags ?? {})) {
    acts.push(["tag_chosen", { tag: name, value, way }]);
  }
  return acts;
}
