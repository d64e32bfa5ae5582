// @ts-check
// Handing in the judgement: once for the confirmation, once for good. What is missing is listed
// beside the verdict, and the focus goes there.
import { around, find, need, onEvent, sendEvent } from "../../dom.js";
import { LoggedOutError, postJson } from "../requests.js";
import { filledSets, partsOf } from "./sets.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../requests.js").Answer} Answer */
/** @typedef {import("../bench/bench.js").Bench} Bench */
/** @typedef {import("./evidence.js").Evidence} Evidence */
/** @typedef {import("./sets.js").State} State */
/** @typedef {{ message?: string, problems?: { message: string, at: string }[] }} Refusal */

/**
 * Returns what is handed in: sets that hold something, and the numbers that people know them by.
 * @param {State} state
 */
export function judgementOf(state) {
  const { verdict, answer, tags, note } = state;
  const filled = filledSets(state);
  const numbers = filled.map((set) => state.sets.indexOf(set) + 1);
  return { verdict, answer, tags, note, sets: filled.map((set) => set.map(partsOf)), numbers };
}

export class Submission {
  /**
   * @param {HTMLElement} root
   * @param {{ evidence: Evidence, desk: Desk, bench?: Bench | null }} parts
   */
  constructor(root, { evidence, desk, bench = null }) {
    this.bench = bench;
    this.addresses = {
      confirmation: root.dataset.confirmationAddress ?? "", submit: root.dataset.submitAddress ?? "",
    };
    this.evidence = evidence;
    this.desk = desk;
    this.place = need(desk.root, "[data-missing]");
    this.isBusy = false;
    // True while only the connection keeps it from being handed in.
    this.isAway = false;
    onEvent(desk.root, "saving:synced", () => { if (this.isAway) this.refuse({}); });
    this.place.addEventListener("click", ({ target }) => {
      const at = around(target, "[data-at]")?.dataset.at;
      if (at) this.focusAt(at);
    });
  }

  /**
   * Saves, then sends the judgement; returns null where there was no answer, which it says.
   * @param {"confirmation" | "submit"} purpose
   * @returns {Promise<Answer | null>}
   */
  async send(purpose) {
    if (this.isBusy) return null;
    this.isBusy = true;
    const { saving, root, text } = this.desk;
    try {
      await saving.sync();
      const judgement = judgementOf(this.evidence.state);
      const isRuling = this.bench && purpose === "submit";
      const body = isRuling ? { judgement, ...this.bench?.ruling() } : judgement;
      return await postJson(this.addresses[purpose], body);
    } catch (error) {
      if (error instanceof LoggedOutError) sendEvent(root, "saving:logged-out");
      else {
        this.refuse({ message: text("away") });
        this.isAway = true;
      }
      return null;
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {Refusal} refusal */
  refuse({ message = "", problems = message ? [{ message, at: "" }] : [] }) {
    this.isAway = false;
    const list = document.createElement("ul");
    list.append(...problems.map(line));
    const notice = document.createElement("div");
    notice.className = "notice notice--error";
    notice.append(list);
    this.place.replaceChildren(...(problems.length ? [notice] : []));
    if (!problems.length) return;
    this.desk.panel.fold(false);
    this.place.scrollIntoView({ block: "nearest" });
    const first = problems.find(({ at }) => at);
    if (first) this.focusAt(first.at);
  }

  /**
   * Goes where something is missing: "verdict", "answer", a tag's name, or "set:2".
   * @param {string} at
   */
  focusAt(at) {
    this.desk.panel.fold(false);
    if (at.startsWith("set:")) {
      const number = Number(at.slice("set:".length));
      this.evidence.switchTo(number);
      document.getElementById(`evidence-set-${number}`)?.focus();
      return;
    }
    const place = document.getElementById(`decision-${at}`);
    if (place) (place.matches("textarea") ? place : find(place, "input:checked") ?? find(place, "input"))?.focus();
  }
}

/** @param {{ message: string, at: string }} problem */
function line({ message, at }) {
  const item = document.createElement("li");
  if (!at) {
    const text = document.createElement("span");
    text.textContent = message;
    item.append(text);
    return item;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.at = at;
  button.textContent = message;
  item.append(button);
  return item;
}
