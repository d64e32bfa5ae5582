// Whether somebody is there: for the split of time into loading, active and idle, and so that an
// abandoned window does not keep an item for ever.

const INPUT_EVERY_MS = 15_000;
const BEAT_MS = 30_000;
const AWAY_AFTER_MS = 10 * 60_000;
const ACTS = ["keydown", "pointerdown", "wheel", "touchstart", "scroll"];

export class Presence {
  constructor(log) {
    this.log = log;
    this.acted = Date.now();
    this.noted = 0;
    for (const name of ACTS) {
      document.addEventListener(name, () => this.act(), { capture: true, passive: true });
    }
    document.addEventListener("visibilitychange", () => {
      log.add(document.hidden ? "hidden" : "shown");
    }, { capture: true });
    setInterval(() => { if (!document.hidden && this.isPresent()) log.add("heartbeat"); }, BEAT_MS);
  }

  act() {
    this.acted = Date.now();
    if (this.acted - this.noted < INPUT_EVERY_MS) return;
    this.noted = this.acted;
    this.log.add("input");
  }

  isPresent() {
    return Date.now() - this.acted < AWAY_AFTER_MS;
  }
}
