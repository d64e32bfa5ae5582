// @ts-check
// Undo and redo of everything that a person decides. What is kept is not the states but the
// steps between them: small enough to travel with every draft, and each can be turned around.
// Switching to another set is a look elsewhere, not a decision: it is never undone.
import { FIELDS, fromJson, keyOf, partsOf, toJson } from "./sets.js";

const MOST_STEPS = 100;
// The number of them in a draft, which has to stay small.
const MOST_SAVED = 50;
const LONGEST_SAVED = 30000;

/** @typedef {import("./sets.js").State} State */
/** @typedef {Record<string, [before: string, after: string]>} Pairs */
/** @typedef {[place: number, key: string][]} Placed */
/** @typedef {Record<string, { out: Placed, into: Placed }>} SetChanges by the set's number */
/**
 * The change between two states. `merge` names a stretch of typing: steps of one are one.
 * @typedef {{ sets?: SetChanges, fields?: Pairs, tags?: Pairs, merge?: string }} Step
 */
/** @typedef {{ past: Step[], present: State, future: Step[] }} History */

/**
 * @param {State} present
 * @returns {History}
 */
export const startHistory = (present) => ({ past: [], present, future: [] });

/** @param {History} history */
export const canUndo = (history) => history.past.length > 0;
/** @param {History} history */
export const canRedo = (history) => history.future.length > 0;

/**
 * @param {History} history
 * @param {State} next
 * @param {{ merge?: string }} [options]
 * @returns {History}
 */
export function commit(history, next, { merge = "" } = {}) {
  if (next === history.present) return history;
  const step = stepBetween(history.present, next);
  if (isNothing(step)) return { ...history, present: next };
  const last = history.past.at(-1);
  if (merge && last?.merge === merge && !history.future.length) {
    const before = apply(history.present, inverse(last));
    const merged = { ...stepBetween(before, next), merge };
    const past = history.past.slice(0, -1);
    return { past: isNothing(merged) ? past : [...past, merged], present: next, future: [] };
  }
  const past = [...history.past, merge ? { ...step, merge } : step].slice(-MOST_STEPS);
  return { past, present: next, future: [] };
}

/**
 * Ends a stretch of typing: what is typed from now on is a step of its own.
 * @param {History} history
 * @returns {History}
 */
export function seal(history) {
  const last = history.past.at(-1);
  if (!last?.merge) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...last, merge: undefined }] };
}

/**
 * @param {History} history
 * @returns {History}
 */
export function undo(history) {
  if (!canUndo(history)) return history;
  const [step] = history.past.slice(-1);
  return {
    past: history.past.slice(0, -1),
    present: apply(history.present, inverse(step)),
    future: [...history.future, step],
  };
}

/**
 * @param {History} history
 * @returns {History}
 */
export function redo(history) {
  if (!canRedo(history)) return history;
  const [step] = history.future.slice(-1);
  return {
    past: [...history.past, step],
    present: apply(history.present, step),
    future: history.future.slice(0, -1),
  };
}

// --- steps ------------------------------------------------------------------------------------
/**
 * @param {State} before
 * @param {State} after
 */
export function stepBetween(before, after) {
  /** @type {Step} */
  const step = {};
  before.sets.forEach((set, place) => {
    const next = after.sets[place];
    if (set === next) return;
    const kept = new Set(set);
    const coming = new Set(next);
    const out = [...set.entries()].filter(([, key]) => !coming.has(key));
    const into = [...next.entries()].filter(([, key]) => !kept.has(key));
    if (out.length || into.length) step.sets = { ...step.sets, [place + 1]: { out, into } };
  });
  const fields = changesOf(FIELDS, before, after);
  if (fields) step.fields = fields;
  const names = Object.keys({ ...before.tags, ...after.tags });
  const tags = changesOf(names, before.tags, after.tags);
  if (tags) step.tags = tags;
  return step;
}

/**
 * @param {string[]} names
 * @param {Record<string, any>} before
 * @param {Record<string, any>} after
 * @returns {Pairs | null}
 */
function changesOf(names, before, after) {
  const changed = names.filter((name) => (before[name] ?? "") !== (after[name] ?? ""));
  if (!changed.length) return null;
  return Object.fromEntries(changed.map((name) => [name, [before[name] ?? "", after[name] ?? ""]]));
}

/** @param {Step} step */
const isNothing = (step) => !step.sets && !step.fields && !step.tags;

/**
 * @param {Step} step
 * @returns {Step}
 */
export function inverse(step) {
  /** @type {(pairs: Pairs) => Pairs} */
  const turned = (pairs) => mapValues(pairs, ([before, after]) => [after, before]);
  /** @type {(sets: SetChanges) => SetChanges} */
  const turnedSets = (sets) => mapValues(sets, ({ out, into }) => ({ out: into, into: out }));
  return {
    ...(step.sets && { sets: turnedSets(step.sets) }),
    ...(step.fields && { fields: turned(step.fields) }),
    ...(step.tags && { tags: turned(step.tags) }),
  };
}

/**
 * @param {State} state
 * @param {Step} step
 * @returns {State}
 */
export function apply(state, step) {
  const sets = state.sets.map((set, place) => {
    const change = step.sets?.[place + 1];
    if (!change) return set;
    const gone = new Set(change.out.map(([, key]) => key));
    const next = set.filter((key) => !gone.has(key));
    // In the order of their places, so that each lands where it was.
    for (const [at, key] of change.into) if (!next.includes(key)) next.splice(at, 0, key);
    return next;
  });
  const tags = { ...state.tags, ...lastOf(step.tags) };
  for (const [name, value] of Object.entries(tags)) if (!value) delete tags[name];
  return { ...state, ...lastOf(step.fields), sets, tags };
}

/** @param {Pairs | undefined} pairs */
const lastOf = (pairs) => mapValues(pairs ?? {}, ([, after]) => after);

/**
 * @template From, To
 * @param {Record<string, From>} object
 * @param {(value: From) => To} made
 * @returns {Record<string, To>}
 */
const mapValues = (object, made) => Object.fromEntries(
  Object.entries(object).map(([name, value]) => [name, made(value)]),
);

// --- in and out of a draft --------------------------------------------------------------------
/**
 * Returns the whole draft of the decision: the state with its latest steps.
 * @param {History} history
 */
export function historyToJson(history) {
  const past = history.past.slice(-MOST_SAVED).map(stepToJson);
  const future = history.future.slice(-MOST_SAVED).map(stepToJson);
  while (past.length + future.length && JSON.stringify({ past, future }).length > LONGEST_SAVED) {
    (past.length ? past : future).shift();
  }
  return { ...toJson(history.present), history: { past, future } };
}

/**
 * A step that no longer fits, or is none, ends what can be undone; the state itself stays.
 * @param {any} json
 * @param {number} limit
 * @returns {History}
 */
export function historyFromJson(json, limit) {
  const present = fromJson(json, limit);
  const past = trusted(json?.history?.past, present, inverse);
  const future = trusted(json?.history?.future, present, (step) => step);
  return { past, present, future };
}

/**
 * @param {any} steps
 * @param {State} present
 * @param {(step: Step) => Step} direction
 */
function trusted(steps, present, direction) {
  /** @type {Step[]} */
  const known = [];
  if (!Array.isArray(steps)) return known;
  let state = present;
  for (const json of [...steps].reverse()) {
    try {
      const step = stepFromJson(json);
      const next = apply(state, direction(step));
      // Turned around, it must lead back to where we are.
      if (!isNothing(stepBetween(apply(next, inverse(direction(step))), state))) break;
      state = next;
      known.unshift(step);
    } catch {
      break;
    }
  }
  return known;
}

/** @param {Step} step */
function stepToJson(step) {
  /** @param {Placed} pairs */
  const placed = (pairs) => pairs.map(([at, key]) => ({ at, ...partsOf(key) }));
  if (!step.sets) return step;
  const sets = mapValues(step.sets, ({ out, into }) => ({ out: placed(out), into: placed(into) }));
  return { ...step, sets };
}

/**
 * @param {any} json
 * @returns {Step}
 */
function stepFromJson(json) {
  /** @type {(elements: { at: number, page: string, address: string }[]) => Placed} */
  const placed = (elements) => elements.map(({ at, page, address }) => [at, keyOf(page, address)]);
  if (!json.sets) return json;
  /** @type {SetChanges} */
  const sets = mapValues(json.sets, (/** @type {any} */ { out, into }) => ({ out: placed(out), into: placed(into) }));
  return { ...json, sets };
}
