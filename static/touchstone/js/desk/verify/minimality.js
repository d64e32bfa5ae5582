// @ts-check
// The minimality check: of each set one element at a time is left out, and the person says whether the
// rest is still enough. Which elements are still to be asked about, and the answers so far. Pure.
import { keyOf, partsOf } from "./sets.js";

/** @typedef {import("./sets.js").State} State */
/**
 * The answers for a set: its elements when the check began, and those that are needed. What is
 * needed in a set is needed in every part of it, so answers hold until an element is added.
 * @typedef {{ of: string[], needed: string[], isEnded: boolean }} Answers
 */
/** @typedef {Record<string, Answers>} Checks by the number of the set */
/** @typedef {{ number: number, key: string, place: number, count: number }} Question */

// A set of one element has nothing to leave out.
const FEWEST = 2;

/**
 * Returns the answers that hold for a set as it is now.
 * @param {Checks} checks
 * @param {number} number
 * @param {string[]} set
 * @returns {Answers}
 */
function answersFor(checks, number, set) {
  const known = checks[number];
  const holds = known && set.every((key) => known.of.includes(key));
  return holds ? known : { of: set, needed: [], isEnded: false };
}

/**
 * Returns the next element to ask about, or null; `place` is its place among the `count` of its set.
 * @param {State} state
 * @param {Checks} checks
 * @returns {Question | null}
 */
export function nextQuestion(state, checks) {
  for (const [at, set] of state.sets.entries()) {
    const { needed, isEnded } = answersFor(checks, at + 1, set);
    const place = set.findIndex((key) => !needed.includes(key));
    if (set.length < FEWEST || isEnded || place < 0) continue;
    return { number: at + 1, key: set[place], place: place + 1, count: set.length };
  }
  return null;
}

/**
 * Notes an answer: whether the rest is still enough without the element.
 * @param {State} state before the element is removed
 * @param {Checks} checks
 * @param {{ number: number, key: string, isEnough: boolean }} answer
 * @returns {Checks}
 */
export function withAnswer(state, checks, { number, key, isEnough }) {
  const answers = answersFor(checks, number, state.sets[number - 1]);
  const needed = isEnough ? answers.needed : [...answers.needed, key];
  return { ...checks, [number]: { ...answers, needed } };
}

/**
 * Ends the check of all sets as they are now.
 * @param {State} state
 * @param {Checks} checks
 * @returns {Checks}
 */
export function withEnd(state, checks) {
  return Object.fromEntries(state.sets.map((set, at) => [
    at + 1, { ...answersFor(checks, at + 1, set), isEnded: true },
  ]));
}

// --- in and out of a draft --------------------------------------------------------------------
/** @param {Checks} checks */
export function checksToJson(checks) {
  return Object.fromEntries(Object.entries(checks).map(([number, { of, needed, isEnded }]) => [
    number, { of: of.map(partsOf), needed: needed.map(partsOf), ended: isEnded },
  ]));
}

/**
 * Reads whatever a draft holds: what cannot be understood is asked again.
 * @param {any} json
 * @returns {Checks}
 */
export function checksFromJson(json) {
  if (typeof json !== "object" || json === null) return {};
  return Object.fromEntries(Object.entries(json)
    .filter(([, one]) => Array.isArray(one?.of) && Array.isArray(one?.needed))
    .map(([number, { of, needed, ended: isEnded }]) => [
      number, { of: keysIn(of), needed: keysIn(needed), isEnded: isEnded === true },
    ]));
}

/** @param {any[]} elements */
function keysIn(elements) {
  return elements.filter((one) => typeof one?.page === "string" && typeof one?.address === "string")
    .map((one) => keyOf(one.page, one.address));
}
