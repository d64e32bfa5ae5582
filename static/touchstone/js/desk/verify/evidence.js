// Choosing evidence and deciding: holds the decision with its history, shows it in the page, in the
// panel and in the form, and tells the log of every step in the order in which it happened.
import { Cursor } from "./cursor.js";
import { gridAround } from "./grid.js";
import { canRedo, canUndo, commit, historyFromJson, historyToJson, redo, seal, startHistory, stepBetween, undo } from "./history.js";
import { Marks } from "./marks.js";
import { choose, clear, copy, elementsOf, emptyState, keyOf, move, partsOf, remove, setsWith, switchTo, tag, toggle, toggleMany } from "./sets.js";

export class Evidence {
  // `view` holds the page; `say(text)` is heard by who cannot see; `words` are the texts to say.
  constructor({ view, limit, say, words }) {
    this.view = view;
    this.limit = limit;
    this.say = say;
    this.words = words;
    this.page = "";
    this.history = startHistory(emptyState(limit));
    this.log = { addAll() {} };
    this.listeners = [];
    this.cursor = new Cursor(view, { onMove: (element) => this.tell(element) });
    this.marks = new Marks(view, { describe: (sets) => this.inSets(sets) });
    view.addEventListener("click", (event) => this.onClick(event));
    view.addEventListener("keydown", (event) => this.onKey(event));
    view.addEventListener("pointermove", (event) => this.onPoint(event), { passive: true });
  }

  get state() {
    return this.history.present;
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  // --- the page -------------------------------------------------------------------------------
  showPage(title) {
    this.page = title;
    this.cursor.reset();
    this.marks.reset();
    this.marks.paint(this.state, title);
  }

  keyOf(element) {
    return keyOf(this.page, element.dataset.address);
  }

  onClick(event) {
    if (event.defaultPrevented || event.target.closest("a, button, summary")) return;
    const element = this.cursor.elementOf(event.target);
    // Who marks text with the mouse wants to copy it.
    if (!element || !document.getSelection().isCollapsed) return;
    const part = handleAt(event, element);
    this.cursor.moveTo(element);
    if (part) this.takePart(element, part);
    else this.take(element, "click");
  }

  // Says what a click on a handle would do.
  onPoint(event) {
    const cell = event.target.closest?.(".cell");
    const part = cell && handleAt(event, cell);
    const title = part ? this.words[part] : "";
    if (cell && cell.title !== title) cell.title = title;
    this.view.toggleAttribute("data-on-handle", Boolean(part));
  }

  onKey(event) {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.isComposing) return;
    if (event.target.closest("input, textarea, select, button, summary")) return;
    const link = event.target.closest("a");
    if (link) {
      if (event.key === "Escape") this.cursor.leave();
      return;
    }
    if (this.cursor.elementOf(event.target) && this.press(event)) event.preventDefault();
  }

  press({ key, shiftKey, ctrlKey }) {
    const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (arrows[key] && !shiftKey && !ctrlKey) return this.cursor.arrow(...arrows[key]);
    if (key === "Home" || key === "End") {
      return this.cursor.toEnd(key === "Home" ? "start" : "end", ctrlKey);
    }
    if (key === " ") return this.takeHere(shiftKey ? "row" : ctrlKey ? "column" : "");
    if (key === "Enter" && !shiftKey && !ctrlKey) return this.cursor.enter();
    if (key === "Escape") return this.cursor.leave();
    return false;
  }

  // --- choosing -------------------------------------------------------------------------------
  // What the cursor is on: itself, or its row or column.
  takeHere(part = "") {
    const element = this.cursor.current();
    if (!element) return false;
    if (part) this.takePart(element, part);
    else this.take(element, "key");
    return true;
  }

  take(element, way) {
    if (this.refuse(element)) return;
    this.change(toggle(this.state, this.keyOf(element)), way);
    this.tell(element, true);
  }

  takePart(cell, part) {
    const grid = gridAround(cell);
    const cells = grid && cell.matches(".cell") ? grid[part](cell) : [];
    if (!cells.length) return void this.refuse(cell);
    const before = elementsOf(this.state, this.state.current).length;
    this.change(toggleMany(this.state, cells.map((one) => this.keyOf(one))), part);
    const by = elementsOf(this.state, this.state.current).length - before;
    this.say((by > 0 ? this.words.added : this.words.taken).replace("%s", Math.abs(by)));
  }

  // Says why something cannot be chosen, if that is so.
  refuse(element) {
    const closed = element.closest("[data-closed]")?.dataset.closed;
    if (closed) this.say(this.words[`closed_${closed}`], { isShown: true });
    return Boolean(closed);
  }

  tell(element, isChange = false) {
    const sets = setsWith(this.state, this.keyOf(element));
    const said = sets.length ? this.inSets(sets) : this.words.free;
    if (isChange || sets.length) this.say(said);
  }

  inSets(sets) {
    return (sets.length > 1 ? this.words.in_sets : this.words.in_set).replace("%s", sets.join(", "));
  }

  // --- sets -----------------------------------------------------------------------------------
  switchTo(number) {
    if (number > this.limit || number === this.state.current) return;
    this.change(switchTo(this.state, number), "key");
    this.say(this.words.now_in.replace("%s", number));
  }

  remove(key) {
    this.change(remove(this.state, this.state.current, key), "panel");
  }

  move(key, to) {
    this.change(move(this.state, key, this.state.current, to), "moved");
  }

  copy(key, to) {
    this.change(copy(this.state, key, to), "copied");
  }

  // What was suggested goes into the current set.
  use(key) {
    this.change(copy(this.state, key, this.state.current), "suggestion");
  }

  clear() {
    this.change(clear(this.state, this.state.current), "panel");
  }

  // --- the decision ---------------------------------------------------------------------------
  // `keepsAnswer` says whether the answer to the guideline question goes with the new verdict.
  choose(verdict, { keepsAnswer }) {
    const chosen = choose(this.state, "verdict", verdict);
    this.change(keepsAnswer ? chosen : choose(chosen, "answer", ""), "form");
  }

  // The answer decides: it may lead to another verdict than the one that was chosen.
  answer(name, verdict) {
    const answered = choose(this.state, "answer", name);
    const isOther = verdict && verdict !== this.state.verdict;
    this.change(verdict ? choose(answered, "verdict", verdict) : answered, "form");
    if (isOther) this.say(this.words.verdict_follows, { isShown: true });
  }

  tag(name, value) {
    this.change(tag(this.state, name, value), "form");
  }

  note(text) {
    this.change(choose(this.state, "note", text), "form", { merge: "note" });
  }

  noteEnded() {
    this.history = seal(this.history);
  }

  // --- undo -----------------------------------------------------------------------------------
  undo() {
    this.goTo(undo, "undone", canUndo(this.history));
  }

  redo() {
    this.goTo(redo, "redone", canRedo(this.history));
  }

  goTo(step, kind, isPossible) {
    if (!isPossible) return void this.say(this.words[`nothing_${kind}`], { isShown: true });
    const before = this.state;
    this.history = step(this.history);
    this.settle(before, kind, [[kind, {}]]);
    this.say(this.words[kind]);
  }

  // --- changing -------------------------------------------------------------------------------
  change(next, way, options = {}) {
    const before = this.state;
    if (next === before) return;
    this.history = commit(this.history, next, options);
    this.settle(before, way);
  }

  // The page at once; all else when that has been painted.
  settle(before, way, first = []) {
    this.marks.paint(this.state, this.page);
    this.log.addAll([...first, ...actsBetween(before, this.state, way)]);
    for (const listener of this.listeners) listener(this.state);
  }

  toDraft() {
    return historyToJson(this.history);
  }

  restore(draft) {
    this.history = historyFromJson(draft, this.limit);
    this.marks.paint(this.state, this.page);
    for (const listener of this.listeners) listener(this.state);
  }
}

// A row's handle is the strip before its first cell, a column's the one after its header.
function handleAt(event, element) {
  if (event.target !== element || !element.matches("[role='grid'] .cell")) return "";
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  if (element.matches("tbody :first-child") && event.clientX - box.left < parseFloat(style.paddingLeft)) {
    return "row";
  }
  const isOnEnd = box.right - event.clientX < parseFloat(style.paddingRight);
  return isOnEnd && "column" in element.dataset ? "column" : "";
}

// What happened between two states, as the log tells it: [[kind, body]…].
export function actsBetween(before, after, way) {
  const step = stepBetween(before, after);
  const acts = [];
  if (before.current !== after.current) acts.push(["set_switched", { set: after.current }]);
  for (const [set, { out, into }] of Object.entries(step.sets ?? {})) {
    const body = ([, key]) => ({ ...partsOf(key), set: Number(set), way });
    acts.push(...out.map((one) => ["element_deselected", body(one)]));
    acts.push(...into.map((one) => ["element_selected", body(one)]));
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
