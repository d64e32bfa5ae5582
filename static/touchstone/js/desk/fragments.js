// @ts-check
// Pages and results as pieces of markup: fetched for the room, the latest kept, one at a time.
import { sendEvent } from "../dom.js";
import { getFragment, LoggedOutError } from "./requests.js";

/** @typedef {import("./log.js").Log} Log */

const MOST_KEPT = 30;
// Fragments too: no such page, a search that takes too long, an engine that is away.
const SHOWN_STATUSES = new Set([200, 404, 422, 503]);

export class Fragments {
  /**
   * `onFailure(name)` is told the name of the text that says what went wrong.
   * @param {HTMLElement} root
   * @param {{ log: Log, onFailure: (name: "room.too_long" | "room.failed" | "room.away") => void }} parts
   */
  constructor(root, { log, onFailure }) {
    this.root = root;
    this.log = log;
    this.onFailure = onFailure;
    /** @type {Map<string, string>} */
    this.kept = new Map();
    /** @type {AbortController | null} */
    this.request = null;
  }

  /**
   * Returns the markup, or null: another one was asked for, or it could not be loaded.
   * @param {string} address
   * @returns {Promise<string | null>}
   */
  async get(address) {
    return this.kept.get(address) ?? await this.load(address);
  }

  /** @param {string} address */
  async load(address) {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    this.root.setAttribute("aria-busy", "true");
    this.log.add("loading_started", {});
    try {
      const { status, html } = await getFragment(address, { signal: request.signal });
      if (!SHOWN_STATUSES.has(status)) throw new Error(String(status));
      if (status === 200) this.keep(address, html);
      return html;
    } catch (error) {
      if (error instanceof LoggedOutError) sendEvent(this.root, "room:logged-out");
      else if (!request.signal.aborted) {
        const isTooLong = error instanceof Error && error.message === "414";
        // `fetch` throws this without an answer.
        const isAway = error instanceof TypeError;
        this.onFailure(isTooLong ? "room.too_long" : isAway ? "room.away" : "room.failed");
      }
      return null;
    } finally {
      this.log.add("loading_ended", {});
      if (this.request === request) this.root.removeAttribute("aria-busy");
    }
  }

  /**
   * @param {string} address
   * @param {string} html
   */
  keep(address, html) {
    const [oldest] = this.kept.keys();
    if (this.kept.size >= MOST_KEPT) this.kept.delete(oldest);
    this.kept.set(address, html);
  }
}
