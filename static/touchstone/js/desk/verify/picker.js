// @ts-check
// Picking evidence in the page: by the mouse, by the keyboard, by the handles of rows and columns.
// Shows at once what is selected, and says it to those who cannot see.
import { around } from "../../dom.js";
import { Cursor } from "./cursor.js";
import { gridAround } from "./grid.js";
import { Marks } from "./marks.js";
import { elementsOf, keyOf, setsWith } from "./sets.js";

/** @typedef {import("./evidence.js").Evidence} Evidence */
/** @typedef {"row" | "column"} Part */

/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Picker {
  /**
   * @param {HTMLElement} view
   * @param {Evidence} evidence
   */
  constructor(view, evidence) {
    this.view = view;
    this.evidence = evidence;
    this.text = evidence.text;
    this.page = "";
    // The start of a range, and what was in the set before it; none while there is no range.
    /** @type {{ from: HTMLElement, before: string[] } | null} */
    this.range = null;
    this.isExtending = false;
    this.cursor = new Cursor(view, { onMove: (element) => this.onMove(element) });
    this.marks = new Marks(view, { describe: (sets) => this.inSets(sets) });
    evidence.onChange(() => this.paint());
    view.addEventListener("click", (event) => this.onClick(event));
    // With Shift the browser would mark text up to there.
    view.addEventListener("mousedown", (event) => {
      if (event.shiftKey && this.cursor.elementOf(event.target)) event.preventDefault();
    });
    view.addEventListener("keydown", (event) => this.onKey(event));
    view.addEventListener("pointermove", (event) => this.onPoint(event), { passive: true });
  }

  // --- the page -------------------------------------------------------------------------------
  /** @param {string} title */
  showPage(title) {
    this.page = title;
    this.endRange();
    this.cursor.reset();
    this.marks.reset();
    this.paint();
  }

  paint() {
    this.marks.paint(this.evidence.state, this.page);
  }

  /** @param {HTMLElement} element */
  keyOf(element) {
    return keyOf(this.page, element.dataset.address ?? "");
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    if (event.defaultPrevented || around(event.target, "button, summary")) return;
    const link = around(event.target, "a[href]", HTMLAnchorElement);
    if (link && !isOfCell(event, link)) return;
    const element = this.cursor.elementOf(event.target);
    // Text that is marked with the mouse is to be copied.
    if (!element || !document.getSelection()?.isCollapsed) return;
    if (link) event.preventDefault();
    if (event.shiftKey) return void this.extendTo(element);
    const part = handleAt(event, element);
    this.cursor.moveTo(element);
    if (part) this.takePart(element, part);
    else this.take(element, "click");
  }

  /** @param {HTMLElement} element */
  onMove(element) {
    if (!this.isExtending) this.endRange();
    this.tell(element);
  }

  /**
   * Says what a click on a handle would do.
   * @param {PointerEvent} event
   */
  onPoint(event) {
    const cell = around(event.target, ".cell");
    const part = cell && handleAt(event, cell);
    const title = part ? this.text(`handle.${part}`) : "";
    if (cell && cell.title !== title) cell.title = title;
    this.view.toggleAttribute("data-on-handle", Boolean(part));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.isComposing) return;
    if (around(event.target, "input, textarea, select, button, summary")) return;
    if (around(event.target, "a")) {
      if (event.key === "Escape") this.cursor.leave();
      return;
    }
    if (this.cursor.elementOf(event.target) && this.press(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  press({ key, shiftKey, ctrlKey }) {
    const arrow = ARROWS[key];
    if (arrow && shiftKey && !ctrlKey) return this.extendBy(...arrow);
    if (arrow && !ctrlKey) return this.cursor.arrow(...arrow);
    if (key === "Home" || key === "End") {
      return this.cursor.toEnd(key === "Home" ? "start" : "end", ctrlKey);
    }
    if (key === " ") return this.takeHere(shiftKey ? "row" : ctrlKey ? "column" : null);
    if (key === "Enter" && !shiftKey && !ctrlKey) return this.cursor.enter();
    if (key === "Escape") return this.cursor.leave();
    return false;
  }

  // --- choosing -------------------------------------------------------------------------------
  /**
   * Takes what the cursor is on: itself, or its row or column.
   * @param {Part | null} [part]
   */
  takeHere(part = null) {
    const element = this.cursor.current();
    if (!element) return false;
    if (part) this.takePart(element, part);
    else this.take(element, "key");
    return true;
  }

  /**
   * @param {HTMLElement} element
   * @param {"click" | "key"} way
   */
  take(element, way) {
    this.endRange();
    if (this.refuse(element)) return;
    this.evidence.toggle(this.keyOf(element), way);
    this.tell(element, true);
  }

  /**
   * @param {HTMLElement} cell
   * @param {Part} part
   */
  takePart(cell, part) {
    const grid = cell.matches(".cell") ? gridAround(cell) : null;
    const cells = grid ? grid[part](cell) : [];
    if (!cells.length) return void this.refuse(cell);
    const before = this.countHere();
    this.evidence.toggleMany(cells.map((one) => this.keyOf(one)), part);
    const by = this.countHere() - before;
    this.evidence.say(this.text(by > 0 ? "added" : "taken", { count: Math.abs(by) }));
  }

  // --- ranges ---------------------------------------------------------------------------------
  /**
   * Selects from where the range began, or the cursor is, to an element.
   * @param {HTMLElement} element
   */
  extendTo(element) {
    this.extend(() => this.cursor.moveTo(element));
  }

  /**
   * @param {number} down
   * @param {number} right
   */
  extendBy(down, right) {
    this.extend(() => this.cursor.arrow(down, right));
    return true;
  }

  /** @param {() => void} move */
  extend(move) {
    const { state } = this.evidence;
    const from = this.cursor.current();
    this.isExtending = true;
    move();
    this.isExtending = false;
    const to = this.cursor.current();
    if (!to) return;
    this.range ??= { from: from ?? to, before: elementsOf(state, state.current) };
    const open = this.cursor.between(this.range.from, to).filter((one) => !around(one, "[data-closed]"));
    const before = this.countHere();
    this.evidence.selectRange(this.range.before, open.map((one) => this.keyOf(one)));
    const by = this.countHere() - before;
    if (by) this.evidence.say(this.text(by > 0 ? "added" : "taken", { count: Math.abs(by) }));
  }

  endRange() {
    if (this.range) this.evidence.rangeEnded();
    this.range = null;
  }

  countHere() {
    const { state } = this.evidence;
    return elementsOf(state, state.current).length;
  }

  /**
   * Says why something cannot be chosen, if that is so.
   * @param {HTMLElement} element
   */
  refuse(element) {
    const closed = around(element, "[data-closed]")?.dataset.closed;
    if (closed) this.evidence.say(this.text(`closed.${closed}`), { isShown: true });
    return Boolean(closed);
  }

  /**
   * @param {HTMLElement} element
   * @param {boolean} [isChange]
   */
  tell(element, isChange = false) {
    const sets = setsWith(this.evidence.state, this.keyOf(element));
    if (isChange || sets.length) this.evidence.say(sets.length ? this.inSets(sets) : this.text("free"));
  }

  /** @param {number[]} sets */
  inSets(sets) {
    return this.text("in_sets", { count: sets.length, sets: sets.join(", ") });
  }
}

/**
 * Returns whether a click on a link is meant for its cell: not on the arrow after the words, and
 * without Alt, which follow it, or Ctrl, which opens a window; Enter follows it, too.
 * @param {MouseEvent} event
 * @param {HTMLAnchorElement} link
 */
function isOfCell(event, link) {
  const isByMouse = event.detail > 0 && !event.altKey && !event.ctrlKey && !event.metaKey;
  if (!isByMouse || !link.closest("[role='grid'] .cell")) return false;
  const words = [...link.getClientRects()].at(-1);
  const arrow = parseFloat(getComputedStyle(link, "::after").width) || 0;
  return !words || event.clientX < words.right - arrow || event.clientY < words.top;
}

/**
 * Returns which handle is there: a row's is the strip before its first cell, a column's the one
 * after its header.
 * @param {MouseEvent} event
 * @param {HTMLElement} element
 * @returns {Part | null}
 */
function handleAt(event, element) {
  if (event.target !== element || !element.matches("[role='grid'] .cell")) return null;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  if (element.matches("tbody :first-child") && event.clientX - box.left < parseFloat(style.paddingLeft)) {
    return "row";
  }
  const isOnEnd = box.right - event.clientX < parseFloat(style.paddingRight);
  return isOnEnd && "column" in element.dataset ? "column" : null;
}
