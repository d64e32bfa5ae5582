// @ts-check
// The suggestions of a machine, if the campaign shows them: requested when the desk is open,
// folded away until one looks. That it was shown, opened and used is logged, also that there was
// none.
import { around, copyOf, findAll, need } from "../../dom.js";
import { getJson } from "../requests.js";
import { keyOf, partsOf } from "./sets.js";

/** @typedef {import("../log.js").Log} Log */
/** @typedef {import("./descriptions.js").Described} Described */
/** @typedef {import("./descriptions.js").Descriptions} Descriptions */
/**
 * @typedef {object} Acts
 * @property {(key: string) => void} jump
 * @property {(key: string) => void} use
 * @property {(key: string) => boolean} isNew whether it is not in the current set
 * @property {(key: string) => boolean} isHeld whether any set has it
 */

export class Suggestions {
  /**
   * @param {HTMLDetailsElement} root
   * @param {{ log: Log, descriptions: Descriptions, acts: Acts }} parts
   */
  constructor(root, { log, descriptions, acts }) {
    this.root = root;
    this.log = log;
    this.descriptions = descriptions;
    this.acts = acts;
    this.provider = "";
    /** @type {Set<string>} */
    this.used = new Set();
    this.list = need(root, "[data-suggested]");
    this.pattern = need(root, "template", HTMLTemplateElement);
    root.addEventListener("toggle", () => {
      if (root.open) this.log.add("suggestion_opened", { provider: this.provider });
    });
    this.list.addEventListener("click", ({ target }) => {
      const button = around(target, "[data-act]");
      const key = around(target, "[data-key]")?.dataset.key;
      if (!button || !key) return;
      if (button.dataset.act === "use") this.use(key);
      else this.acts.jump(key);
    });
    this.ask();
  }

  /** @param {string} key */
  use(key) {
    if (!this.acts.isNew(key)) return;
    const { page, address } = partsOf(key);
    this.used.add(key);
    this.log.add("suggestion_used", { provider: this.provider, page, address });
    this.acts.use(key);
  }

  /** Takes the first suggestion that no set has, and shows it in its page. */
  useNext() {
    const keys = findAll(this.list, "[data-key]").map((entry) => entry.dataset.key ?? "");
    const key = keys.find((one) => !this.used.has(one) && !this.acts.isHeld(one));
    if (!key) return;
    this.root.open = true;
    this.use(key);
    this.acts.jump(key);
  }

  /** Marks the suggestions that a set has by now. */
  mark() {
    for (const entry of findAll(this.list, "[data-key]")) {
      need(entry, "[data-held]").hidden = !this.acts.isHeld(entry.dataset.key ?? "");
    }
  }

  get isShown() {
    return !this.root.hidden;
  }

  async ask() {
    try {
      const { status, answer } = await getJson(this.root.dataset.address ?? "");
      if (status === 200) this.show(answer);
    } catch {
      // Nobody waits for it.
    }
  }

  /** @param {{ provider: string, verdict: string, elements: Described[] }} suggestion */
  show({ provider, verdict, elements }) {
    this.provider = provider;
    this.descriptions.take(elements);
    this.list.replaceChildren(...elements.map((one) => this.entry(one)));
    this.mark();
    need(this.root, "[data-predicted]").textContent = verdict;
    this.root.hidden = !elements.length;
    this.log.add("suggestion_shown", { provider, verdict, count: elements.length });
  }

  /** @param {Described} element */
  entry({ page, address, text, context }) {
    const entry = copyOf(this.pattern);
    entry.dataset.key = keyOf(page, address);
    need(entry, "[data-context]").textContent = context.map((one) => one.text).join(" › ");
    need(entry, "[data-text]").textContent = text;
    return entry;
  }
}
