// @ts-check
// Tables in their boxes: headers stay in sight wherever the page is scrolled, and a line tells how many
// rows are below the box.
import { cellIn } from "./addresses.js";
import { around, find, findAll } from "../../dom.js";

/** @typedef {import("../../texts.js").Text} Text */
/** @typedef {{ box: HTMLElement, heads: HTMLElement[], cue: HTMLElement, rows: number }} TableBox */

// Long tables come in chunks, of which the first holds the headers.
const HEADS = ":is(.grid:not(.grid--fixed) > thead, .chunk--head)";
// Rows are counted this seldom while one scrolls: finding what is at a point takes long.
const COUNT_MS = 100;

export class Tables {
  /**
   * @param {HTMLElement} view
   * @param {Text} text
   */
  constructor(view, text) {
    this.view = view;
    this.text = text;
    /** @type {TableBox[]} */
    this.boxes = [];
    this.isDue = false;
    this.isCountDue = false;
    const look = () => this.lookSoon();
    // On a phone the document scrolls.
    for (const target of [view, window]) target.addEventListener("scroll", look, { passive: true });
    new ResizeObserver(look).observe(view);
  }

  // Another page is shown.
  showPage() {
    this.boxes = findAll(this.view, ".table-box:not(.table-box--infobox)").map((box) => {
      const cue = document.createElement("div");
      cue.className = "more-rows";
      cue.ariaHidden = "true";
      cue.hidden = true;
      cue.append(document.createElement("span"));
      box.append(cue);
      box.addEventListener("scroll", () => this.lookSoon(), { passive: true });
      const heads = findAll(box, HEADS);
      return { box, heads, cue, rows: box.querySelectorAll("tr").length };
    });
    this.lookSoon();
  }

  lookSoon() {
    if (!this.isDue) {
      this.isDue = true;
      requestAnimationFrame(() => {
        this.isDue = false;
        this.placeHeads();
      });
    }
    if (!this.isCountDue) {
      this.isCountDue = true;
      setTimeout(() => {
        this.isCountDue = false;
        this.countBelow();
      }, COUNT_MS);
    }
  }

  // The boxes in sight, all measured before any is changed.
  seen() {
    const { top, bottom } = this.window();
    return this.boxes.map((each) => ({ ...each, top, bottom, area: each.box.getBoundingClientRect() }))
      .filter(({ area }) => area.bottom > top && area.top < bottom);
  }

  placeHeads() {
    for (const { heads, area, top } of this.seen()) {
      const over = Math.max(0, Math.min(top - area.top, area.height / 2));
      // On the headers alone: what the box passes down, thousands of cells would have to take.
      for (const head of heads) head.style.top = `${Math.round(over)}px`;
    }
  }

  countBelow() {
    const counted = this.seen().map((each) => {
      const below = rowsBelow(each, Math.min(each.area.bottom, each.bottom));
      return { cue: each.cue, below };
    });
    for (const { cue, below } of counted) this.showCue(cue, below);
  }

  /**
   * @param {HTMLElement} cue
   * @param {number} below
   */
  showCue(cue, below) {
    const words = below ? this.text("more_rows", { count: below }) : "";
    if (cue.hidden !== !below) cue.hidden = !below;
    if (below && cue.textContent !== words) cue.firstElementChild?.replaceChildren(words);
  }

  // The part of the window that is the page's: below the claim, and on a phone above the sheet.
  window() {
    const { top, bottom } = this.view.getBoundingClientRect();
    const claim = find(document, ".claim-bar__claim")?.getBoundingClientRect().bottom ?? 0;
    const panel = find(document, "[data-desk]");
    const isSheet = panel && getComputedStyle(panel).position === "fixed";
    const end = isSheet ? panel.getBoundingClientRect().top : innerHeight;
    return { top: Math.max(top, claim), bottom: Math.min(bottom, end) };
  }
}

/**
 * Returns how many rows begin below a line, where the box scrolls.
 * @param {TableBox} table
 * @param {number} line
 */
function rowsBelow({ box, rows }, line) {
  if (box.scrollHeight - box.clientHeight - box.scrollTop < 4) return 0;
  const { left } = box.getBoundingClientRect();
  const row = around(document.elementFromPoint(left + 8, line - 12), "tr");
  const last = row && cellIn(find(row, ".cell")?.dataset.address ?? "");
  return last ? Math.max(0, rows - 1 - last.row) : 0;
}
