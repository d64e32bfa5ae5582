// @ts-check
// Saves the draft and the log by itself, in one request, and says so in one fixed place.
// Keeps on the device whatever the server does not have yet. Dispatches on the desk's element:
//   saving:synced {lease_until, now}   saving:stale {draft}   saving:lost {error}   saving:logged-out
import { need, sendEvent } from "../dom.js";
import { MOST_ACTS, MOST_BYTES } from "./log.js";
import { LoggedOutError, postJson } from "./requests.js";

/** @typedef {import("../texts.js").Text} Text */
/** @typedef {import("./log.js").Log} Log */
/** @typedef {Record<string, any>} Body */
/**
 * A draft as it goes to the server, and as it comes from there.
 * @typedef {{ revision: number, body: Body, saved_at?: string | null }} Draft
 */

const PREFIX = "touchstone:draft:";
const WAIT_MS = 700;
const LONGEST_WAIT_MS = 1000;
const BEAT_MS = 30_000;
const RETRY_MS = [1000, 2000, 5000, 10_000, 20_000];

export class Saving {
  /**
   * `read()` returns the draft's body as it is in the window.
   * @param {HTMLElement} desk
   * @param {{ log: Log, read: () => Body, revision: number, text: Text }} parts
   */
  constructor(desk, { log, read, revision, text }) {
    this.desk = desk;
    this.log = log;
    this.text = text;
    this.read = read;
    this.revision = revision;
    this.place = need(desk, "[data-saving]");
    this.key = PREFIX + desk.dataset.attempt;
    this.address = desk.dataset.syncAddress ?? "";
    this.dirty = false;
    /** @type {Promise<unknown> | null} */
    this.busy = null;
    this.failures = 0;
    this.stopped = false;
    this.leaving = false;
    this.lost = false;
    this.isPresent = () => true;
    // The windows that this one goes on from, itself included.
    /** @type {Set<string>} */
    this.lineage = new Set();
    this.timer = 0;
    this.since = 0;
    /** @type {Date | null} */
    this.savedAt = null;
    // From here on another page may be on its way, made before what is being stored now.
    window.addEventListener("beforeunload", () => { this.leaving = true; });
    window.addEventListener("pagehide", () => this.leave({ forGood: true }));
    window.addEventListener("online", () => this.sync());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.leave(); });
    setInterval(() => { if (this.isPresent()) this.sync(); }, BEAT_MS);
  }

  // --- when ---------------------------------------------------------------------------------
  // Something was typed or chosen.
  changed() {
    this.dirty = true;
    this.leaving = false;
    this.keepHere();
    if (this.failures || this.stopped) return;
    this.say("waiting");
    const now = Date.now();
    this.since ||= now;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sync(), Math.max(0, Math.min(WAIT_MS, this.since + LONGEST_WAIT_MS - now)));
  }

  // Sends what there is to send; resolves when the server has all of it, or when that failed.
  async sync() {
    clearTimeout(this.timer);
    if (this.stopped) return;
    if (this.busy) return this.busy;
    this.busy = this.send().finally(() => { this.busy = null; });
    await this.busy;
    if (this.dirty && !this.failures && !this.stopped) this.changed();
  }

  async send() {
    this.since = 0;
    const hadDraft = this.dirty;
    this.dirty = false;
    const draft = hadDraft ? { revision: this.revision, body: this.read() } : null;
    try {
      await this.sendLeft();
      const body = this.body(draft);
      const { status, answer } = await postJson(this.address, body);
      if (!this.take(status, answer, draft)) throw new Error(String(status));
      this.failures = 0;
      this.say("saved");
      if (this.log.acts.length > 50 && !this.dirty) await this.sendRest();
    } catch (error) {
      this.dirty ||= hadDraft;
      if (error instanceof LoggedOutError) sendEvent(this.desk, "saving:logged-out");
      this.retry();
    }
  }

  /** @param {Draft | null} draft */
  body(draft) {
    const text = JSON.stringify(draft);
    const room = Math.max(MOST_BYTES - text.length * 2 - 200, 2000);
    return { stream: this.log.stream, acts: this.log.batch(room), draft, sent_at: new Date().toISOString() };
  }

  /**
   * Returns whether the answer settles the matter.
   * @param {number} status
   * @param {any} answer
   * @param {Draft | null} draft
   */
  take(status, answer, draft) {
    if (status === 200 || status === 410) {
      this.log.acknowledge(answer.recorded ?? 0);
      if (draft) this.stored(answer, draft);
      if (status === 410) this.lose(answer.error);
      else sendEvent(this.desk, "saving:synced", answer);
      return true;
    }
    if (status === 409 && this.isOurs(answer.draft)) {
      this.revision = answer.draft.revision;
      return false;
    }
    if (status === 409 && answer.error === "stale_draft") {
      this.stopped = true;
      this.dirty = true;
      sendEvent(this.desk, "saving:stale", { draft: answer.draft });
      return true;
    }
    if (status === 409) this.log.mend(answer.expected);
    // A log that the server refuses must not keep the text from being saved.
    else if (status === 400 || answer.error === "log_too_large") this.log.renew();
    return false;
  }

  /**
   * @param {{ revision: number, saved_at: string }} answer
   * @param {Draft} draft
   */
  stored(answer, draft) {
    this.revision = answer.revision;
    this.savedAt = new Date(answer.saved_at);
    // Its copy stays for the page that comes; if that has all of it, it says so.
    if (this.leaving) return;
    const here = this.readHere();
    if (here && JSON.stringify(here.body) === JSON.stringify(draft.body)) localStorage.removeItem(this.key);
    else this.keepHere();
  }

  /** @param {string} error */
  lose(error) {
    if (error === "over") this.stopped = true;
    if (!this.lost) sendEvent(this.desk, "saving:lost", { error });
    this.lost = true;
  }

  retry() {
    const wait = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)];
    this.failures += 1;
    this.keepHere();
    this.say(this.dirty || this.failures > 1 ? "failed" : "saved");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sync(), wait);
  }

  async sendRest() {
    const { status, answer } = await postJson(this.address, this.body(null));
    if (status === 200) this.log.acknowledge(answer.recorded);
  }

  // The acts that an earlier window left behind go first, once.
  async sendLeft() {
    for (let left = this.log.takeLeft(); left; left = this.log.takeLeft()) {
      const acts = left.acts.slice(0, MOST_ACTS);
      const sent = { stream: left.stream, acts, draft: null, sent_at: new Date().toISOString() };
      const { status } = await postJson(this.address, sent);
      if (status < 500) this.log.dropLeft(left);
    }
  }

  // The page closes: whatever fits into a last request.
  leave({ forGood = false } = {}) {
    this.keepHere();
    // One request at a time, or the second would take the first one's draft for another window's.
    if (this.stopped || this.busy || (!this.dirty && !this.log.acts.length)) return;
    let draft = this.dirty ? { revision: this.revision, body: this.read() } : null;
    if (JSON.stringify(draft).length > MOST_BYTES / 2) draft = null;
    this.dirty &&= !draft;
    this.busy = postJson(this.address, this.body(draft), { keepalive: true })
      // The copy stays after the page has gone: the next page may have been requested before this.
      .then(({ status, answer }) => forGood || this.take(status, answer, draft))
      .catch(() => { this.dirty ||= Boolean(draft); })
      .finally(() => { this.busy = null; });
  }

  // --- two windows --------------------------------------------------------------------------
  /**
   * Returns whether this window stored it, or one that it went on from.
   * @param {Draft | null | undefined} draft
   */
  isOurs(draft) {
    return this.lineage.has(draft?.body.window ?? "");
  }

  /**
   * Goes on from what is stored, with the text of this window or with that of the other.
   * @param {Draft | null} stored
   * @param {{ keepMine: boolean }} choice
   */
  resume(stored, { keepMine }) {
    this.revision = stored?.revision ?? 0;
    if (stored?.saved_at) this.savedAt = new Date(stored.saved_at);
    this.stopped = false;
    this.failures = 0;
    this.dirty = keepMine;
    if (keepMine) this.sync();
    else {
      localStorage.removeItem(this.key);
      this.say("saved");
    }
  }

  // --- on the device ------------------------------------------------------------------------
  keepHere() {
    if (!this.dirty) return;
    try {
      localStorage.setItem(this.key, JSON.stringify({ revision: this.revision, body: this.read() }));
    } catch {
      // A full device; the server has what was saved last.
    }
  }

  /**
   * Returns what this device kept and the server may lack.
   * @returns {Draft | null}
   */
  readHere() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "null");
    } catch {
      return null;
    }
  }

  forget() {
    this.stopped = true;
    clearTimeout(this.timer);
    localStorage.removeItem(this.key);
  }

  // --- saying -------------------------------------------------------------------------------
  /** @param {"waiting" | "saved" | "failed"} state */
  say(state) {
    const time = this.savedAt?.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
    const name = state === "saved" && !time ? "nothing" : state;
    const text = this.text(`saving.${name}`, { time: time ?? "" });
    if (this.place.textContent !== text) this.place.textContent = text;
    this.place.dataset.state = state;
  }
}
