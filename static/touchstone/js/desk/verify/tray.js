// @ts-check
// The panel's list of evidence: the sets as tabs, and the elements of the current one, in the order
// of the pages. What is done here is told to `acts`.
import { around, find, findAll, need } from "../../dom.js";
import { TrayList } from "./tray-list.js";
import { elementsOf, partsOf } from "./sets.js";

/** @typedef {import("../../texts.js").Text} Text */
/** @typedef {import("./descriptions.js").Descriptions} Descriptions */
/** @typedef {import("./sets.js").State} State */
/**
 * @typedef {object} Acts
 * @property {(key: string) => void} jump
 * @property {(key: string) => void} remove
 * @property {(key: string, to: number) => void} move
 * @property {(key: string, to: number) => void} copy
 * @property {(number: number) => void} switchTo
 */

export class Tray {
  /**
   * @param {HTMLElement} root
   * @param {{ descriptions: Descriptions, acts: Acts, text: Text }} parts
   */
  constructor(root, { descriptions, acts, text }) {
    this.root = root;
    this.descriptions = descriptions;
    this.acts = acts;
    this.text = text;
    this.tabs = findAll(root, "[role='tab'][data-set]");
    this.panel = need(root, "[data-panel]");
    this.list = need(root, "[data-elements]");
    this.empty = need(root, "[data-empty]");
    this.entries = new TrayList(need(root, "template[data-element]", HTMLTemplateElement), text);
    this.drawn = "";
    this.current = 0;
    // The elements whose places to move or copy to are shown.
    /** @type {Set<string>} */
    this.unfolded = new Set();
    this.listen();
  }

  listen() {
    for (const tab of this.tabs) this.listenTo(tab);
    this.list.addEventListener("click", ({ target }) => {
      const button = around(target, "[data-act]");
      const entry = around(target, "[data-key]");
      if (button && entry) this.act(button, entry);
    });
  }

  /** @param {HTMLElement} tab */
  listenTo(tab) {
    tab.addEventListener("click", () => this.acts.switchTo(Number(tab.dataset.set)));
    tab.addEventListener("keydown", (event) => this.onTabKey(event, tab));
  }

  /**
   * Adds tabs for the sets in use and an empty one after them: experts have any number of sets, and
   * their desk begins with ten.
   * @param {State} state
   */
  addTabs({ sets, current }) {
    const used = sets.findLastIndex((set) => set.length) + 1;
    const wanted = Math.min(Math.max(used + 1, current), sets.length);
    while (this.tabs.length && this.tabs.length < wanted) this.addTab();
  }

  addTab() {
    const last = this.tabs[this.tabs.length - 1];
    const number = this.tabs.length + 1;
    const tab = /** @type {HTMLElement} */ (last.cloneNode(true));
    tab.id = `evidence-set-${number}`;
    tab.dataset.set = String(number);
    tab.removeAttribute("aria-keyshortcuts");
    tab.removeAttribute("title");
    need(tab, ".set-badge").textContent = String(number);
    last.after(tab);
    this.tabs.push(tab);
    this.listenTo(tab);
    this.entries.addPlace(number);
    this.drawn = "";
  }

  /**
   * @param {HTMLElement} button
   * @param {HTMLElement} entry
   */
  act(button, entry) {
    const key = entry.dataset.key ?? "";
    const { act, to } = button.dataset;
    if (act === "more") this.toggle(entry);
    if (act === "move" || act === "remove") this.unfolded.delete(key);
    if (act === "jump" || act === "remove") this.acts[act](key);
    if (act === "move" || act === "copy") this.acts[act](key, Number(to));
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLElement} tab
   */
  onTabKey(event, tab) {
    const last = this.tabs.length - 1;
    const place = this.tabs.indexOf(tab);
    /** @type {Record<string, number>} */
    const places = {
      ArrowRight: place < last ? place + 1 : 0, ArrowLeft: place > 0 ? place - 1 : last,
      Home: 0, End: last,
    };
    const next = this.tabs[places[event.key]];
    if (!next) return;
    event.preventDefault();
    this.acts.switchTo(Number(next.dataset.set));
    next.focus();
  }

  /** @param {HTMLElement} entry */
  toggle(entry) {
    const key = entry.dataset.key ?? "";
    const isUnfolded = !this.unfolded.delete(key);
    if (isUnfolded) this.unfolded.add(key);
    this.unfold(entry, isUnfolded);
    if (isUnfolded) find(entry, "[data-places] button:not([hidden])")?.focus();
  }

  /**
   * @param {HTMLElement} entry
   * @param {boolean} isUnfolded
   */
  unfold(entry, isUnfolded) {
    need(entry, "[data-places]").hidden = !isUnfolded;
    entry.classList.toggle("is-unfolded", isUnfolded);
    need(entry, "[data-act='more']").setAttribute("aria-expanded", String(isUnfolded));
  }

  /**
   * Draws the tabs and the current set.
   * @param {State} state
   * @param {string} shownPage the page in the room: its own order is known from it
   */
  draw(state, shownPage) {
    this.addTabs(state);
    for (const tab of this.tabs) this.drawTab(tab, state);
    this.root.dataset.current = String(state.current);
    const keys = elementsOf(state, state.current);
    this.empty.hidden = keys.length > 0;
    if (this.tabs.length) {
      for (const place of [this.panel, this.list]) {
        place.setAttribute("aria-labelledby", `evidence-set-${state.current}`);
      }
    }
    const entries = this.inPageOrder(keys, shownPage);
    const drawn = JSON.stringify([state.current, entries.map(({ key, isWhole }) => [key, isWhole])]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = this.focused();
    this.list.replaceChildren(...this.entries.build(entries, state.current));
    for (const entry of findAll(this.list, "[data-key]")) {
      if (this.unfolded.has(entry.dataset.key ?? "")) this.unfold(entry, true);
    }
    // Another set is another list: nothing in it was worked on.
    if (focused && state.current !== this.current) this.focusTab();
    else if (focused) this.refocus(focused);
    this.current = state.current;
    this.descriptions.learn(state.sets.flat());
  }

  /**
   * @param {HTMLElement} tab
   * @param {State} state
   */
  drawTab(tab, state) {
    const number = Number(tab.dataset.set);
    const isCurrent = number === state.current;
    const count = elementsOf(state, number).length;
    tab.setAttribute("aria-selected", String(isCurrent));
    tab.tabIndex = isCurrent ? 0 : -1;
    need(tab, "[data-count]").textContent = count ? String(count) : "";
    tab.setAttribute("aria-label", this.text("tab", { number, count }));
  }

  /**
   * Returns what is known of each: pages as they were come upon, each from top to bottom.
   * @param {string[]} keys
   * @param {string} shownPage
   */
  inPageOrder(keys, shownPage) {
    const entries = keys.map((key) => ({ key, ...partsOf(key), ...this.descriptions.of(key) }));
    const pages = [...new Set(entries.map(({ page }) => page))];
    return entries.sort((one, other) => {
      if (one.page !== other.page) return pages.indexOf(one.page) - pages.indexOf(other.page);
      return one.page === shownPage ? inDocument(one.address, other.address) : one.place - other.place;
    });
  }

  // --- the focus survives a new list ----------------------------------------------------------
  focused() {
    const button = around(document.activeElement, "[data-act]");
    const place = findAll(this.list, "[data-key]").findIndex((entry) => entry.contains(button));
    if (!button || place < 0) return null;
    const { act, to } = button.dataset;
    return { place, selector: `[data-act='${act}']${to ? `[data-to='${to}']` : ""}` };
  }

  /**
   * Focuses the same button, if it is shown, of the element in that place; else the element itself:
   * nobody who moves one must find themselves about to remove the next.
   * @param {{ place: number, selector: string }} focused
   */
  refocus({ place, selector }) {
    const entries = findAll(this.list, "[data-key]");
    const entry = entries[Math.min(place, entries.length - 1)];
    if (!entry) return this.focusTab();
    const same = find(entry, selector);
    (same?.checkVisibility() ? same : need(entry, "[data-act='jump']")).focus();
  }

  focusTab() {
    this.tabs.find((tab) => tab.tabIndex === 0)?.focus();
  }
}

/**
 * @param {string} here
 * @param {string} there
 */
function inDocument(here, there) {
  const first = document.getElementById(here);
  const second = document.getElementById(there);
  if (!first || !second || first === second) return 0;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
