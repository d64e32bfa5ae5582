// A cursor over what can be read and selected: sentences, items, captions and cells. It is the
// browser's own focus, so that a screen reader follows it; each table is one tab stop, and so is
// all the text around them.
import { gridAround } from "./grid.js";

const TEXTS = ".sentence, .item, .caption";
const ALL = `${TEXTS}, .cell`;
// A list within a list belongs to it.
const LISTS = ".article__body > .list";

export class Cursor {
  // `view` scrolls; it holds the page. `onMove(element)` hears of every move.
  constructor(view, { onMove = () => {} } = {}) {
    this.view = view;
    this.onMove = onMove;
    this.reset();
    view.addEventListener("focusin", (event) => {
      const element = this.elementOf(event.target);
      if (element && element === event.target) this.settle(element);
    });
  }

  // Another page is shown.
  reset() {
    this.element = null;
    this.textStop = null;
    // What stands in a cell is reached from the cell.
    this.texts = [...this.view.querySelectorAll(TEXTS)].filter((one) => !one.closest(".cell"));
    this.places = new Map(this.texts.map((text, place) => [text, place]));
    if (this.texts.length) this.stopAt(this.texts[0]);
  }

  elementOf(target) {
    return target instanceof Element ? target.closest(ALL) : null;
  }

  // --- moving -------------------------------------------------------------------------------
  moveTo(element, { block = "nearest" } = {}) {
    if (!element) return false;
    this.settle(element);
    gridAround(element)?.clearSticky(element);
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block, inline: "nearest" });
    return true;
  }

  settle(element) {
    this.stopAt(element);
    if (element === this.element) return;
    this.element = element;
    this.onMove(element);
  }

  // The tab key comes back to where one was.
  stopAt(element) {
    const grid = gridAround(element);
    const isCell = grid && element.matches(".cell");
    const before = isCell ? grid.root.querySelector(".cell[tabindex]") : this.textStop;
    if (before !== element) before?.removeAttribute("tabindex");
    element.tabIndex = 0;
    if (!isCell) this.textStop = element;
  }

  // Sentences, items and captions, one after another; over tables.
  step(by) {
    const now = this.current();
    if (!now) return this.moveTo(this.firstInView());
    if (this.places.has(now)) return this.moveTo(this.texts[this.places.get(now) + by]);
    return this.moveTo(this.nearest(this.texts, now, by));
  }

  toTable(by) {
    const grids = [...this.view.querySelectorAll("[role='grid']")];
    const now = this.current();
    const grid = now ? this.nearest(grids, gridAround(now)?.root ?? now, by) : this.seen(grids);
    return this.moveTo(grid?.querySelector(".cell[tabindex]"));
  }

  toList(by) {
    const lists = [...this.view.querySelectorAll(LISTS)];
    const now = this.current();
    const list = now ? this.nearest(lists, now.closest(LISTS) ?? now, by) : this.seen(lists);
    return this.moveTo(list?.querySelector(".item"));
  }

  // An arrow: along rows and columns in a table, through the text elsewhere.
  arrow(down, right) {
    const now = this.current();
    const cell = now?.closest(".cell");
    if (!cell) return this.step(down + right);
    if (now !== cell) return this.stepInCell(now, cell, down + right);
    this.moveTo(gridAround(now)?.beside(now, down, right));
    return true;  // at the edge the page must not scroll away either
  }

  // Items of a list in a cell, and back to the cell at either end.
  stepInCell(now, cell, by) {
    const items = [...cell.querySelectorAll(".item")];
    return this.moveTo(items[items.indexOf(now) + by] ?? cell);
  }

  // Out of what stands in a cell, or from a link, to where one was before.
  leave() {
    const cell = this.current()?.parentElement.closest(".cell");
    return this.moveTo(document.activeElement === this.element ? cell : this.current());
  }

  // Home and End: of the row, and with Ctrl of the table; elsewhere of the page.
  toEnd(which, isWhole) {
    const now = this.current();
    if (!now?.matches(".cell")) return this.moveTo(this.texts.at(which === "start" ? 0 : -1));
    const grid = gridAround(now);
    return this.moveTo(isWhole ? grid.corner(which) : grid.edge(now, which));
  }

  // Enter: into the list of a cell; else the only link of an element is followed, and of several
  // the first is focused.
  enter() {
    const item = this.current()?.matches(".cell") ? this.element.querySelector(".item") : null;
    if (item) return this.moveTo(item);
    const links = this.element ? [...this.element.querySelectorAll("a[href]")] : [];
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

  // The nearest of `elements` before or after one of the page, none at the ends.
  nearest(elements, from, by) {
    const wanted = by > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
    const ordered = by > 0 ? elements : [...elements].reverse();
    return ordered.find((one) => from !== one && !one.contains(from)
      && from.compareDocumentPosition(one) & wanted) ?? null;
  }

  // The first that is not above what one sees.
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
    return this.texts[low] ?? this.texts.at(-1) ?? this.view.querySelector(".cell[tabindex]");
  }
}
