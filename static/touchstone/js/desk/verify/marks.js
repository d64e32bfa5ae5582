// @ts-check
// Paints in the page what is selected: which sets hold an element, for the eye by attributes
// (the styles give number, pattern and colour), for a screen reader by state and description.
// Only what changed is touched, so that a mark appears at once on the longest page.
import { marksOf } from "./sets.js";

/** @typedef {import("./sets.js").State} State */

// There is room for the numbers of three sets; of more, the first two and how many there are beside.
const MOST_NUMBERS = 3;

export class Marks {
  /**
   * `describe([1, 2])` says in words in which sets an element is.
   * @param {HTMLElement} view
   * @param {{ describe: (sets: number[]) => string }} parts
   */
  constructor(view, { describe }) {
    this.view = view;
    this.describe = describe;
    /** @type {Set<string>} */
    this.descriptions = new Set();
    /** @type {Map<string, number[]>} */
    this.shown = new Map();
  }

  // Another page is shown; nothing of it is marked yet.
  reset() {
    this.shown = new Map();
  }

  /**
   * @param {State} state
   * @param {string} page
   */
  paint(state, page) {
    const wanted = marksOf(state, page);
    for (const address of this.shown.keys()) {
      if (!wanted.has(address)) this.mark(address, []);
    }
    for (const [address, sets] of wanted) {
      if (this.shown.get(address)?.join() !== sets.join()) this.mark(address, sets);
    }
    this.shown = wanted;
  }

  /**
   * @param {string} address
   * @param {number[]} sets
   */
  mark(address, sets) {
    const element = document.getElementById(address);
    if (!element || !this.view.contains(element)) return;
    if (element.hasAttribute("aria-selected")) element.ariaSelected = String(sets.length > 0);
    // The first set gives the colour; the first three draw a line each.
    const [first, second, third] = sets;
    assign(element, {
      sets: sets.join(" "), badge: badgeOf(sets), set: first, secondSet: second, thirdSet: third,
    });
    if (sets.length) element.setAttribute("aria-describedby", this.description(sets));
    else element.removeAttribute("aria-describedby");
  }

  /**
   * Returns the id of a hidden text for a combination of sets, made when it is first needed.
   * @param {number[]} sets
   */
  description(sets) {
    const name = `in-sets-${sets.join("-")}`;
    if (!this.descriptions.has(name)) {
      const text = document.createElement("span");
      text.id = name;
      text.hidden = true;
      text.textContent = this.describe(sets);
      document.body.append(text);
      this.descriptions.add(name);
    }
    return name;
  }
}

/** @param {number[]} sets */
function badgeOf(sets) {
  if (sets.length <= MOST_NUMBERS) return sets.join(" ");
  const shown = sets.slice(0, MOST_NUMBERS - 1);
  return `${shown.join(" ")} +${sets.length - shown.length}`;
}

/**
 * @param {HTMLElement} element
 * @param {Record<string, string | number | undefined>} data
 */
function assign(element, data) {
  for (const [name, value] of Object.entries(data)) {
    if (value) element.dataset[name] = String(value);
    else delete element.dataset[name];
  }
}
