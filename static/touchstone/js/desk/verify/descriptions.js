// What an element says and where it stands, for the panel: asked of the server, which knows the
// context of every element, and remembered. Until the answer is there, the page's own text does.
import { keyOf, partsOf } from "./sets.js";
import { postJson } from "../requests.js";

const MOST_ASKED = 500;

export class Descriptions {
  // `onKnown()` is called when more is known.
  constructor(address, known, onKnown) {
    this.address = address;
    this.onKnown = onKnown;
    this.known = new Map();
    this.asked = new Set();
    this.take(known);
    window.addEventListener("online", () => this.onKnown());
  }

  take(elements) {
    for (const one of elements) this.known.set(keyOf(one.page, one.address), one);
  }

  // {text, context, place}; `isWhole` says whether the server has told it.
  of(key) {
    const known = this.known.get(key);
    if (known) return { ...known, isWhole: true };
    const { address } = partsOf(key);
    const element = document.getElementById(address);
    return { text: element?.innerText ?? address, context: [], place: 0, isWhole: false };
  }

  // Asks for what is not known yet; what fails is asked again with the next change.
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
