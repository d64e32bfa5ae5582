// @ts-check
// The verifier's opinion on a claim: asked for by a button or a key, one question at a time, and
// never in the way. The text of the claim is not touched, and the server logs questions and answers.
import { around, copyOf, find, findAll, need, onEvent } from "../../dom.js";
import { postJson } from "../requests.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("./card.js").Card} Card */
/** @typedef {import("./cards.js").Cards} Cards */
/** @typedef {{ words: string, text: string, cells: string[] }} Link */
/** @typedef {{ text: string, links: Link[] }} Given the text that was asked about, and its links */

export class Feedback {
  /**
   * @param {string} address
   * @param {{ cards: Cards, desk: Desk }} parts
   */
  constructor(address, { cards, desk }) {
    this.address = address;
    this.cards = cards;
    this.desk = desk;
    /** @type {Map<Card, Given>} */
    this.given = new Map();
    /** @type {Set<Card>} */
    this.asking = new Set();
  }

  start() {
    const { cards, desk } = this;
    for (const card of cards.all) {
      const root = need(card.root, "[data-feedback]");
      // Whichever card is opened gets the focus.
      card.root.addEventListener("focusin", () => this.mark());
      root.addEventListener("click", ({ target }) => {
        if (around(target, "[data-ask-verifier]")) this.ask(card);
        const words = around(target, "[data-cell]");
        if (words) this.showCell(words.dataset.cell ?? "");
      });
    }
    desk.actions.add("verifier", () => {
      if (cards.open) this.ask(cards.open);
    }, { key: "v", isOn: () => Boolean(cards.open) });
    cards.onChange(() => this.follow());
    onEvent(document, "room:shown", () => this.mark());
  }

  /** @param {Card} card */
  async ask(card) {
    const { text } = this.desk;
    const claim = card.textarea.value;
    if (!claim.trim()) return this.say(card, [text("verifier.empty")]);
    // Whoever presses twice asks once.
    if (this.asking.has(card)) return;
    this.asking.add(card);
    need(card.root, "[data-feedback]").setAttribute("aria-busy", "true");
    this.say(card, [text("verifier.asked")]);
    try {
      const body = { key: card.key, text: claim, verdict: card.verdict };
      const { status, answer } = await postJson(this.address, body);
      if (status === 200) this.show(card, claim, answer);
      else this.say(card, [answer.message || text("verifier.away")]);
    } catch {
      this.say(card, [text("verifier.away")]);
    }
    need(card.root, "[data-feedback]").removeAttribute("aria-busy");
    this.asking.delete(card);
  }

  /**
   * @param {Card} card
   * @param {string} text
   * @param {{ lines: string[], links: Link[] }} answer
   */
  show(card, text, { lines, links }) {
    this.say(card, lines);
    const list = need(card.root, "[data-feedback-links]");
    const pattern = need(card.root, "template[data-feedback-link]", HTMLTemplateElement);
    list.replaceChildren(...links.map((link) => {
      const entry = copyOf(pattern);
      const words = need(entry, "[data-words]", HTMLButtonElement);
      words.textContent = `“${link.words}”`;
      if (link.cells.length) words.dataset.cell = link.cells[0];
      else words.disabled = true;
      need(entry, "[data-text]").textContent = link.text;
      return entry;
    }));
    list.hidden = !links.length;
    this.given.set(card, { text, links });
    this.follow();
  }

  /**
   * Shows sentences in place of the last answer.
   * @param {Card} card
   * @param {string[]} lines
   */
  say(card, lines) {
    this.given.delete(card);
    need(card.root, "[data-feedback-links]").hidden = true;
    need(card.root, "[data-feedback-answer]").replaceChildren(...lines.map((line) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = line;
      return paragraph;
    }));
    this.follow();
  }

  /** Says of which answers the text has changed, and marks what the open claim links to. */
  follow() {
    for (const card of this.cards.all) {
      const given = this.given.get(card);
      need(card.root, "[data-feedback-old]").hidden = !given || given.text === card.textarea.value;
    }
    this.mark();
  }

  mark() {
    const { room, root } = this.desk;
    for (const cell of findAll(room.view, "[data-linked]")) delete cell.dataset.linked;
    const given = this.cards.open && this.given.get(this.cards.open);
    if (!given || room.entry.title !== root.dataset.highlightPage) return;
    for (const address of given.links.flatMap((link) => link.cells)) {
      const cell = find(room.view, `[id="${CSS.escape(address)}"]`);
      if (cell) cell.dataset.linked = "";
    }
  }

  /** @param {string} address */
  async showCell(address) {
    const { room, root } = this.desk;
    await room.show({ title: root.dataset.highlightPage ?? "", how: "highlight" });
    find(room.view, `[id="${CSS.escape(address)}"]`)?.scrollIntoView({ block: "center" });
  }
}
