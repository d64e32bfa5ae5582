// @ts-check
// The time until which the item is this person's. Warns in time, and one key extends it; at work
// nobody sees this, since each save extends it too.
import { need, onEvent } from "../dom.js";

/** @typedef {import("../texts.js").Text} Text */
/** @typedef {import("./saving.js").Saving} Saving */

const MINUTE_MS = 60_000;
const LOOK_MS = 5000;

/**
 * Returns how long before its end a lease of this length is warned of: a twelfth of it, between two
 * and ten minutes, but never more than half of it.
 * @param {number} length
 */
export const warningTime = (length) =>
  Math.min(Math.max(length / 12, 2 * MINUTE_MS), 10 * MINUTE_MS, length / 2);

export class Lease {
  /**
   * @param {HTMLElement} desk
   * @param {Saving} saving
   * @param {Text} text
   */
  constructor(desk, saving, text) {
    this.place = need(desk, "[data-lease]");
    this.line = need(desk, "[data-lease-text]");
    this.saving = saving;
    this.text = text;
    this.until = Infinity;
    this.warning = warningTime(Number(desk.dataset.leaseMinutes) * MINUTE_MS);
    this.take(desk.dataset.leaseUntil, desk.dataset.now);
    onEvent(desk, "saving:synced", ({ lease_until: until, now }) => this.take(until, now));
    onEvent(desk, "saving:lost", () => { this.until = Infinity; this.look(); });
    need(desk, "[data-lease-extend]").addEventListener("click", () => this.extend());
    setInterval(() => this.look(), LOOK_MS);
  }

  /**
   * Counts by the server's clock; the person's may be wrong.
   * @param {string | undefined} until
   * @param {string | undefined} now
   */
  take(until, now) {
    const left = Date.parse(until ?? "") - Date.parse(now ?? "");
    this.until = Number.isNaN(left) ? Infinity : Date.now() + left;
    this.look();
  }

  look() {
    const left = this.until - Date.now();
    const isSoon = left < this.warning;
    if (isSoon) {
      const minutes = Math.max(0, Math.floor(left / MINUTE_MS));
      const said = this.text("lease", { count: minutes });
      if (this.line.textContent !== said) this.line.textContent = said;
    }
    this.place.hidden = !isSoon;
  }

  extend() {
    return this.saving.sync();
  }
}
