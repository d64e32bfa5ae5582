// The panel's list of evidence: the sets as tabs, and each element of the current one with its
// text, page and context, in the order of the pages. What is done here is told to `acts`.
import { elementsOf, partsOf } from "./sets.js";

export class Tray {
  // `acts`: {jump, remove, move, copy, switchTo}, each with the element's key and its set.
  constructor(root, { descriptions, acts }) {
    this.root = root;
    this.descriptions = descriptions;
    this.acts = acts;
    this.tabs = [...root.querySelectorAll("[data-set]")];
    this.list = root.querySelector("[data-elements]");
    this.empty = root.querySelector("[data-empty]");
    this.pattern = root.querySelector("template[data-element]");
    this.drawn = "";
    this.listen();
  }

  listen() {
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.acts.switchTo(Number(tab.dataset.set)));
      tab.addEventListener("keydown", (event) => this.onTabKey(event));
    }
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-act]");
      if (!button) return;
      const { key } = button.closest("[data-key]").dataset;
      const { act, to } = button.dataset;
      if (act === "more") this.unfold(button);
      else this.acts[act](key, Number(to));
    });
  }

  onTabKey(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const place = this.tabs.indexOf(event.currentTarget);
    const next = this.tabs[(place + by + this.tabs.length) % this.tabs.length];
    this.acts.switchTo(Number(next.dataset.set));
    next.focus();
  }

  unfold(button) {
    const places = button.closest("[data-key]").querySelector("[data-places]");
    places.hidden = !places.hidden;
    button.setAttribute("aria-expanded", String(!places.hidden));
    if (!places.hidden) places.querySelector("button").focus();
  }

  // `shownPage` is the title of the page in the room: its own order is known from it.
  draw(state, shownPage) {
    for (const tab of this.tabs) this.drawTab(tab, state);
    this.root.dataset.current = state.current;
    const keys = elementsOf(state, state.current);
    this.empty.hidden = keys.length > 0;
    this.list.setAttribute("aria-labelledby", `evidence-set-${state.current}`);
    const entries = this.inPageOrder(keys, shownPage);
    const drawn = JSON.stringify([state.current, entries.map(([key, one]) => [key, one.isWhole])]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = this.focusedKey();
    this.list.replaceChildren(...entries.map(([key, one]) => this.entry(key, one, state.current)));
    if (focused !== null) this.refocus(focused);
    this.descriptions.learn(state.sets.flat());
  }

  drawTab(tab, state) {
    const number = Number(tab.dataset.set);
    const isCurrent = number === state.current;
    const count = elementsOf(state, number).length;
    tab.setAttribute("aria-selected", String(isCurrent));
    tab.tabIndex = isCurrent ? 0 : -1;
    tab.querySelector("[data-count]").textContent = count || "";
    const said = count === 1 ? tab.dataset.one : tab.dataset.many;
    tab.setAttribute("aria-label", said.replace("%s", count));
  }

  // Pages as they were come upon, each from top to bottom.
  inPageOrder(keys, shownPage) {
    const entries = keys.map((key) => [key, this.descriptions.of(key), partsOf(key)]);
    const pages = [...new Set(entries.map(([, , { page }]) => page))];
    return entries.sort(([, one, here], [, other, there]) => {
      if (here.page !== there.page) return pages.indexOf(here.page) - pages.indexOf(there.page);
      return here.page === shownPage ? inDocument(here.address, there.address) : one.place - other.place;
    });
  }

  entry(key, { text, context }, number) {
    const { page, address } = partsOf(key);
    const entry = this.pattern.content.firstElementChild.cloneNode(true);
    entry.dataset.key = key;
    entry.dataset.kind = address.replace(/_\d.*$/, "");
    const trail = context.length ? context.map((one) => one.text) : [page];
    entry.querySelector("[data-context]").replaceChildren(...trail.map((step) => {
      const part = document.createElement("span");
      part.textContent = step;
      return part;
    }));
    entry.querySelector("[data-text]").textContent = text;
    for (const button of entry.querySelectorAll("[data-to]")) {
      button.hidden = Number(button.dataset.to) === number;
    }
    return entry;
  }

  // --- the focus survives a new list ----------------------------------------------------------
  focusedKey() {
    const entry = document.activeElement?.closest?.("[data-key]");
    return entry && this.list.contains(entry) ? [...this.list.children].indexOf(entry) : null;
  }

  refocus(place) {
    const entry = this.list.children[Math.min(place, this.list.children.length - 1)];
    (entry?.querySelector("[data-act='remove']") ?? this.tabs.find((tab) => tab.tabIndex === 0)).focus();
  }
}

function inDocument(here, there) {
  const [one, other] = [here, there].map((address) => document.getElementById(address));
  if (!one || !other || one === other) return 0;
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
