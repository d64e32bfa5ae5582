// @ts-check
// The panel, in which a desk does its work. On a phone it is a sheet over the page that folds away;
// it comes back when there is bad news in it.
import { around, findAll, need, onEvent } from "../dom.js";

export class Panel {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.button = need(root, "[data-panel-fold]");
    this.lost = need(root, "[data-lost]");
    this.sheet = matchMedia("(max-width: 59.99rem)");
    // The whole edge of the sheet opens it; what stands there and does something else goes on doing it.
    need(root, ".panel__bar").addEventListener("click", ({ target }) => {
      const other = around(target, "button, a, input, summary");
      if (other && other !== this.button) return;
      this.fold(!root.classList.contains("is-folded"));
    });
    onEvent(root, "saving:lost", ({ error }) => this.tellLost(error));
  }

  get isLost() {
    return !this.lost.hidden;
  }

  /** @param {boolean} isFolded */
  fold(isFolded) {
    if (isFolded && !this.sheet.matches) return;
    this.root.classList.toggle("is-folded", isFolded);
    document.documentElement.classList.toggle("is-panel-folded", isFolded);
    this.button.setAttribute("aria-expanded", String(!isFolded));
  }

  /**
   * Says that the item is not this person's any more; what was done stays on the screen.
   * @param {string} error
   */
  tellLost(error) {
    for (const line of findAll(this.lost, "[data-lost-by]")) {
      line.hidden = line.dataset.lostBy !== error;
    }
    this.lost.hidden = false;
    this.fold(false);
    this.lost.scrollIntoView({ block: "nearest" });
  }
}
