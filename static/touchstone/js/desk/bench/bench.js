// @ts-check
// The adjudication bench beside the verification desk: marks in the page who chose what, takes over
// sets, keeps cause and comment in the draft, and notices when what it shows is no longer so.
import { around, find, findAll, need, onEvent, readJson } from "../../dom.js";
import { textsOf } from "../../texts.js";
import { openDialog } from "../dialogs.js";
import { getJson } from "../requests.js";
import { keyOf } from "../verify/sets.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../saving.js").Body} Body */
/** @typedef {import("../verify/evidence.js").Evidence} Evidence */
/** @typedef {{ page: string, address: string }} Place */
/**
 * @typedef {{ label: string, verdict: string, answer: string, tags: Record<string, string>,
 *   sets: Place[][] }} Blind
 */

// The time between two questions whether a verification changed.
const ASK_MS = 20_000;

export class Bench {
  /**
   * @param {HTMLElement} root
   * @param {{ evidence: Evidence, limit: number, say: import("../verify/evidence.js").Say }} parts
   */
  constructor(root, { evidence, limit, say }) {
    this.root = root;
    this.evidence = evidence;
    this.limit = limit;
    this.say = say;
    this.text = textsOf("bench");
    /** @type {Blind[]} */
    this.all = readJson("bench-data");
    this.form = need(document, "[data-ruling]", HTMLFormElement);
    this.comment = need(this.form, "[name=comment]", HTMLTextAreaElement);
    /** @type {() => void} */
    this.changed = () => {};
    this.form.addEventListener("input", () => this.changed());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    root.addEventListener("click", ({ target }) => this.click(target));
    for (const form of findAll(document, "[data-takes-ruling]", HTMLFormElement)) {
      form.addEventListener("submit", () => this.fill(form), { capture: true });
    }
  }

  // --- cause and comment ------------------------------------------------------------------------
  get cause() {
    return find(this.form, "[name=cause]:checked", HTMLInputElement)?.value ?? "";
  }

  ruling() {
    const { seen = "", replaces = "" } = this.root.dataset;
    return { cause: this.cause, comment: this.comment.value, seen, replaces };
  }

  toDraft() {
    return { cause: this.cause, comment: this.comment.value };
  }

  /** @param {Body} body */
  restore(body) {
    const { cause = "", comment = "" } = body.bench ?? {};
    for (const input of findAll(this.form, "[name=cause]", HTMLInputElement)) {
      input.checked = input.value === cause;
    }
    this.comment.value = String(comment);
  }

  /** @param {HTMLFormElement} form */
  fill(form) {
    for (const [name, value] of Object.entries(this.ruling())) {
      need(form, `[name=${name}]`, HTMLInputElement).value = value;
    }
  }

  // --- taking over ------------------------------------------------------------------------------
  /** @param {EventTarget | null} target */
  click(target) {
    const set = around(target, "[data-take-set]");
    if (set) this.takeSet(set.dataset.of ?? "", Number(set.dataset.takeSet));
    const whole = around(target, "[data-take-all]");
    if (whole) this.takeAll(whole.dataset.takeAll ?? "");
    const page = around(target, "[data-bench-page]");
    if (page) this.openPage(page.dataset.benchPage ?? "");
  }

  /** @param {string} label */
  named(label) {
    const found = this.all.find((each) => each.label === label);
    if (!found) throw new Error(`No verification ${label}`);
    return found;
  }

  /**
   * Takes a set into the current one if that is empty, else into the first empty one.
   * @param {string} label
   * @param {number} number
   */
  takeSet(label, number) {
    const keys = this.named(label).sets[number - 1].map(({ page, address }) => keyOf(page, address));
    const into = this.evidence.takeOver(keys);
    this.say(this.text("taken_set", { number: into }), { isShown: true });
  }

  /** @param {string} label */
  takeAll(label) {
    const { sets, verdict, answer, tags } = this.named(label);
    const keys = sets.slice(0, this.limit).map((set) => set.map(({ page, address }) => keyOf(page, address)));
    this.evidence.replaceAll({ sets: keys, verdict, answer, tags });
    this.say(this.text("taken_all", { label }), { isShown: true });
  }

  // --- with the desk ----------------------------------------------------------------------------
  /** @param {Desk} desk */
  start(desk) {
    this.desk = desk;
    this.changed = () => desk.saving.changed();
    const { actions } = desk;
    const group = "claim";
    const named = (/** @type {string} */ name) => ({ label: this.text(`action.${name}`), group });
    for (const { label, sets } of this.all) {
      actions.add(`take_${label}`, () => this.takeAll(label), {
        key: label, label: this.text("take_all", { label }), group,
      });
      sets.forEach((_set, place) => {
        const number = place + 1;
        const button = need(this.root, `[data-take-set="${number}"][data-of="${label}"]`);
        const key = button.getAttribute("aria-keyshortcuts") ?? "";
        actions.add(`take_${label}_${number}`, () => this.takeSet(label, number), {
          key, label: this.text("take_set", { label, number }), group,
        });
      });
    }
    const paths = need(this.root, "[data-bench-paths]", HTMLDetailsElement);
    actions.add("paths", () => {
      paths.open = !paths.open;
      if (paths.open) need(paths, "summary").focus();
    }, { key: "h", ...named("paths") });
    actions.add("page", () => this.openNextPage(), { key: "o", ...named("page") });
    actions.add("cause", () => {
      desk.panel.fold(false);
      (find(this.form, "[name=cause]:checked") ?? need(this.form, "[name=cause]")).focus();
    }, { key: "q", ...named("cause") });
    actions.add("reject", () => { openDialog("reject"); }, { key: "x", ...named("reject") });
    actions.add("next_claim", () => this.leave(), { key: ">", ...named("next_claim") });
    onEvent(document, "room:shown", () => this.mark());
    this.mark();
    setInterval(() => { if (document.visibilityState === "visible") this.ask(); }, ASK_MS);
    window.addEventListener("focus", () => this.ask());
  }

  async leave() {
    await this.desk?.saving.sync();
    need(document, "[data-form='next']", HTMLFormElement).submit();
  }

  // Asks whether what is shown is still so; if not, the page that comes says what happened.
  async ask() {
    const { seen = "", replaces = "", stateAddress = "" } = this.root.dataset;
    try {
      const query = new URLSearchParams({ seen, replaces });
      const { status, answer } = await getJson(`${stateAddress}?${query}`);
      if (status !== 200 || !answer.changed) return;
      await this.desk?.saving.sync();
      location.reload();
    } catch {
      // Nobody waits for it; a decision is checked again.
    }
  }

  // --- pages ------------------------------------------------------------------------------------
  /** @param {string} title */
  async openPage(title) {
    await this.desk?.room.show({ title, how: "panel" });
    find(this.desk?.room.view ?? document, "[data-chosen-by]")?.scrollIntoView({ block: "center" });
  }

  openNextPage() {
    const titles = findAll(this.root, "[data-bench-page]").map((each) => each.dataset.benchPage ?? "");
    if (!titles.length) return;
    const shown = this.desk?.room.entry.title ?? "";
    this.openPage(titles[(titles.indexOf(shown) + 1) % titles.length]);
  }

  // Marks the elements of the page that is shown with the letters of those who chose them.
  mark() {
    const page = find(document, "[data-room-view] [data-page]")?.dataset.page ?? "";
    /** @type {Map<string, Set<string>>} */
    const marks = new Map();
    for (const { label, sets } of this.all) {
      for (const place of sets.flat()) {
        if (place.page !== page) continue;
        const labels = marks.get(place.address) ?? new Set();
        marks.set(place.address, labels.add(label));
      }
    }
    for (const [address, labels] of marks) {
      const element = document.getElementById(address);
      if (!element || element.dataset.chosenBy) continue;
      const joined = [...labels].join(" ");
      element.dataset.chosenBy = joined;
      const badge = document.createElement("span");
      badge.className = "chosen-by";
      badge.textContent = joined;
      badge.setAttribute("aria-label", this.text("chosen_by", { labels: [...labels].join(", ") }));
      badge.setAttribute("role", "img");
      element.append(badge);
    }
  }
}
