// @ts-check
// The suggestions of a machine, if the campaign shows them: requested when the desk is open,
// folded away until one looks. That it was shown, opened and used is logged.
import { around, copyOf, need } from "../../dom.js";
import { getJson } from "../requests.js";
import { keyOf, partsOf } from "./sets.js";

/** @typedef {import("../log.js").Log} Log */
/** @typedef {import("./descriptions.js").Described} Described */
/** @typedef {import("./descriptions.js").Descriptions} Descriptions */
/** @typedef {{ jump: (key: string) => void, use: (key: string) => void }} Acts */

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
    const { page, address } = partsOf(key);
    this.log.add("suggestion_used", { provider: this.provider, page, address });
    this.acts.use(key);
  }

  async ask() {
    try {
      const { status, answer } = await getJson(this.root.dataset.address ?? "");
      if (status === 200 && answer.elements.length) this.show(answer);
    } catch {
      // Nobody waits for it.
    }
  }

  /** @param {{ provider: string, verdict: string, elements: Described[] }} suggestion */
  show({ provider, verdict, elements }) {
    this.provider = provider;
    this.descriptions.take(elements);
    this.list.replaceChildren(...elements.map((one) => this.entry(one)));
    need(this.root, "[data-predicted]").textContent = verdict;
    this.root.hidden = false;
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
