// Paints in the page what is selected: which sets hold an element, for the eye by an attribute
// (the styles give number, pattern and colour), for a screen reader by state and description.
// Only what changed is touched, so that a mark appears at once on the longest page.
import { marksOf } from "./sets.js";

export class Marks {
  // `describe([1, 2])` says in words in which sets an element is.
  constructor(view, { describe }) {
    this.view = view;
    this.describe = describe;
    this.descriptions = new Map();
    this.shown = new Map();
  }

  // Another page is shown; nothing of it is marked yet.
  reset() {
    this.shown = new Map();
  }

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

  mark(address, sets) {
    const element = document.getElementById(address);
    if (!element || !this.view.contains(element)) return;
    if (element.hasAttribute("aria-selected")) element.ariaSelected = String(sets.length > 0);
    if (sets.length) {
      element.dataset.sets = sets.join(" ");
      element.setAttribute("aria-describedby", this.description(sets));
    } else {
      delete element.dataset.sets;
      element.removeAttribute("aria-describedby");
    }
  }

  // One hidden text for each combination of sets, made when it is first needed.
  description(sets) {
    const name = `in-sets-${sets.join("-")}`;
    if (!this.descriptions.has(name)) {
      const text = document.createElement("span");
      text.id = name;
      text.hidden = true;
      text.textContent = this.describe(sets);
      document.body.append(text);
      this.descriptions.set(name, text);
    }
    return name;
  }
}
