// "Find on this page": asks the server where the query's words stand, so that they are found in
// all their forms as in the search, marks them and steps through them.
// `?find=…` in the address, as results of the search have it, starts with that query.
// Dispatches "find:searched" {query, count, isTyped} and "find:reset" {isTyped} on its form.
import { elementAt, rangeAt } from "./text-ranges.js";

const WAIT_MS = 150;
const canHighlight = typeof Highlight !== "undefined" && "highlights" in CSS;

export class FindInPage {
  constructor(form) {
    this.form = form;
    this.input = form.querySelector("input");
    this.count = form.querySelector("output");
    this.previous = form.querySelector("[data-find-previous]");
    this.next = form.querySelector("[data-find-next]");
    this.matches = [];
    this.total = 0;
    // Whether there was no time to look at the whole page.
    this.isPartial = false;
    this.current = -1;
    this.asked = "";
    // Whether a person asked for it, or a link that they followed.
    this.isTyped = false;
    this.timer = 0;
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

  // What a link looks for, at the element that it leads to.
  async start(query, from, { scrolls = true } = {}) {
    this.input.value = query;
    await this.find({ from, scrolls, isTyped: false });
  }

  async step(by) {
    if (this.asked !== this.input.value.trim()) return this.find();
    if (!this.matches.length) return;
    this.show((this.current + by + this.matches.length) % this.matches.length);
  }

  // --- asking -------------------------------------------------------------------------------
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
      const { none, noneInPart } = this.form.dataset;
      if (!this.matches.length) return this.clear(isPartial ? noneInPart : none);
      this.show(from ? this.firstIn(from) : 0, { scrolls });
    } catch (error) {
      const { tooLong, failed } = this.form.dataset;
      if (error.name !== "AbortError") this.clear(error.message === "414" ? tooLong : failed);
    }
  }

  tell(what, detail) {
    this.form.dispatchEvent(new CustomEvent(`find:${what}`, { detail }));
  }

  async fetchMatches(query) {
    this.request = new AbortController();
    const parameters = new URLSearchParams({ page: this.form.dataset.page, q: query });
    if (this.form.dataset.corpus) parameters.set("corpus", this.form.dataset.corpus);
    const response = await fetch(`${this.form.dataset.address}?${parameters}`, {
      signal: this.request.signal, headers: { Accept: "application/json" },
    });
    if (!response.ok || response.redirected) throw new Error(String(response.status));
    return response.json();
  }

  // --- showing ------------------------------------------------------------------------------
  take(count, matches, isPartial) {
    this.unmark();
    this.total = count;
    this.isPartial = isPartial;
    this.matches = matches.map((places) => ({
      address: places[0][0],
      ranges: places.map((place) => rangeAt(...place)).filter(Boolean),
    }));
    if (canHighlight) {
      const all = this.matches.flatMap((match) => match.ranges);
      CSS.highlights.set("found", new Highlight(...all));
    } else {
      for (const match of this.matches) elementAt(match.address)?.classList.add("is-found");
    }
  }

  firstIn(element) {
    const first = this.matches.findIndex((match) => {
      const own = elementAt(match.address);
      return own && (element.contains(own)
        || element.compareDocumentPosition(own) & Node.DOCUMENT_POSITION_FOLLOWING);
    });
    return Math.max(first, 0);
  }

  show(place, { scrolls = true } = {}) {
    this.current = place;
    const match = this.matches[place];
    const element = elementAt(match.address);
    if (canHighlight) {
      const current = new Highlight(...match.ranges);
      current.priority = 1;
      CSS.highlights.set("found-now", current);
    }
    document.querySelector(".is-found-now")?.classList.remove("is-found-now");
    element?.classList.add("is-found-now");
    if (scrolls) element?.scrollIntoView({ block: "center", inline: "nearest" });
    const text = this.isPartial ? this.form.dataset.placeInPart : this.form.dataset.place;
    this.say(text.replace("%1", place + 1).replace("%2", this.total));
    this.form.classList.add("find--active");
    this.previous.disabled = this.next.disabled = false;
  }

  say(text) {
    this.count.textContent = text;
  }

  // Another page is shown now; what was found was on the one before.
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
    for (const element of document.querySelectorAll(".is-found, .is-found-now")) {
      element.classList.remove("is-found", "is-found-now");
    }
  }

  clear(text) {
    this.unmark();
    this.matches = [];
    this.total = 0;
    this.current = -1;
    this.previous.disabled = this.next.disabled = true;
    this.form.classList.toggle("find--active", Boolean(this.input.value.trim()));
    this.say(text);
  }
}

// A desk starts its own.
const form = document.querySelector("[data-find-in-page='']");
if (form) {
  const find = new FindInPage(form);
  const query = new URLSearchParams(location.search).get("find");
  if (query) find.start(query, document.getElementById(location.hash.slice(1)));
}
