// @ts-check
// Everything that can be done at a desk, in one registry. From it come the keys, the list behind "?"
// and the palette behind Ctrl+K.
import { around, find, need } from "../dom.js";
import { onKey } from "../keys.js";
import { isDialogOpen } from "./dialogs.js";

/** @typedef {import("../texts.js").Text} Text */
/**
 * @typedef {object} Action
 * @property {string} name
 * @property {string} label
 * @property {string} key "" where there is none
 * @property {string} shown the key as people read it
 * @property {string} group under which heading the list of keys has it
 * @property {() => void} run
 * @property {() => boolean} isOn
 */
/**
 * The options of an action; the rest follows from its name.
 * @typedef {object} Options
 * @property {string} [label] else the text `action.name`
 * @property {string} [key]
 * @property {string} [shown] where it differs from the key
 * @property {string} [group] the text `group.name` is its heading; else that of the desk itself
 * @property {boolean} [modified] the caller listens to the key
 * @property {() => boolean} [isOn]
 */

export class Actions {
  /** @param {Text} text */
  constructor(text) {
    this.text = text;
    /** @type {Action[]} */
    this.all = [];
    this.palette = need(document, "[data-dialog='palette']", HTMLDialogElement);
    this.keys = need(document, "[data-dialog='keys']", HTMLDialogElement);
    this.input = need(this.palette, "input", HTMLInputElement);
    this.list = need(this.palette, "[role=listbox]");
    this.none = need(this.palette, "[data-palette-none]");
    /** @type {Action[]} */
    this.shown = [];
    this.chosen = 0;
    this.listen();
  }

  /**
   * @param {string} name
   * @param {() => void} run
   * @param {Options} [options]
   */
  add(name, run, options = {}) {
    const { label = this.text(`action.${name}`), key = "", shown = key, modified = false } = options;
    const { group = "desk", isOn = () => true } = options;
    const action = { name, label, key, shown, group, run, isOn };
    this.all.push(action);
    if (key && !modified) {
      onKey(key, () => {
        if (isDialogOpen() || !action.isOn()) return false;
        action.run();
        return true;
      });
    }
  }

  /** @param {string | undefined} name */
  run(name) {
    const action = this.all.find((each) => each.name === name);
    if (action?.isOn()) action.run();
  }

  listen() {
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        this.openPalette();
      }
    });
    onKey("?", () => {
      if (!isDialogOpen()) this.openKeys();
      return true;
    });
    this.input.addEventListener("input", () => this.fill());
    this.input.addEventListener("keydown", (event) => this.onKeydown(event));
    this.list.addEventListener("click", ({ target }) => {
      const option = around(target, "[role=option]");
      if (option) this.take(this.shown[Number(option.dataset.place)]);
    });
  }

  /** @param {KeyboardEvent} event */
  onKeydown(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      event.preventDefault();
      this.select((this.chosen + step + this.shown.length) % Math.max(this.shown.length, 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.shown[this.chosen]) this.take(this.shown[this.chosen]);
    }
  }

  /** @param {Action} action */
  take(action) {
    this.palette.close();
    action.run();
  }

  openPalette() {
    if (this.palette.open) return;
    find(document, "dialog[open]:modal", HTMLDialogElement)?.close();
    this.input.value = "";
    this.fill();
    this.palette.showModal();
    this.input.focus();
  }

  openKeys() {
    const groups = Map.groupBy(this.all.filter((action) => action.shown), ({ group }) => group);
    const sections = [...groups].map(([name, actions]) => this.section(name, actions));
    need(this.keys, "[data-keys-list]").replaceChildren(...sections);
    this.keys.showModal();
  }

  /**
   * @param {string} name
   * @param {Action[]} actions
   */
  section(name, actions) {
    const section = document.createElement("section");
    const heading = document.createElement("h3");
    heading.textContent = this.text(`group.${name}`);
    const list = document.createElement("dl");
    list.className = "keys__list";
    list.append(...actions.flatMap((action) => {
      const term = document.createElement("dt");
      term.append(keyboard(action.shown));
      const label = document.createElement("dd");
      label.textContent = action.label;
      return [term, label];
    }));
    section.append(heading, list);
    return section;
  }

  fill() {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = this.all.filter((action) => action.isOn()
      && words.every((word) => action.label.toLowerCase().includes(word)));
    this.list.replaceChildren(...this.shown.map((action, place) => this.option(action, place)));
    this.none.hidden = this.shown.length > 0;
    this.select(0);
  }

  /**
   * @param {Action} action
   * @param {number} place
   */
  option(action, place) {
    const option = document.createElement("li");
    option.id = `desk-action-${place}`;
    option.className = "palette__option";
    option.setAttribute("role", "option");
    option.dataset.place = String(place);
    option.append(action.label);
    if (action.shown) option.append(keyboard(action.shown));
    return option;
  }

  /** @param {number} place */
  select(place) {
    this.chosen = place;
    [...this.list.children].forEach((option, at) => {
      option.setAttribute("aria-selected", String(at === place));
    });
    const option = this.list.children[place];
    if (!option) return this.input.removeAttribute("aria-activedescendant");
    this.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }
}

/** @param {string} key */
function keyboard(key) {
  const shown = document.createElement("kbd");
  shown.textContent = key;
  return shown;
}
