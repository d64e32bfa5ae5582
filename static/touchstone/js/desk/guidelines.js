// @ts-check
// The guidelines beside the work: a sheet that stays open while one goes on, from item to item, with
// its contents, at the chapter about what is being done.
import { find, findAll, need } from "../dom.js";
import { getFragment } from "./requests.js";

/** @typedef {import("./log.js").Log} Log */

const OPEN = "touchstone:guidelines-open";
// So many milliseconds without a key are the end of a word.
const TYPING = 200;

export class Guidelines {
  /**
   * `chapter()` returns words that the heading of the chapter may have, the likeliest first.
   * @param {Log} log
   * @param {() => string[]} chapter
   */
  constructor(log, chapter) {
    this.log = log;
    this.chapter = chapter;
    this.dialog = need(document, "[data-dialog='guidelines']", HTMLDialogElement);
    this.desk = need(document, ".desk");
    this.place = need(this.dialog, "[data-guidelines-text]");
    this.contents = need(this.dialog, "[data-guidelines-contents]");
    need(this.dialog, "[data-guidelines-close]").addEventListener("click", () => this.close());
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
    if (sessionStorage.getItem(OPEN)) this.open({ takesFocus: false });
  }

  toggle() {
    if (this.dialog.open) this.close();
    else this.open();
  }

  close() {
    this.dialog.close();
    this.desk.classList.remove("has-guidelines");
    sessionStorage.removeItem(OPEN);
    this.before?.focus();
  }

  /** @param {{ takesFocus?: boolean }} [options] */
  async open({ takesFocus = true } = {}) {
    const { activeElement } = document;
    this.before = activeElement instanceof HTMLElement ? activeElement : null;
    this.dialog.show();
    this.desk.classList.add("has-guidelines");
    if (!takesFocus) this.before?.focus({ preventScroll: true });
    sessionStorage.setItem(OPEN, "1");
    this.log.add("guidelines_opened");
    if (!this.place.childElementCount && !await this.load()) return this.close();
    this.goToChapter();
    if (takesFocus) this.place.focus({ preventScroll: true });
  }

  // Returns whether the text is there.
  async load() {
    try {
      const { status, html } = await getFragment(this.dialog.dataset.address ?? "");
      if (status !== 200) return false;
      this.place.innerHTML = html;
    } catch {
      return false;
    }
    const headings = this.headings();
    headings.forEach((heading, number) => { heading.id = `guidelines-${number}`; });
    need(this.contents, "ul").replaceChildren(...headings.map((heading) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = `link-button guidelines__entry guidelines__entry--${heading.tagName.toLowerCase()}`;
      button.textContent = heading.textContent;
      button.addEventListener("click", () => heading.scrollIntoView({ block: "start" }));
      const item = document.createElement("li");
      item.append(button);
      return item;
    }));
    this.contents.hidden = headings.length < 2;
    this.searchCasebook();
    return true;
  }

  // Shows precedents with the words that one types, and leads from a precedent to its clause.
  searchCasebook() {
    const words = find(this.place, "[data-casebook-words]", HTMLInputElement);
    const found = find(this.place, "[data-casebook-found]");
    if (!words || !found) return;
    let waiting = 0;
    words.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = window.setTimeout(() => this.showPrecedents(words, found), TYPING);
    });
    this.place.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("[data-clause]") : null;
      if (!(link instanceof HTMLElement)) return;
      event.preventDefault();
      const name = link.dataset.clause;
      this.headings().find(({ textContent }) => textContent === name)?.scrollIntoView({ block: "start" });
    });
  }

  /**
   * @param {HTMLInputElement} words
   * @param {HTMLElement} found
   */
  async showPrecedents(words, found) {
    const asked = words.value.trim();
    found.hidden = !asked;
    if (!asked) return;
    try {
      const address = `${this.dialog.dataset.address}?${new URLSearchParams({ words: asked })}`;
      const { status, html } = await getFragment(address);
      // Somebody may have typed on while this was under way.
      if (status === 200 && words.value.trim() === asked) found.innerHTML = html;
    } catch {
      // The next letter asks again.
    }
  }

  headings() {
    return findAll(this.place, ".prose :is(h2, h3, h4), #desk-casebook");
  }

  goToChapter() {
    const headings = this.headings();
    for (const word of this.chapter()) {
      const heading = headings.find(({ textContent }) => textContent.toLowerCase().startsWith(word.toLowerCase()));
      if (heading) return heading.scrollIntoView({ block: "start" });
    }
    find(this.place, "*")?.scrollIntoView({ block: "start" });
  }
}
