// @ts-check
// The room: pages and results beside the desk. Keeps its own history in the browser's (so that Back
// goes back in the room), remembers how far one had read, and logs.
// Dispatches "room:shown" {kind: "page" | "results" | "missing", title, address} after each swap, and
// "room:moved" when something else of its state has changed.
import { around, find, need, onEvent, sendEvent } from "../dom.js";
import { FindInPage } from "../find-in-page.js";
import { destinationOf, openOthersElsewhere } from "./destinations.js";
import { addressOf, entryIn } from "./entries.js";
import { Fragments } from "./fragments.js";

/** @typedef {import("../texts.js").Text} Text */
/** @typedef {import("./entries.js").Entry} Entry */
/** @typedef {import("./log.js").Log} Log */

const SCROLL_MS = 400;

export class Room {
  /**
   * @param {HTMLElement} root
   * @param {Log} log
   * @param {Text} text
   */
  constructor(root, log, text) {
    this.root = root;
    this.log = log;
    this.view = need(root, "[data-room-view]");
    this.status = need(root, "[data-room-status]");
    this.input = need(root, "[data-room-search] input[name=q]", HTMLInputElement);
    this.backButton = need(root, "[data-room-back]", HTMLButtonElement);
    this.forwardButton = need(root, "[data-room-forward]", HTMLButtonElement);
    // True if the box holds text that was not searched for.
    this.isTyping = false;
    this.find = new FindInPage(need(root, "[data-find-in-page]", HTMLFormElement));
    this.fragments = new Fragments(root, {
      log, onFailure: (name) => this.refuse(text(name), { isAway: name === "room.away" }),
    });
    this.anchor = "";
    // The last query: the box shows it again after a reload.
    this.searched = "";
    // A reload keeps where we were among the pages and searches of this window.
    const { depth = 0, deepest = depth } = history.state?.room ? history.state : {};
    this.depth = Number(depth);
    this.deepest = Number(deepest);
    this.entry = entryIn(this.view);
    this.listen();
    this.replaceState();
    this.markButtons();
  }

  // --- what is asked for --------------------------------------------------------------------
  /**
   * Shows a page, a place on it, and what to mark there. `how` tells the log how one got there.
   * @param {{ title: string, address?: string, find?: string, how?: string }} wanted
   */
  show({ title, address = "", find: query = "", how = "opened" }) {
    if (this.entry.kind === "page" && this.entry.title === title) {
      if (address) this.jump(address);
      return Promise.resolve(true);
    }
    return this.go({ kind: "page", title, address, find: query }, { how });
  }

  /**
   * @param {string} query
   * @param {{ page?: number, go?: boolean }} [options]
   */
  search(query, { page = 1, go = false } = {}) {
    const text = query.trim();
    if (!text) return Promise.resolve(false);
    this.searched = text;
    this.log.add("searched", { query: text, page, kind: go ? "go" : "full" });
    return this.go({ kind: "results", query: text, page, go }, { how: "search" });
  }

  /**
   * Scrolls to a place on the page that is shown.
   * @param {string} address
   */
  jump(address) {
    const element = this.placeAt(address);
    element?.scrollIntoView({ block: "start" });
    return element;
  }

  /** @param {string} address */
  placeAt(address) {
    return find(this.view, `[id="${CSS.escape(address)}"]`);
  }

  /**
   * Returns what is shown, and how far it is scrolled, for the draft.
   * @returns {Entry}
   */
  state() {
    return { ...this.entry, scroll: Math.round(this.view.scrollTop), searched: this.searched };
  }

  /** @param {Entry | undefined} state */
  restore(state) {
    if (!state?.kind) return Promise.resolve(false);
    if (state.searched) this.showQuery(state.searched);
    const isShown = state.kind === this.entry.kind && state.title === this.entry.title
      && state.query === this.entry.query;
    if (isShown) {
      this.view.scrollTop = state.scroll || 0;
      this.markFound(state);
      return Promise.resolve(true);
    }
    return this.go(state, { how: "restored", replace: true });
  }

  // --- going --------------------------------------------------------------------------------
  /**
   * @param {Entry} entry
   * @param {{ how: string, replace?: boolean, pop?: boolean }} options
   */
  async go(entry, { how, replace = false, pop = false }) {
    const fragment = await this.fragments.get(addressOf(entry, this.root.dataset));
    if (fragment === null) return false;
    if (!pop && !replace) {
      this.replaceState();
      this.depth += 1;
      this.deepest = this.depth;
    }
    this.swap(fragment, entry, how);
    if (!pop) history[replace ? "replaceState" : "pushState"](this.stateOf(), "");
    this.markButtons();
    return true;
  }

  /**
   * @param {string} html
   * @param {Entry} entry
   * @param {string} how
   */
  swap(html, entry, how) {
    const hadFocus = this.view.contains(document.activeElement) || document.activeElement === document.body;
    const before = this.entry;
    this.view.innerHTML = html;
    this.entry = { ...entryIn(this.view), page: entry.page, address: entry.address };
    if (this.entry.kind === "results") this.showQuery(entry.query ?? "");
    find(this.root, ".room__problem")?.remove();
    this.find.showPage(this.entry.kind === "page" ? this.entry.title ?? "" : "");
    openOthersElsewhere(this.view);
    this.note(how, before);
    this.scrollTo(entry, need(this.view, "[data-shown]").dataset.fragment);
    this.markFound(entry);
    if (hadFocus) this.view.focus({ preventScroll: true });
    this.say(find(this.view, "h1")?.textContent ?? "");
    const { kind, title = "" } = this.entry;
    sendEvent(this.root, "room:shown", { kind, title, address: entry.address || "" });
  }

  /**
   * @param {Entry} entry
   * @param {string | undefined} fragment
   */
  scrollTo({ scroll, address }, fragment) {
    this.view.scrollTop = scroll || 0;
    const place = address || fragment;
    if (scroll === undefined && place) this.jump(place);
  }

  /**
   * Marks what a link looks for where it leads; what was found before, where it was left.
   * @param {Entry} entry
   */
  markFound({ find: query, address, scroll }) {
    if (!query || this.entry.kind !== "page") return;
    const from = address ? this.placeAt(address) : null;
    this.find.start(query, from, { scrolls: scroll === undefined });
  }

  /**
   * Shows in the box what the results are for, but what is being typed stays.
   * @param {string} query
   */
  showQuery(query) {
    this.searched = query;
    if (this.isTyping && document.activeElement === this.input) return;
    this.input.value = query;
    this.isTyping = false;
  }

  /**
   * @param {string} how
   * @param {Entry} before
   */
  note(how, before) {
    const from = before.title || before.query || "";
    const to = this.entry.title || this.entry.query || "";
    if (how === "link") this.log.add("link_followed", { title: this.entry.title, from, anchor: this.anchor });
    if (how === "back") this.log.add("went_back", { to });
    if (how === "forward") this.log.add("went_forward", { to });
    if (this.entry.kind === "page") this.log.add("page_opened", { title: this.entry.title, how });
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  /**
   * Says what went wrong; what only the connection did goes when it is back.
   * @param {string} text
   * @param {{ isAway: boolean }} options
   */
  refuse(text, { isAway }) {
    this.say(text);
    find(this.root, ".room__problem")?.remove();
    const notice = document.createElement("p");
    notice.className = "notice notice--error room__problem";
    notice.toggleAttribute("data-away", isAway);
    notice.textContent = text;
    this.view.before(notice);
  }

  // --- history ------------------------------------------------------------------------------
  stateOf() {
    return { room: this.state(), depth: this.depth, deepest: this.deepest };
  }

  replaceState() {
    history.replaceState(this.stateOf(), "");
  }

  // Another place of the same page, or another find on it.
  remember() {
    this.replaceState();
    sendEvent(this.root, "room:moved");
  }

  back() {
    if (this.depth > 0) history.back();
  }

  forward() {
    if (this.depth < this.deepest) history.forward();
  }

  markButtons() {
    this.backButton.disabled = this.depth <= 0;
    this.forwardButton.disabled = this.depth >= this.deepest;
  }

  // --- listening ----------------------------------------------------------------------------
  listen() {
    this.backButton.addEventListener("click", () => this.back());
    this.forwardButton.addEventListener("click", () => this.forward());
    need(this.root, "[data-room-search]").addEventListener("submit", (event) => {
      event.preventDefault();
      this.isTyping = false;
      this.search(this.input.value, { go: true });
      this.view.focus({ preventScroll: true });
    });
    this.input.addEventListener("input", () => { this.isTyping = true; });
    this.root.addEventListener("search-box:chosen", (event) => {
      event.preventDefault();
      this.isTyping = false;
      this.follow(/** @type {CustomEvent} */ (event).detail.url, "completed");
      this.view.focus({ preventScroll: true });
    });
    this.view.addEventListener("click", (event) => this.onClick(event));
    onEvent(this.find.form, "find:searched", (found) => this.onFound(found));
    onEvent(this.find.form, "find:reset", (found) => this.onFound(found));
    window.addEventListener("popstate", ({ state }) => {
      if (!state?.room) return;
      const how = state.depth < this.depth ? "back" : "forward";
      this.depth = state.depth;
      history.replaceState({ ...state, deepest: this.deepest }, "");
      this.go(state.room, { how, pop: true });
    });
    onEvent(document, "saving:synced", () => find(this.root, ".room__problem[data-away]")?.remove());
    let timer = 0;
    this.view.addEventListener("scroll", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.remember(), SCROLL_MS);
    }, { passive: true });
    openOthersElsewhere(this.view);
  }

  /**
   * Remembers a find, so that coming back to the page finds it again. What a link looked for,
   * nobody searched for.
   * @param {{ query?: string, count?: number, isTyped: boolean }} found
   */
  onFound({ query = "", count, isTyped }) {
    this.entry.find = query;
    this.remember();
    if (!isTyped) return;
    if (query) this.log.add("searched_in_page", { query, count });
    else this.log.add("page_search_reset");
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const link = around(event.target, "a[href]", HTMLAnchorElement);
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
    this.anchor = link.textContent.trim();
    const hit = around(link, "[data-rank]");
    if (hit) {
      this.log.add("result_opened", {
        title: hit.dataset.page, rank: Number(hit.dataset.rank), query: this.entry.query || "",
      });
    }
    if (this.follow(link.getAttribute("href") ?? "", hit ? "result" : "link")) event.preventDefault();
  }

  /**
   * Opens in the room what leads to a page, to results or to a place; returns whether it does.
   * @param {string} href
   * @param {string} how
   */
  follow(href, how) {
    const destination = destinationOf(href, this.entry.query ?? "");
    if (!destination) return false;
    if (destination.kind === "place") return Boolean(this.jump(destination.address));
    if (destination.kind === "results") this.search(destination.query, { page: destination.page });
    else this.show({ ...destination, how });
    return true;
  }
}
