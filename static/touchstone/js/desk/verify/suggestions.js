// What a machine would choose, where the campaign shows that: asked for when the desk is open,
// folded away until one looks. That it was shown, opened and used is logged.
import { getJson } from "../requests.js";
import { keyOf } from "./sets.js";

export class Suggestions {
  // `acts`: {jump(key), use(key)}
  constructor(root, { log, descriptions, acts }) {
    this.root = root;
    this.log = log;
    this.descriptions = descriptions;
    this.acts = acts;
    this.list = root.querySelector("[data-suggested]");
    this.pattern = root.querySelector("template");
    root.addEventListener("toggle", () => {
      if (root.open) this.log.add("suggestion_opened", { provider: this.provider });
    });
    this.list.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-act]");
      if (!button) return;
      const { key } = button.closest("[data-key]").dataset;
      if (button.dataset.act === "use") this.use(key);
      else this.acts.jump(key);
    });
    this.ask();
  }

  use(key) {
    const [page, address] = key.split("\n");
    this.log.add("suggestion_used", { provider: this.provider, page, address });
    this.acts.use(key);
  }

  async ask() {
    try {
      const { status, answer } = await getJson(this.root.dataset.address);
      if (status === 200 && answer.elements.length) this.show(answer);
    } catch {
      // Nobody waits for it.
    }
  }

  show({ provider, verdict, elements }) {
    this.provider = provider;
    this.descriptions.take(elements);
    this.list.replaceChildren(...elements.map((one) => this.entry(one)));
    this.root.querySelector("[data-predicted]").textContent = verdict;
    this.root.hidden = false;
    this.log.add("suggestion_shown", { provider, verdict, count: elements.length });
  }

  entry({ page, address, text, context }) {
    const entry = this.pattern.content.firstElementChild.cloneNode(true);
    entry.dataset.key = keyOf(page, address);
    entry.querySelector("[data-context]").textContent = context.map((one) => one.text).join(" › ");
    entry.querySelector("[data-text]").textContent = text;
    return entry;
  }
}
