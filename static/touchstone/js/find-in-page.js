// @ts-check
// "Find on this page": asks the server where the query's words stand, so that they are found in
// all their forms as in the search, marks them and steps through them.
// `?find=…` in the address, as results of the search have it, starts with that query.
// Dispatches "find:searched" {query, count, isTyped} and "find:reset" {isTyped} on its form.
import { find, findAll, need, sendEvent } from "./dom.js";
import { elementAt, rangeAt } from "./text-ranges.js";
import { textsOf } from "./texts.js";

const WAIT_MS = 150;
const canHighlight = typeof Highlight !== "undefined" && "highlights" in CSS;

/**
 * The place of a match: an element's address, and the range in its text.
 * @typedef {[address: string, start: number, end: number]} Place
 */

export class FindInPage {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.text = textsOf("find");
    this.input = need(form, "input", HTMLInputElement);
    this.count = need(form, "output");
    this.previous = need(form, "[data-find-previous]", HTMLButtonElement);
    this.next = need(form, "[data-find-next]", HTMLButtonElement);
    /** @type {{ address: string, ranges: Range[] }[]} */
    this.matches = [];
    this.total = 0;
    // True if there was no time to search the whole page.
    this.isPartial = false;
    this.current = -1;
    this.asked = "";
    // True if a person asked for it, or a link that they followed.
    this.isTyped = false;
    this.timer = 0;
    /** @type {AbortController | null} */
    this.request = null;
    this.listen();
    form.hidden = !form.dataset.page;
  }

  listen() {
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.find(), WAIT_MS);
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && event.shiftKey) {
        event.preventDefault();
        this.step(-1);
      } else if (event.key === "Escape" && this.input.value) {
        event.preventDefault();
        this.input.value = "";
        this.find();
      }
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.step(1);
    });
    this.previous.addEventListener("click", () => this.step(-1));
    this.next.addEventListener("click", () => this.step(1));
  }

  /**
   * Finds what a link looks for, from the element on that it leads to.
   * @param {string} query
   * @param {Element | null} from
   * @param {{ scrolls?: boolean }} [options]
   */
  async start(query, from, { scrolls = true } = {}) {
    this.input.value = query;
    await this.find({ from, scrolls, isTyped: false });
  }

  /** @param {number} by */
  async step(by) {
    if (this.asked !== this.input.value.trim()) return this.find();
    if (!this.matches.length) return;
    this.show((this.current + by + this.matches.length) % this.matches.length);
  }

  // --- asking -------------------------------------------------------------------------------
  /** @param {{ from?: Element | null, scrolls?: boolean, isTyped?: boolean }} [options] */
  async find({ from = null, scrolls = true, isTyped = true } = {}) {
    clearTimeout(this.timer);
    this.request?.abort();
    const query = this.input.value.trim();
    const before = { query: this.asked, isTyped: this.isTyped };
    this.asked = query;
    this.isTyped = isTyped;
    if (!query) {
      if (before.query) this.tell("reset", { isTyped: before.isTyped });
      return this.clear("");
    }
    try {
      const { count, matches, is_partial: isPartial } = await this.fetchMatches(query);
      if (query !== this.asked) return;
      this.take(count, matches, isPartial);
      this.tell("searched", { query, count, isTyped });
      if (!this.matches.length) return this.clear(this.text(isPartial ? "none_in_part" : "none"));
      this.show(from ? this.firstIn(from) : 0, { scrolls });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      const isTooLong = error instanceof Error && error.message === "414";
      this.clear(this.text(isTooLong ? "too_long" : "failed"));
    }
  }

  /**
   * @param {string} what
   * @param {object} detail
   */
  tell(what, detail) {
    sendEvent(this.form, `find:${what}`, detail);
  }

  /**
   * @param {string} query
   * @returns {Promise<{ count: number, matches: Place[][], is_partial: boolean }>}
   */
  async fetchMatches(query) {
    this.request = new AbortController();
    const { page = "", corpus, address } = this.form.dataset;
    const parameters = new URLSearchParams({ page, q: query });
    if (corpus) parameters.set("corpus", corpus);
    const response = await fetch(`${address}?${parameters}`, {
      signal: this.request.signal, headers: { Accept: "application/json" },
    });
    if (!response.ok || response.redirected) throw new Error(String(response.status));
    return response.json();
  }

  // --- showing ------------------------------------------------------------------------------
  /**
   * @param {number} count
   * @param {Place[][]} matches
   * @param {boolean} isPartial
   */
  take(count, matches, isPartial) {
    this.unmark();
    this.total = count;
    this.isPartial = isPartial;
    this.matches = matches.map((places) => ({
      address: places[0][0],
      ranges: places.map((place) => rangeAt(...place)).filter((range) => range !== null),
    }));
    if (canHighlight) {
      const all = this.matches.flatMap((match) => match.ranges);
      CSS.highlights.set("found", new Highlight(...all));
    } else {
      for (const match of this.matches) elementAt(match.address)?.classList.add("is-found");
    }
  }

  /** @param {Element} element */
  firstIn(element) {
    const first = this.matches.findIndex(({ address }) => {
      const own = elementAt(address);
      return own && (element.contains(own)
        || element.compareDocumentPosition(own) & Node.DOCUMENT_POSITION_FOLLOWING);
    });
    return Math.max(first, 0);
  }

  /**
   * @param {number} place
   * @param {{ scrolls?: boolean }} [options]
   */
  show(place, { scrolls = true } = {}) {
    this.current = place;
    const match = this.matches[place];
    const element = elementAt(match.address);
    if (canHighlight) {
      const current = new Highlight(...match.ranges);
      current.priority = 1;
      CSS.highlights.set("found-now", current);
    }
    find(document, ".is-found-now")?.classList.remove("is-found-now");
    element?.classList.add("is-found-now");
    if (scrolls) element?.scrollIntoView({ block: "center", inline: "nearest" });
    const name = this.isPartial ? "place_in_part" : "place";
    this.say(this.text(name, { place: place + 1, total: this.total }));
    this.setActive(true);
    this.previous.disabled = this.next.disabled = false;
  }

  /**
   * Its bar stays in sight while something is found; what is scrolled to keeps clear of it.
   * @param {boolean} isActive
   */
  setActive(isActive) {
    this.form.classList.toggle("find--active", isActive);
    document.documentElement.classList.toggle("is-finding", isActive);
  }

  /** @param {string} text */
  say(text) {
    this.count.textContent = text;
  }

  /**
   * Starts over: another page is shown now, and what was found was on the one before.
   * @param {string} title
   */
  showPage(title) {
    this.request?.abort();
    this.form.dataset.page = title;
    this.form.hidden = !title;
    this.input.value = "";
    this.asked = "";
    this.clear("");
  }

  unmark() {
    if (canHighlight) {
      CSS.highlights.delete("found");
      CSS.highlights.delete("found-now");
    }
    for (const element of findAll(document, ".is-found, .is-found-now")) {
      element.classList.remove("is-found", "is-found-now");
    }
  }

  /** @param {string} text */
  clear(text) {
    this.unmark();
    this.matches = [];
    this.total = 0;
    this.current = -1;
    this.previous.disabled = this.next.disabled = true;
    this.setActive(Boolean(this.input.value.trim()));
    this.say(text);
  }
}

// A desk starts its own.
const form = find(document, "[data-find-in-page='']", HTMLFormElement);
if (form) {
  const finder = new FindInPage(form);
  const query = new URLSearchParams(location.search).get("find");
  if (query) finder.start(query, document.getElementById(location.hash.slice(1)));
}
