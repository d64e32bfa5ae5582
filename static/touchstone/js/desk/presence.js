// @ts-check
// The presence of a person: for the split of time into loading, active and idle, and so that an
// abandoned window does not keep an item for ever.

/** @typedef {import("./log.js").Log} Log */

const INPUT_EVERY_MS = 15_000;
const BEAT_MS = 30_000;
const AWAY_AFTER_MS = 10 * 60_000;
const ACTS = ["keydown", "pointerdown", "wheel", "touchstart", "scroll"];

export class Presence {
  /** @param {Log} log */
  constructor(log) {
    this.log = log;
    this.acted = Date.now();
    this.noted = 0;
    for (const name of ACTS) {
      document.addEventListener(name, () => this.act(), { capture: true, passive: true });
    }
    this.isAway = false;
    document.addEventListener("visibilitychange", () => this.leave(document.hidden), { capture: true });
    window.addEventListener("blur", () => this.leave(true));
    window.addEventListener("focus", () => this.leave(false));
    setInterval(() => { if (!document.hidden && this.isPresent()) log.add("heartbeat"); }, BEAT_MS);
  }

  act() {
    this.acted = Date.now();
    if (this.acted - this.noted < INPUT_EVERY_MS) return;
    this.noted = this.acted;
    this.log.add("input");
  }

  /**
   * Notes that the window lost the focus, or has it again.
   * @param {boolean} isAway
   */
  leave(isAway) {
    if (isAway === this.isAway) return;
    this.isAway = isAway;
    this.log.add(isAway ? "hidden" : "shown");
  }

  isPresent() {
    return Date.now() - this.acted < AWAY_AFTER_MS;
  }
}
