// @ts-check
// The evidence and the decision: holds them with their history, and tells the log of every step in
// the order in which it happened. Knows nothing of the page: who shows it listens to changes.
import { actsBetween } from "./acts.js";
import { canRedo, canUndo, commit, historyFromJson, historyToJson, redo, seal, startHistory, undo } from "./history.js";
import { checksFromJson, checksToJson, withAnswer, withEnd } from "./minimality.js";
import { choose, clear, copy, emptyState, fill, move, partsOf, remove, selectRange, switchTo, tag, toggle, toggleMany } from "./sets.js";

/** @typedef {import("../../texts.js").Text} Text */
/** @typedef {import("../saving.js").Body} Body */
/** @typedef {import("./history.js").History} History */
/** @typedef {import("./sets.js").State} State */
/** @typedef {(text: string, options?: { isShown?: boolean }) => void} Say */

export class Evidence {
  /**
   * `say(text)` is heard by those who cannot see.
   * @param {{ limit: number, say: Say, text: Text }} parts
   */
  constructor({ limit, say, text }) {
    this.limit = limit;
    this.say = say;
    this.text = text;
    this.history = startHistory(emptyState(limit));
    // The answers of the minimality check; never undone, and asked again where they no longer hold.
    /** @type {import("./minimality.js").Checks} */
    this.checks = {};
    /** @type {Pick<import("../log.js").Log, "addAll">} */
    this.log = { addAll() {} };
    /** @type {(() => void)[]} */
    this.listeners = [];
  }

  get state() {
    return this.history.present;
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }

  tellChange() {
    for (const listener of this.listeners) listener();
  }

  // --- in and out of a draft --------------------------------------------------------------------
  toDraft() {
    return { ...historyToJson(this.history), checks: checksToJson(this.checks) };
  }

  /** @param {Body} draft */
  restore(draft) {
    this.history = historyFromJson(draft, this.limit);
    this.checks = checksFromJson(draft.checks);
    this.tellChange();
  }

  // --- elements ---------------------------------------------------------------------------------
  /**
   * @param {string} key
   * @param {string} way
   */
  toggle(key, way) {
    this.change(toggle(this.state, key), way);
  }

  /**
   * @param {string[]} keys
   * @param {string} way
   */
  toggleMany(keys, way) {
    this.change(toggleMany(this.state, keys), way);
  }

  /**
   * Selects a range; while it grows and shrinks it is one step to undo.
   * @param {string[]} before what was in the set when the range began
   * @param {string[]} keys
   */
  selectRange(before, keys) {
    this.change(selectRange(this.state, before, keys), "range", { merge: "range" });
  }

  rangeEnded() {
    this.history = seal(this.history);
  }

  /** @param {string} key */
  remove(key) {
    this.change(remove(this.state, this.state.current, key), "panel");
  }

  /**
   * @param {string} key
   * @param {number} to
   */
  move(key, to) {
    this.change(move(this.state, key, this.state.current, to), "moved");
  }

  /**
   * @param {string} key
   * @param {number} to
   */
  copy(key, to) {
    this.change(copy(this.state, key, to), "copied");
  }

  /**
   * Takes what was suggested into the current set.
   * @param {string} key
   */
  use(key) {
    this.change(copy(this.state, key, this.state.current), "suggestion");
  }

  /**
   * Takes a whole set of somebody's: into the current set if that is empty, else into the first
   * empty one, else in addition to the current one. Returns the number of the set.
   * @param {string[]} keys
   */
  takeOver(keys) {
    const { sets, current } = this.state;
    const empty = sets.findIndex((set) => !set.length) + 1;
    const number = sets[current - 1].length && empty ? empty : current;
    this.change(fill(switchTo(this.state, number), number, keys), "copied");
    return number;
  }

  /**
   * Takes everything of somebody's judgement, in place of what was chosen; one step to undo.
   * @param {Pick<import("./sets.js").State, "sets" | "verdict" | "answer" | "tags">} judgement
   */
  replaceAll({ sets, verdict, answer, tags }) {
    let next = emptyState(this.limit);
    sets.forEach((keys, place) => { next = fill(next, place + 1, keys); });
    this.change({ ...next, verdict, answer, tags, note: this.state.note }, "copied");
  }

  clear() {
    this.change(clear(this.state, this.state.current), "panel");
  }

  /** @param {number} number */
  switchTo(number) {
    if (number > this.limit || number === this.state.current) return;
    this.change(switchTo(this.state, number), "key");
    this.say(this.text("now_in", { number }));
  }

  // --- the minimality check -----------------------------------------------------------------------
  /**
   * Notes whether a set is enough without an element; if it is, the element leaves it.
   * @param {{ number: number, key: string }} question
   * @param {boolean} isEnough
   */
  answerCheck({ number, key }, isEnough) {
    this.checks = withAnswer(this.state, this.checks, { number, key, isEnough });
    this.log.addAll([["minimality_answered", { ...partsOf(key), set: number, enough: isEnough }]]);
    if (isEnough) this.change(remove(this.state, number, key), "check");
    else this.tellChange();
  }

  endCheck() {
    this.checks = withEnd(this.state, this.checks);
    this.log.addAll([["minimality_ended", {}]]);
    this.tellChange();
  }

  // --- the decision -----------------------------------------------------------------------------
  /**
   * `keepsAnswer` tells whether the answer to the guideline question goes with the new verdict.
   * @param {string} verdict
   * @param {{ keepsAnswer: boolean }} options
   */
  choose(verdict, { keepsAnswer }) {
    const chosen = choose(this.state, "verdict", verdict);
    this.change(keepsAnswer ? chosen : choose(chosen, "answer", ""), "form");
  }

  /**
   * The answer decides: it may lead to another verdict than the one that was chosen.
   * @param {string} name
   * @param {string} verdict
   */
  answer(name, verdict) {
    const answered = choose(this.state, "answer", name);
    const isOther = verdict && verdict !== this.state.verdict;
    this.change(verdict ? choose(answered, "verdict", verdict) : answered, "form");
    if (isOther) this.say(this.text("verdict_follows"), { isShown: true });
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  tag(name, value) {
    this.change(tag(this.state, name, value), "form");
  }

  /** @param {string} text */
  note(text) {
    this.change(choose(this.state, "note", text), "form", { merge: "note" });
  }

  noteEnded() {
    this.history = seal(this.history);
  }

  // --- undo -------------------------------------------------------------------------------------
  undo() {
    this.goTo(undo, "undone", canUndo(this.history));
  }

  redo() {
    this.goTo(redo, "redone", canRedo(this.history));
  }

  /**
   * @param {(history: History) => History} step
   * @param {"undone" | "redone"} kind
   * @param {boolean} isPossible
   */
  goTo(step, kind, isPossible) {
    if (!isPossible) return void this.say(this.text(`nothing_${kind}`), { isShown: true });
    const before = this.state;
    this.history = step(this.history);
    this.settle(before, kind, [[kind, {}]]);
    this.say(this.text(kind));
  }

  // --- changing ---------------------------------------------------------------------------------
  /**
   * @param {State} next
   * @param {string} way
   * @param {{ merge?: string }} [options]
   */
  change(next, way, options = {}) {
    const before = this.state;
    if (next === before) return;
    this.history = commit(this.history, next, options);
    this.settle(before, way);
  }

  /**
   * @param {State} before
   * @param {string} way
   * @param {[kind: string, body: object][]} [first]
   */
  settle(before, way, first = []) {
    this.log.addAll([...first, ...actsBetween(before, this.state, way)]);
    this.tellChange();
  }
}
