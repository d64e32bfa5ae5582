// @ts-check
// A cursor over what can be read and selected: sentences, items, captions and cells. It is the
// browser's own focus, so that a screen reader follows it; each table is one tab stop, and so is
// all the text around them.
import { around, find, findAll } from "../../dom.js";
import { gridAround } from "./grid.js";

const TEXTS = ".sentence, .item, .caption";
const ALL = `${TEXTS}, .cell`;
// A list within a list belongs to it.
const LISTS = ".article__body > .list";

export class Cursor {
  /**
   * `view` scrolls; it holds the page. `onMove(element)` hears of every move.
   * @param {HTMLElement} view
   * @param {{ onMove?: (element: HTMLElement) => void }} [options]
   */
  constructor(view, { onMove = () => {} } = {}) {
    this.view = view;
    this.onMove = onMove;
    /** @type {HTMLElement | null} */
    this.element = null;
    // The tab stop of the text; each table has its own.
    /** @type {HTMLElement | null} */
    this.stop = null;
    /** @type {HTMLElement[]} */
    this.texts = [];
    /** @type {Map<HTMLElement, number>} */
    this.places = new Map();
    this.reset();
    view.addEventListener("focusin", (event) => {
      const element = this.elementOf(event.target);
      if (element && element === event.target) this.settle(element);
    });
  }

  // Another page is shown.
  reset() {
    this.element = null;
    this.stop = null;
    // The contents of a cell are reached from the cell.
    this.texts = findAll(this.view, TEXTS).filter((one) => !one.closest(".cell"));
    this.places = new Map(this.texts.map((text, place) => [text, place]));
    if (this.texts.length) this.stopAt(this.texts[0]);
  }

  /** @param {EventTarget | null} target */
  elementOf(target) {
    return around(target, ALL);
  }

  // --- moving -------------------------------------------------------------------------------
  /**
   * Returns whether there was an element to move to.
   * @param {HTMLElement | null | undefined} element
   * @param {{ block?: ScrollLogicalPosition }} [options]
   */
  moveTo(element, { block = "nearest" } = {}) {
    if (!element) return false;
    gridAround(element)?.clearSticky(element);
    // Focused before the last one leaves the tab order: while that has the focus, the browser would
    // have to compute all styles to let it go.
    element.tabIndex = 0;
    element.focus({ preventScroll: true });
    this.settle(element);
    element.scrollIntoView({ block, inline: "nearest" });
    return true;
  }

  /** @param {HTMLElement} element */
  settle(element) {
    this.stopAt(element);
    if (element === this.element) return;
    this.element = element;
    this.onMove(element);
  }

  /**
   * Makes it where the tab key comes back to.
   * @param {HTMLElement} element
   */
  stopAt(element) {
    const grid = gridAround(element);
    const stops = grid && element.matches(".cell") ? grid : this;
    if (stops.stop !== element) stops.stop?.removeAttribute("tabindex");
    element.tabIndex = 0;
    stops.stop = element;
  }

  /**
   * Steps through sentences, items and captions, one after another; over tables.
   * @param {number} by
   */
  step(by) {
    const now = this.current();
    if (!now) return this.moveTo(this.firstInView());
    const place = this.places.get(now);
    if (place !== undefined) return this.moveTo(this.texts[place + by]);
    return this.moveTo(this.nearest(this.texts, now, by));
  }

  /** @param {number} by */
  toTable(by) {
    const grids = findAll(this.view, "[role='grid']");
    const now = this.current();
    const grid = now ? this.nearest(grids, gridAround(now)?.root ?? now, by) : this.seen(grids);
    return this.moveTo(grid && find(grid, ".cell[tabindex]"));
  }

  /** @param {number} by */
  toList(by) {
    const lists = findAll(this.view, LISTS);
    const now = this.current();
    const list = now ? this.nearest(lists, now.closest(LISTS) ?? now, by) : this.seen(lists);
    return this.moveTo(list && find(list, ".item"));
  }

  /**
   * Returns the elements from one to another: cells of one table, or texts in their order.
   * @param {HTMLElement} from
   * @param {HTMLElement} to
   * @returns {HTMLElement[]}
   */
  between(from, to) {
    const grid = gridAround(to);
    const areCells = [from, to].every((one) => one.matches(".cell"));
    if (grid && areCells && gridAround(from) === grid) return grid.between(from, to);
    const places = [from, to].map((one) => this.places.get(one));
    if (places.includes(undefined)) return [to];
    const [first, last] = /** @type {number[]} */ (places).sort((one, other) => one - other);
    return this.texts.slice(first, last + 1);
  }

  /**
   * Follows an arrow: along rows and columns in a table, through the text elsewhere.
   * @param {number} down
   * @param {number} right
   */
  arrow(down, right) {
    const now = this.current();
    const cell = now && around(now, ".cell");
    if (!now || !cell) return this.step(down + right);
    if (now !== cell) return this.stepInCell(now, cell, down + right);
    this.moveTo(gridAround(now)?.beside(now, down, right));
    return true;  // at the edge the page must not scroll away either
  }

  /**
   * Steps through the items of a list in a cell, and back to the cell at either end.
   * @param {HTMLElement} now
   * @param {HTMLElement} cell
   * @param {number} by
   */
  stepInCell(now, cell, by) {
    const items = findAll(cell, ".item");
    return this.moveTo(items[items.indexOf(now) + by] ?? cell);
  }

  // Out of what stands in a cell, or from a link, to where one was before.
  leave() {
    const cell = around(this.current()?.parentElement ?? null, ".cell");
    return this.moveTo(document.activeElement === this.element ? cell : this.current());
  }

  /**
   * Goes to an end of the row, and with Ctrl of the table; elsewhere of the page.
   * @param {"start" | "end"} which
   * @param {boolean} isWhole
   */
  toEnd(which, isWhole) {
    const now = this.current();
    const grid = now?.matches(".cell") ? gridAround(now) : null;
    if (!now || !grid) return this.moveTo(this.texts.at(which === "start" ? 0 : -1));
    return this.moveTo(isWhole ? grid.corner(which) : grid.edge(now, which));
  }

  // Enter: into the list of a cell; else the only link of an element is followed, and of several
  // the first is focused.
  enter() {
    const now = this.current();
    const item = now?.matches(".cell") ? find(now, ".item") : null;
    if (item) return this.moveTo(item);
    const links = now ? findAll(now, "a[href]") : [];
    if (links.length === 1) links[0].click();
    else links[0]?.focus();
    return links.length > 0;
  }

  // --- where we are -------------------------------------------------------------------------
  current() {
    return this.element?.isConnected ? this.element : null;
  }

  hasFocus() {
    return Boolean(this.current()) && document.activeElement === this.element;
  }

  /**
   * Returns the nearest of `elements` before or after one of the page, null at the ends.
   * @param {HTMLElement[]} elements
   * @param {Element} from
   * @param {number} by
   */
  nearest(elements, from, by) {
    const wanted = by > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
    const ordered = by > 0 ? elements : [...elements].reverse();
    return ordered.find((one) => from !== one && !one.contains(from)
      && from.compareDocumentPosition(one) & wanted) ?? null;
  }

  /**
   * Returns the first that is not above what one sees.
   * @param {HTMLElement[]} elements
   */
  seen(elements) {
    const { top } = this.view.getBoundingClientRect();
    return elements.find((one) => one.getBoundingClientRect().bottom > top + 8) ?? elements.at(-1);
  }

  firstInView() {
    const top = this.view.getBoundingClientRect().top;
    let low = 0;
    let high = this.texts.length;
    // They stand in order, so that a dozen looks are enough on the longest page.
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.texts[middle].getBoundingClientRect().bottom > top + 8) high = middle;
      else low = middle + 1;
    }
    return this.texts[low] ?? this.texts.at(-1) ?? find(this.view, ".cell[tabindex]");
  }
}
