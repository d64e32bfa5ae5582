// @ts-check
// The text and the place of an element, for the panel: requested from the server, which knows the
// context of every element, and remembered. Until the answer is there, the page's own text does.
import { cellIn } from "./addresses.js";
import { keyOf, partsOf } from "./sets.js";
import { postJson } from "../requests.js";

const MOST_ASKED = 500;

/**
 * The place of a cell in its table; a label is empty where there is no header.
 * @typedef {object} CellPlace
 * @property {number} table
 * @property {string} name
 * @property {number} row
 * @property {number} column
 * @property {string} rowLabel
 * @property {string} columnLabel
 * @property {string | null} number what it states, where it is a number
 */
/**
 * @typedef {object} Described
 * @property {string} page
 * @property {string} address
 * @property {string} text
 * @property {{ text: string }[]} context from the outermost on
 * @property {string[]} sections from the outermost on
 * @property {CellPlace | null} cell
 * @property {number} place where it stands on its page
 */

export class Descriptions {
  /**
   * `onKnown()` is called when more is known.
   * @param {string} address
   * @param {Described[]} known
   * @param {() => void} onKnown
   */
  constructor(address, known, onKnown) {
    this.address = address;
    this.onKnown = onKnown;
    /** @type {Map<string, Described>} */
    this.known = new Map();
    /** @type {Set<string>} */
    this.asked = new Set();
    this.take(known);
    window.addEventListener("online", () => this.onKnown());
  }

  /** @param {Described[]} elements */
  take(elements) {
    for (const element of elements) this.known.set(keyOf(element.page, element.address), element);
  }

  /**
   * Returns what is known; `isWhole` tells whether it is from the server.
   * @param {string} key
   * @returns {Pick<Described, "text" | "sections" | "cell" | "place"> & { isWhole: boolean }}
   */
  of(key) {
    const known = this.known.get(key);
    if (known) return { ...known, isWhole: true };
    const { address } = partsOf(key);
    const element = document.getElementById(address);
    return {
      text: element?.innerText ?? address, sections: [], cell: cellAt(address), place: 0, isWhole: false,
    };
  }

  /**
   * Asks for what is not known yet; what fails is asked again with the next change.
   * @param {string[]} keys
   */
  async learn(keys) {
    const wanted = keys.filter((key) => !this.known.has(key) && !this.asked.has(key)).slice(0, MOST_ASKED);
    if (!wanted.length) return;
    for (const key of wanted) this.asked.add(key);
    try {
      const { status, answer } = await postJson(this.address, { elements: wanted.map(partsOf) });
      if (status === 200) this.take(answer.elements);
    } catch {
      // The connection is gone, or the person logged out: saving says so.
    } finally {
      for (const key of wanted) this.asked.delete(key);
    }
    if (wanted.some((key) => this.known.has(key))) this.onKnown();
  }
}

/**
 * Returns what the address of a cell tells, with the name that its table has in the page.
 * @param {string} address
 * @returns {CellPlace | null}
 */
function cellAt(address) {
  const cell = cellIn(address);
  if (!cell) return null;
  const grid = document.getElementById(address)?.closest("[role='grid']");
  return { ...cell, name: grid?.ariaLabel ?? "", rowLabel: "", columnLabel: "", number: null };
}
