// @ts-check
// Completes titles in every `[data-search-box]`: an ARIA combobox with a list of links.
// Without scripts the box is a plain form. Typing is never blocked: answers that come too late
// are thrown away, and an engine that is away means no list, nothing worse.
import { around, findAll, need } from "./dom.js";
import { onKey } from "./keys.js";
import { textsOf } from "./texts.js";

const WAIT_MS = 90;
const MOST_REMEMBERED = 100;
const EDGE_PX = 8;

/**
 * A title that begins with what was typed, or a redirect to one.
 * @typedef {{ title: string, url: string, leads_to?: string }} Title
 */

class SearchBox {
  /**
   * @param {HTMLElement} root
   * @param {number} number
   */
  constructor(root, number) {
    this.root = root;
    this.input = need(root, "input", HTMLInputElement);
    this.form = /** @type {HTMLFormElement} */ (root.closest("form"));
    this.text = textsOf("search-box");
    this.list = document.createElement("ul");
    this.status = document.createElement("div");
    this.active = -1;
    /** @type {HTMLElement[]} */
    this.options = [];
    /** @type {Map<string, Title[]>} */
    this.answers = new Map();
    this.timer = 0;
    /** @type {AbortController | null} */
    this.request = null;
    this.build(number);
    this.listen();
  }

  /** @param {number} number */
  build(number) {
    this.list.id = `suggestions-${number}`;
    this.list.className = "search-box__list";
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", this.text("list"));
    this.list.hidden = true;
    this.status.className = "visually-hidden";
    this.status.setAttribute("role", "status");
    this.root.append(this.list, this.status);
    const attributes = {
      role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": this.list.id,
    };
    for (const [name, value] of Object.entries(attributes)) this.input.setAttribute(name, value);
  }

  listen() {
    this.input.addEventListener("input", () => this.askSoon());
    this.input.addEventListener("keydown", (event) => this.onKeydown(event));
    this.input.addEventListener("blur", () => this.close());
    this.form.addEventListener("submit", () => this.close());
    // The focus stays in the box while the list is used with a pointer.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = around(event.target, "[role=option]");
      if (option) this.open(this.options.indexOf(option), event);
    });
    // Coming back by the browser's button finds the list closed.
    window.addEventListener("pagehide", () => this.close());
    window.addEventListener("resize", () => this.keepOnScreen());
  }

  /** @param {KeyboardEvent} event */
  onKeydown(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const isOpen = !this.list.hidden;
    // The key that leads here, pressed by somebody who is here already.
    if (event.key === "/" && !this.input.value) event.preventDefault();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (isOpen) this.move(event.key === "ArrowDown" ? 1 : -1);
      else this.ask();
    } else if (event.key === "Enter" && isOpen && this.active >= 0) {
      event.preventDefault();
      this.open(this.active, event);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      this.close();
    }
  }

  // --- asking -------------------------------------------------------------------------------
  askSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), WAIT_MS);
  }

  async ask() {
    clearTimeout(this.timer);
    this.request?.abort();
    const typed = this.input.value.trim();
    if (!typed) return this.close();
    try {
      const titles = this.answers.get(typed) || await this.fetchTitles(typed);
      // Text that was typed since then has its own request.
      if (typed === this.input.value.trim() && document.activeElement === this.input) {
        this.show(typed, titles);
      }
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) this.close();
    }
  }

  /**
   * @param {string} typed
   * @returns {Promise<Title[]>}
   */
  async fetchTitles(typed) {
    const request = new AbortController();
    this.request = request;
    const query = this.query({ q: typed });
    const response = await fetch(`${this.root.dataset.suggest}?${query}`, {
      signal: request.signal, headers: { Accept: "application/json" },
    });
    // Logged out by now: the answer is a page, not a list.
    if (!response.ok || response.redirected) return [];
    const { titles } = await response.json();
    if (this.answers.size >= MOST_REMEMBERED) this.answers.clear();
    this.answers.set(typed, titles);
    return titles;
  }

  /** @param {Record<string, string>} parameters */
  query(parameters) {
    const query = new URLSearchParams(parameters);
    const chosen = new FormData(this.form);
    for (const name of ["corpus", "flagged"]) {
      const value = chosen.get(name);
      if (value) query.set(name, String(value));
    }
    return query;
  }

  // --- showing ------------------------------------------------------------------------------
  /**
   * @param {string} typed
   * @param {Title[]} titles
   */
  show(typed, titles) {
    this.active = -1;
    this.input.removeAttribute("aria-activedescendant");
    if (!titles.length) return this.close();
    this.options = titles.map((each, place) => this.option(place, each.url, each.title, each.leads_to));
    const results = `${this.root.dataset.results}?${this.query({ q: typed })}`;
    const search = this.option(titles.length, results, this.text("containing", { text: typed }));
    search.classList.add("search-box__option--search");
    this.options.push(search);
    this.list.replaceChildren(...this.options);
    this.list.hidden = false;
    this.keepOnScreen();
    this.input.setAttribute("aria-expanded", "true");
    this.status.textContent = this.text("pages", { count: titles.length });
  }

  // The list may be wider than the box, which may stand anywhere: it moves to the left as needed.
  keepOnScreen() {
    if (this.list.hidden) return;
    this.list.style.left = "0";
    const beyond = this.list.getBoundingClientRect().right + EDGE_PX - document.documentElement.clientWidth;
    if (beyond > 0) this.list.style.left = `${-beyond}px`;
  }

  /**
   * @param {number} place
   * @param {string} url
   * @param {string} title
   * @param {string} [leadsTo]
   */
  option(place, url, title, leadsTo) {
    const option = document.createElement("li");
    option.id = `${this.list.id}-${place}`;
    option.className = "search-box__option";
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.dataset.url = url;
    option.textContent = title;
    if (leadsTo) {
      const note = document.createElement("span");
      note.className = "search-box__note";
      note.textContent = ` ${this.text("leads_to", { title: leadsTo })}`;
      option.append(note);
    }
    return option;
  }

  /** @param {number} step */
  move(step) {
    // One place more than there are options: there, the arrow is back in the box.
    const places = this.options.length + 1;
    this.select(((this.active + 1 + step + places) % places) - 1);
  }

  /** @param {number} place */
  select(place) {
    this.options[this.active]?.setAttribute("aria-selected", "false");
    this.active = place;
    const option = this.options[place];
    if (!option) return this.input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {number} place
   * @param {MouseEvent | KeyboardEvent} event
   */
  open(place, event) {
    const url = this.options[place].dataset.url ?? "";
    if (event.ctrlKey || event.metaKey) return void window.open(url, "_blank", "noopener");
    // A desk shows it beside itself, and says so by preventing the default.
    const chosen = new CustomEvent("search-box:chosen", { bubbles: true, cancelable: true, detail: { url } });
    if (this.root.dispatchEvent(chosen)) location.assign(url);
    else this.close();
  }

  close() {
    clearTimeout(this.timer);
    this.request?.abort();
    this.active = -1;
    this.list.hidden = true;
    this.status.textContent = "";
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}

export function startSearchBoxes() {
  const roots = findAll(document, "[data-search-box]");
  const boxes = roots.map((root, number) => new SearchBox(root, number));
  if (!boxes.length) return;
  onKey("/", () => {
    boxes[0].input.focus();
    boxes[0].input.select();
    return true;
  });
}
