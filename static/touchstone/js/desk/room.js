// The room: pages and results beside the desk. Fetches fragments, keeps its own history in the
// browser's (so that Back goes back in the room), remembers how far one had read, and logs.
// Dispatches "room:shown" {kind: "page" | "results" | "missing", title, address} after each swap, and
// "room:moved" when something else of its state has changed.
import { FindInPage } from "../find-in-page.js";
import { getFragment, LoggedOutError } from "./requests.js";

const MOST_KEPT = 30;
const SCROLL_MS = 400;
// Fragments too: no such page, a search that takes too long, an engine that is away.
const SHOWN_STATUSES = new Set([200, 404, 422, 503]);

export class Room {
  constructor(root, log) {
    this.root = root;
    this.log = log;
    this.view = root.querySelector("[data-room-view]");
    this.status = root.querySelector("[data-room-status]");
    this.input = root.querySelector("[data-room-search] input[name=q]");
    // Whether there is something in the box that was not searched for.
    this.isTyping = false;
    this.find = new FindInPage(root.querySelector("[data-find-in-page]"));
    this.kept = new Map();
    this.request = null;
    this.anchor = "";
    this.depth = 0;
    this.deepest = 0;
    this.entry = this.shownEntry();
    this.listen();
    this.replaceState();
    this.markButtons();
  }

  // --- what is asked for --------------------------------------------------------------------
  // A page, a place on it, and what to mark there. `how` says for the log how one got there.
  show({ title, address = "", find = "", how = "opened" }) {
    if (this.entry.kind === "page" && this.entry.title === title) {
      if (address) this.jump(address);
      return Promise.resolve(true);
    }
    return this.go({ kind: "page", title, address, find }, { how });
  }

  search(query, { page = 1, go = false } = {}) {
    const text = query.trim();
    if (!text) return Promise.resolve(false);
    this.log.add("searched", { query: text, page, kind: go ? "go" : "full" });
    return this.go({ kind: "results", query: text, page, go }, { how: "search" });
  }

  // A place on the page that is shown.
  jump(address) {
    const element = this.placeAt(address);
    element?.scrollIntoView({ block: "start" });
    return element;
  }

  placeAt(address) {
    return this.view.querySelector(`[id="${CSS.escape(address)}"]`);
  }

  // For the draft: what is shown, and how far it is scrolled.
  state() {
    return { ...this.entry, scroll: Math.round(this.view.scrollTop) };
  }

  restore(state) {
    if (!state?.kind) return Promise.resolve(false);
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
  async go(entry, { how, replace = false, pop = false }) {
    const address = this.addressOf(entry);
    const fragment = this.kept.get(address) || await this.load(address);
    if (!fragment) return false;
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

  addressOf({ kind, title, query, page, go }) {
    if (kind === "results") {
      const parameters = new URLSearchParams({ q: query, page: page || 1 });
      if (go) parameters.set("go", "1");
      return `${this.root.dataset.searchAddress}?${parameters}`;
    }
    return `${this.root.dataset.pageAddress}?${new URLSearchParams({ title })}`;
  }

  async load(address) {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    this.root.setAttribute("aria-busy", "true");
    this.log.add("loading_started", {});
    try {
      const { status, html } = await getFragment(address, { signal: request.signal });
      if (!SHOWN_STATUSES.has(status)) throw new Error(String(status));
      if (status === 200) this.keep(address, html);
      return html;
    } catch (error) {
      const { tooLong, failed } = this.root.dataset;
      if (error.name === "AbortError") return null;
      if (error instanceof LoggedOutError) this.root.dispatchEvent(new CustomEvent("room:logged-out", { bubbles: true }));
      else this.say(error.message === "414" ? tooLong : failed, { isShown: true });
      return null;
    } finally {
      this.log.add("loading_ended", {});
      if (this.request === request) this.root.removeAttribute("aria-busy");
    }
  }

  keep(address, html) {
    if (this.kept.size >= MOST_KEPT) this.kept.delete(this.kept.keys().next().value);
    this.kept.set(address, html);
  }

  swap(html, entry, how) {
    const hadFocus = this.view.contains(document.activeElement) || document.activeElement === document.body;
    const before = this.entry;
    this.view.innerHTML = html;
    this.entry = { ...this.shownEntry(), page: entry.page, address: entry.address };
    if (this.entry.kind === "results") this.showQuery(entry.query);
    this.root.querySelector(".room__problem")?.remove();
    const shown = this.view.querySelector("[data-shown]");
    this.find.showPage(this.entry.kind === "page" ? this.entry.title : "");
    this.openOthersElsewhere();
    this.note(how, before);
    this.scrollTo(entry, shown.dataset.fragment);
    this.markFound(entry);
    if (hadFocus) this.view.focus({ preventScroll: true });
    this.say(this.view.querySelector("h1")?.textContent || "");
    this.root.dispatchEvent(new CustomEvent("room:shown", {
      bubbles: true,
      detail: { kind: this.entry.kind, title: this.entry.title || "", address: entry.address || "" },
    }));
  }

  scrollTo({ scroll, address }, fragment) {
    this.view.scrollTop = scroll || 0;
    if (scroll === undefined && (address || fragment)) this.jump(address || fragment);
  }

  // What a link looks for is marked where it leads; what was found before, where it was left.
  markFound({ find, address, scroll }) {
    if (!find || this.entry.kind !== "page") return;
    this.find.start(find, address ? this.placeAt(address) : null, { scrolls: scroll === undefined });
  }

  // The box says what the results are for, but what is being typed stays.
  showQuery(query) {
    if (this.isTyping && document.activeElement === this.input) return;
    this.input.value = query;
    this.isTyping = false;
  }

  note(how, before) {
    const from = before.title || before.query || "";
    const to = this.entry.title || this.entry.query || "";
    if (how === "link") this.log.add("link_followed", { title: this.entry.title, from, anchor: this.anchor });
    if (how === "back") this.log.add("went_back", { to });
    if (how === "forward") this.log.add("went_forward", { to });
    if (this.entry.kind === "page") this.log.add("page_opened", { title: this.entry.title, how });
  }

  shownEntry() {
    const shown = this.view.querySelector("[data-shown]");
    const { shown: kind, page, query, number } = shown.dataset;
    return kind === "results" ? { kind, query, page: Number(number) } : { kind, title: page };
  }

  say(text, { isShown = false } = {}) {
    this.status.textContent = text;
    if (!isShown) return;
    this.root.querySelector(".room__problem")?.remove();
    const notice = document.createElement("p");
    notice.className = "notice notice--error room__problem";
    notice.textContent = text;
    this.view.before(notice);
  }

  // --- history ------------------------------------------------------------------------------
  stateOf() {
    return { room: this.state(), depth: this.depth };
  }

  replaceState() {
    history.replaceState(this.stateOf(), "");
  }

  // Another place of the same page, or another find on it.
  remember() {
    this.replaceState();
    this.root.dispatchEvent(new CustomEvent("room:moved", { bubbles: true }));
  }

  back() {
    if (this.depth > 0) history.back();
  }

  forward() {
    if (this.depth < this.deepest) history.forward();
  }

  markButtons() {
    this.root.querySelector("[data-room-back]").disabled = this.depth <= 0;
    this.root.querySelector("[data-room-forward]").disabled = this.depth >= this.deepest;
  }

  // --- listening ----------------------------------------------------------------------------
  listen() {
    this.root.querySelector("[data-room-back]").addEventListener("click", () => this.back());
    this.root.querySelector("[data-room-forward]").addEventListener("click", () => this.forward());
    this.root.querySelector("[data-room-search]").addEventListener("submit", (event) => {
      event.preventDefault();
      this.isTyping = false;
      this.search(this.input.value, { go: true });
      this.view.focus({ preventScroll: true });
    });
    this.input.addEventListener("input", () => { this.isTyping = true; });
    this.root.addEventListener("search-box:chosen", (event) => {
      event.preventDefault();
      this.isTyping = false;
      this.openAddress(event.detail.url, "completed");
      this.view.focus({ preventScroll: true });
    });
    this.view.addEventListener("click", (event) => this.onClick(event));
    this.find.form.addEventListener("find:searched", ({ detail }) => this.onFound(detail));
    this.find.form.addEventListener("find:reset", ({ detail }) => this.onFound(detail));
    window.addEventListener("popstate", ({ state }) => {
      if (!state?.room) return;
      const how = state.depth < this.depth ? "back" : "forward";
      this.depth = state.depth;
      this.go(state.room, { how, pop: true });
    });
    let timer = 0;
    this.view.addEventListener("scroll", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.remember(), SCROLL_MS);
    }, { passive: true });
    this.openOthersElsewhere();
  }

  // Coming back to the page finds it again. What a link looked for, nobody searched for.
  onFound({ query = "", count, isTyped }) {
    this.entry.find = query;
    this.remember();
    if (!isTyped) return;
    if (query) this.log.add("searched_in_page", { query, count });
    else this.log.add("page_search_reset");
  }

  onClick(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
    this.anchor = link.textContent.trim();
    const hit = link.closest("[data-rank]");
    if (hit) {
      this.log.add("result_opened", {
        title: hit.dataset.page, rank: Number(hit.dataset.rank), query: this.entry.query || "",
      });
    }
    if (this.openAddress(link.getAttribute("href"), hit ? "result" : "link")) event.preventDefault();
  }

  // Opens in the room what leads to a page, to a search or to a place; says whether it does.
  openAddress(href, how) {
    if (href.startsWith("#")) return Boolean(this.jump(href.slice(1)));
    const url = new URL(href, location.origin + "/");
    if (href.startsWith("?") || url.pathname === "/search/") {
      const query = url.searchParams.get("q") || this.entry.query || "";
      this.search(query, { page: Number(url.searchParams.get("page")) || 1 });
      return true;
    }
    if (!url.pathname.startsWith("/wiki/")) return false;
    const title = decodeURIComponent(url.pathname.slice("/wiki/".length)).replaceAll("_", " ");
    this.show({ title, address: url.hash.slice(1), find: url.searchParams.get("find") || "", how });
    return true;
  }

  // What belongs to neither opens in a window of its own: the desk stays.
  openOthersElsewhere() {
    for (const link of this.view.querySelectorAll("a[href]")) {
      const href = link.getAttribute("href");
      if (/^(#|\?|\/wiki\/|\/search\/\?)/.test(href)) continue;
      link.target = "_blank";
      link.rel = "noopener";
    }
  }
}
