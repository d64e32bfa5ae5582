// @ts-check
// The minimality check before the confirmation: a set as a stranger will read it, with one element
// hidden. "Still enough" removes the element, "needed" keeps it. What was answered is saved with the
// draft, so that a reload goes on where one was.
import { around, copyOf, find, findAll, need } from "../../dom.js";
import { isMeant } from "../../keys.js";
import { isDialogOpen } from "../dialogs.js";
import { nextQuestion } from "./minimality.js";
import { elementsOf, keyOf } from "./sets.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("./evidence.js").Evidence} Evidence */
/** @typedef {import("./minimality.js").Question} Question */

export class MinimalityCheck {
  /**
   * `done()` is called when nothing is left to ask.
   * @param {HTMLElement} place where it is shown
   * @param {{ desk: Desk, evidence: Evidence, done: () => void }} parts
   */
  constructor(place, { desk, evidence, done }) {
    this.place = place;
    this.desk = desk;
    this.evidence = evidence;
    this.done = done;
    this.pattern = find(document, "template[data-minimality]", HTMLTemplateElement);
    /** @type {Question | null} */
    this.question = null;
    this.isAnswering = false;
    /** @type {DocumentFragment | null} the confirmation, of which the sets are shown */
    this.confirmation = null;
    place.addEventListener("click", ({ target }) => {
      const answer = around(target, "[data-answer]")?.dataset.answer;
      if (answer) this.answer(answer);
    });
    // Before the desk's own keys: of these two, one opens a list and the other chooses a verdict.
    document.addEventListener("keydown", (event) => this.onKey(event), { capture: true });
  }

  get isOpen() {
    return this.question !== null;
  }

  // True if the campaign asks, and something has not been answered.
  get isDue() {
    return this.pattern !== null && nextQuestion(this.evidence.state, this.evidence.checks) !== null;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!this.isOpen || isDialogOpen() || !isMeant(event)) return;
    if (event.key !== "y" && event.key !== "n") return;
    event.preventDefault();
    this.answer(event.key === "y" ? "enough" : "needed");
  }

  /** @param {string} html the confirmation of the evidence as it is now */
  open(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    this.confirmation = template.content;
    this.next();
  }

  leave() {
    this.question = null;
    this.confirmation = null;
  }

  next() {
    this.question = nextQuestion(this.evidence.state, this.evidence.checks);
    if (this.question) this.draw(this.question);
    else this.done();
  }

  /** @param {string} answer */
  answer(answer) {
    if (!this.question) return;
    this.isAnswering = true;
    if (answer === "end") this.evidence.endCheck();
    else this.evidence.answerCheck(this.question, answer === "enough");
    this.isAnswering = false;
    this.next();
  }

  /** @param {Question} question */
  draw({ number, key, place, count }) {
    if (!this.pattern || !this.confirmation) return;
    const page = copyOf(this.pattern);
    const { text } = this.desk;
    const words = need(document, "[data-verdict-word]").textContent.replace(/^ · /, "");
    need(page, "[data-check-progress]").textContent = text("check.progress", { number, place, count });
    need(page, "[data-check-question]").textContent = text("check.question", { number, verdict: words });
    need(page, "[data-check-set]").replaceChildren(this.setWithout(number, key));
    this.place.replaceChildren(page);
    this.place.scrollTop = 0;
    need(page, "[data-check-question]").focus({ preventScroll: true });
  }

  /**
   * Returns the set as the confirmation has it, without what was removed, and with a gap for the element.
   * @param {number} number
   * @param {string} hidden
   */
  setWithout(number, hidden) {
    const shown = need(/** @type {DocumentFragment} */ (this.confirmation), `[data-set="${number}"]`);
    const set = /** @type {HTMLElement} */ (shown.cloneNode(true));
    const keys = elementsOf(this.evidence.state, number);
    // Its numbers count what is hidden, too.
    for (const gone of findAll(set, "h2, .figures")) gone.remove();
    set.removeAttribute("aria-labelledby");
    for (const element of findAll(set, "[data-address]")) {
      const key = keyOf(element.dataset.page ?? "", element.dataset.address ?? "");
      if (key === hidden) element.replaceChildren(this.gap());
      else if (!keys.includes(key)) removeElement(element);
    }
    return set;
  }

  gap() {
    const gap = document.createElement("span");
    gap.className = "check__gap";
    gap.textContent = this.desk.text("check.hidden");
    return gap;
  }
}

/**
 * Removes an element: a cell leaves its place empty, and a row or a page with nothing left goes.
 * @param {HTMLElement} element
 */
function removeElement(element) {
  const row = element.closest("tr");
  const page = element.closest(".evidence-page");
  if (row) {
    element.replaceChildren();
    element.className = "";
    delete element.dataset.address;
    if (!find(row, "[data-address]")) row.remove();
  } else element.remove();
  if (page && !find(page, "[data-address]")) page.remove();
}
