// @ts-check
// Asks the server what the checks say of a claim, a moment after the last key. An answer that comes
// too late is thrown away; a server that is away means no advice, nothing worse.
import { postJson } from "../requests.js";

/** @typedef {import("./card.js").Card} Card */
/** @typedef {import("./card.js").Finding} Finding */

const WAIT_MS = 350;

export class Checks {
  /**
   * `claims()` returns all cards' contents; `shown(card, findings)` is told of new findings.
   * @param {string} address
   * @param {{ claims: () => object, shown?: (card: Card, findings: Finding[]) => void }} parts
   */
  constructor(address, { claims, shown = () => {} }) {
    this.address = address;
    this.claims = claims;
    this.shown = shown;
    /** @type {Map<string, number>} */
    this.timers = new Map();
    /** @type {Map<string, number>} */
    this.asked = new Map();
  }

  /** @param {Card} card */
  soon(card) {
    clearTimeout(this.timers.get(card.key));
    card.list.setAttribute("aria-busy", "true");
    this.timers.set(card.key, setTimeout(() => this.ask(card), WAIT_MS));
  }

  /** @param {Card} card */
  async ask(card) {
    clearTimeout(this.timers.get(card.key));
    const number = (this.asked.get(card.key) || 0) + 1;
    this.asked.set(card.key, number);
    if (!card.textarea.value.trim()) return this.take(card, []);
    try {
      const { status, answer } = await postJson(this.address, { key: card.key, claims: this.claims() });
      if (this.asked.get(card.key) !== number) return;
      this.take(card, status === 200 ? answer.findings : []);
    } catch {
      // Advice only: submitting checks again.
      card.list.removeAttribute("aria-busy");
    }
  }

  /**
   * @param {Card} card
   * @param {Finding[]} findings
   */
  take(card, findings) {
    card.list.removeAttribute("aria-busy");
    card.showFindings(findings);
    this.shown(card, findings);
  }
}
