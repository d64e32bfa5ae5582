// @ts-check
// The log of what a person does at the desk, act by act. A stream is one load of the page. Acts are
// kept on the device until the server has them: those of a window that was killed go with the next.

const PREFIX = "touchstone:log:";
// The largest request that a closing page can send; a larger one is lost without an error.
export const MOST_BYTES = 48 * 1024;
export const MOST_ACTS = 400;
const LONGEST_TEXT = 500;
// Half of a character that takes two units, as of an emoji. With one, the server refuses the log.
const HALF_AT_END = /\p{Surrogate}$/u;
const HALF = /\p{Surrogate}/gu;

/** @typedef {{ sequence: number, kind: string, at: string, body: object }} Act */
/** @typedef {{ key: string, stream: string, acts: Act[] }} Left */

/**
 * Returns the beginning of a text, without halves of characters.
 * @param {string} text
 */
export const beginningOf = (text) =>
  text.slice(0, LONGEST_TEXT).replace(HALF_AT_END, "").replace(HALF, "\uFFFD");

/** @param {object} value */
const sizeOf = (value) => new TextEncoder().encode(JSON.stringify(value)).length;

export class Log {
  /** @param {string} attempt */
  constructor(attempt) {
    this.prefix = `${PREFIX}${attempt}:`;
    this.timer = 0;
    this.stream = "";
    this.last = 0;
    /** @type {Act[]} */
    this.acts = [];
    this.renew();
    window.addEventListener("pagehide", () => this.keep());
    this.left = this.findLeft();
  }

  /**
   * Begins another stream.
   * @param {Act[]} [acts]
   */
  renew(acts = []) {
    this.forget();
    this.stream = crypto.randomUUID();
    this.acts = [];
    this.last = 0;
    for (const { kind, at, body } of acts) this.append(kind, body, at);
    this.keep();
  }

  /**
   * @param {string} kind
   * @param {object} [body]
   */
  add(kind, body = {}) {
    this.append(kind, body, new Date().toISOString());
    this.keepSoon();
  }

  /**
   * Adds many at once, as for a whole column.
   * @param {[kind: string, body: object][]} acts
   */
  addAll(acts) {
    if (!acts.length) return;
    const at = new Date().toISOString();
    for (const [kind, body] of acts) this.append(kind, body, at);
    this.keepSoon();
  }

  /**
   * @param {string} kind
   * @param {object} body
   * @param {string} at
   */
  append(kind, body, at) {
    const cut = Object.entries(body).map(
      ([name, value]) => [name, typeof value === "string" ? beginningOf(value) : value],
    );
    this.last += 1;
    this.acts.push({ sequence: this.last, kind, at, body: Object.fromEntries(cut) });
  }

  /**
   * Returns the next acts to send, with as many bytes as are left beside the draft.
   * @param {number} [room]
   */
  batch(room = MOST_BYTES) {
    const batch = [];
    let size = 0;
    for (const act of this.acts.slice(0, MOST_ACTS)) {
      size += sizeOf(act) + 1;
      if (size > room) break;
      batch.push(act);
    }
    return batch;
  }

  /** @param {number} recorded */
  acknowledge(recorded) {
    this.acts = this.acts.filter((act) => act.sequence > recorded);
    this.keep();
  }

  /**
   * The server lacks an act that is gone here: what is left begins a stream of its own.
   * @param {number} expected
   */
  mend(expected) {
    this.acknowledge(expected - 1);
    if (this.acts.length && this.acts[0].sequence !== expected) this.renew(this.acts);
  }

  // --- on the device ------------------------------------------------------------------------
  // Waits until the change has been painted: a key press never waits for the device.
  keepSoon() {
    this.timer ||= setTimeout(() => this.keep());
  }

  keep() {
    clearTimeout(this.timer);
    this.timer = 0;
    try {
      if (this.acts.length) localStorage.setItem(this.prefix + this.stream, JSON.stringify(this.acts));
      else this.forget();
    } catch {
      // A full device: the acts stay in memory.
    }
  }

  forget() {
    if (this.stream) localStorage.removeItem(this.prefix + this.stream);
  }

  /**
   * Returns what windows left that closed before the server had everything.
   * @returns {Left[]}
   */
  findLeft() {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    return keys.flatMap((key) => {
      try {
        const acts = JSON.parse(localStorage.getItem(key) ?? "");
        return [{ key, stream: key.slice(this.prefix.length), acts }];
      } catch {
        localStorage.removeItem(key);
        return [];
      }
    });
  }

  takeLeft() {
    const left = this.left.shift();
    // Another window that is still open sends its own.
    return left && localStorage.getItem(left.key) ? left : null;
  }

  /** @param {Left} left */
  dropLeft(left) {
    localStorage.removeItem(left.key);
  }
}
