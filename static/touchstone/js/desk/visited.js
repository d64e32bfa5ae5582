// @ts-check
// The pages and searches of this item, the latest first: a list beside Back and Forward, kept with
// the draft.
import { around, find, need, onEvent } from "../dom.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../texts.js").Text} Text */
/** @typedef {{ kind: "page", title: string } | { kind: "results", query: string }} Visit */

const MOST = 60;

export class Visited {
  /**
   * @param {Room} room
   * @param {Text} text
   */
  constructor(room, text) {
    this.room = room;
    this.text = text;
    this.root = need(document, "[data-visited]", HTMLDetailsElement);
    this.list = need(this.root, "ol");
    this.none = need(this.root, "[data-visited-none]");
    /** @type {Visit[]} */
    this.items = [];
    this.add();
    onEvent(document, "room:shown", () => this.add());
    this.list.addEventListener("click", ({ target }) => {
      const place = around(target, "[data-place]")?.dataset.place;
      if (place !== undefined) this.open(this.items[Number(place)]);
    });
    // It closes like a menu.
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.root.open) return;
      event.preventDefault();
      this.root.open = false;
      need(this.root, "summary").focus();
    });
    document.addEventListener("click", ({ target }) => {
      if (!around(target, "[data-visited]")) this.root.open = false;
    });
  }

  /** @param {unknown} items */
  restore(items) {
    if (!Array.isArray(items)) return;
    const known = items.filter((each) => typeof (each?.title ?? each?.query) === "string");
    this.items = unique([...this.items, ...known]);
    this.draw();
  }

  add() {
    const { kind, title = "", query = "" } = this.room.entry;
    if (kind === "page" && title) this.items = unique([{ kind, title }, ...this.items]);
    else if (kind === "results" && query) this.items = unique([{ kind, query }, ...this.items]);
    this.draw();
  }

  /** @param {Visit} visit */
  open(visit) {
    this.root.open = false;
    this.room.view.focus({ preventScroll: true });
    if (visit.kind === "page") this.room.show({ title: visit.title, how: "visited" });
    else this.room.search(visit.query);
  }

  toggle() {
    this.root.open = !this.root.open;
    if (this.root.open) (find(this.list, "button") ?? need(this.root, "summary")).focus();
  }

  draw() {
    this.none.hidden = this.items.length > 0;
    this.list.replaceChildren(...this.items.map((visit, place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = `visited__entry visited__entry--${visit.kind}`;
      button.dataset.place = String(place);
      button.textContent = visit.kind === "page" ? visit.title : this.text("visited.search", { query: visit.query });
      const item = document.createElement("li");
      item.append(button);
      return item;
    }));
  }
}

/** @param {Visit[]} items */
function unique(items) {
  const kept = new Map();
  for (const item of items) {
    const name = item.kind === "page" ? `page ${item.title}` : `results ${item.query}`;
    if (!kept.has(name)) kept.set(name, item);
  }
  return [...kept.values()].slice(0, MOST);
}
