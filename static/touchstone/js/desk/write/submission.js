// @ts-check
// Handing in: all claims together. What is missing or refused is listed, and the focus goes there.
import { need, sendEvent } from "../../dom.js";
import { goOn, stopsHere } from "../going-on.js";
import { LoggedOutError, postForm } from "../requests.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("./card.js").Finding} Finding */
/** @typedef {import("./cards.js").Cards} Cards */
/**
 * The reasons why claims were refused.
 * @typedef {object} Refusal
 * @property {string} [message]
 * @property {{ key: string, field: string, label: string }[]} [missing]
 * @property {Record<string, Finding[]>} [findings]
 */

export class Submission {
  /**
   * @param {HTMLFormElement} form
   * @param {{ cards: Cards, desk: Desk }} parts
   */
  constructor(form, { cards, desk }) {
    this.form = form;
    this.cards = cards;
    this.desk = desk;
    this.button = need(form, "[data-submit]");
    this.place = need(form, "[data-refusal]");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit({ stops: stopsHere(event) });
    });
  }

  // Submits, and goes on with the next highlight at once unless the person stops here.
  async submit({ stops = false } = {}) {
    const { saving, root, text } = this.desk;
    this.button.setAttribute("aria-disabled", "true");
    try {
      await saving.sync();
      const { status, answer } = await postForm(this.form.action, this.form);
      if (status === 200) {
        saving.forget();
        goOn(answer, { stops });
      } else this.refuse(answer);
    } catch (error) {
      if (error instanceof LoggedOutError) sendEvent(root, "saving:logged-out");
      else this.refuse({ message: text("away") });
    } finally {
      this.button.removeAttribute("aria-disabled");
    }
  }

  /** @param {Refusal} refusal */
  refuse({ message = "", missing = [], findings = {} }) {
    for (const [key, found] of Object.entries(findings)) this.cards.find(key)?.showFindings(found);
    const blocked = this.cards.all.filter((card) => card.isBlocked && findings[card.key]);
    const lines = [
      ...missing.map(({ key, field, label }) => line(label, () => this.goTo(key, field))),
      ...blocked.map(({ key, label, findings: [first] }) => (
        line(`${label}: ${first.message}`, () => this.goTo(key, "text")))),
    ];
    need(this.place, "[data-refusal-message]").textContent = message;
    need(this.place, "[data-refusal-list]").replaceChildren(...lines);
    this.place.hidden = false;
    this.place.scrollIntoView({ block: "nearest" });
    if (missing.length) this.goTo(missing[0].key, missing[0].field);
    else if (blocked.length) this.goTo(blocked[0].key, "text");
    else this.place.focus();
  }

  /**
   * @param {string} key
   * @param {string} field
   */
  goTo(key, field) {
    const card = this.cards.find(key);
    if (!card) return;
    this.cards.show(card, { focus: false });
    card.focusField(field);
  }
}

/**
 * @param {string} text
 * @param {() => void} run
 */
function line(text, run) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link-button";
  button.textContent = text;
  button.addEventListener("click", run);
  item.append(button);
  return item;
}
