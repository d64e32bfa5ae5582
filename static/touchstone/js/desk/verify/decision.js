// @ts-check
// Verdict, guideline question, tags and note: a form that shows a state and tells of changes.
// The markup says which verdicts ask the question, and where its answers lead.
import { around, find, findAll, need } from "../../dom.js";

/** @typedef {import("./sets.js").State} State */
/**
 * @typedef {object} Acts
 * @property {(name: string) => void} verdict
 * @property {(name: string, leadsTo: string) => void} answer
 * @property {(name: string, value: string) => void} tag
 * @property {(text: string) => void} note
 * @property {() => void} noteEnded
 */

export class Decision {
  /**
   * @param {HTMLFormElement} form
   * @param {Acts} acts
   */
  constructor(form, acts) {
    this.form = form;
    this.acts = acts;
    this.question = find(form, "[data-question]");
    this.verdicts = findAll(form, "[name='verdict']", HTMLInputElement);
    this.answers = findAll(form, "[name='answer']", HTMLInputElement);
    this.tags = findAll(form, "[data-tag]");
    this.note = need(form, "[name='note']", HTMLTextAreaElement);
    form.addEventListener("change", ({ target }) => this.onChange(target));
    this.note.addEventListener("input", () => acts.note(this.note.value));
    this.note.addEventListener("blur", () => acts.noteEnded());
  }

  /** @param {EventTarget | null} target */
  onChange(target) {
    if (!(target instanceof HTMLInputElement)) return;
    const tag = around(target, "[data-tag]")?.dataset.tag;
    if (tag) this.acts.tag(tag, target.value);
    if (target.name === "answer") this.acts.answer(target.value, target.dataset.leadsTo ?? "");
    if (target.name === "verdict") {
      this.acts.verdict(target.value);
      // At once: the tab key must find the question right after the verdict.
      this.ask(target.value);
    }
  }

  /** @param {string} verdict */
  asks(verdict) {
    return this.question?.dataset.askedFor?.split(" ").includes(verdict) ?? false;
  }

  /** @param {string} verdict */
  ask(verdict) {
    if (this.question) this.question.hidden = !this.asks(verdict);
  }

  /**
   * Returns whether an answer goes with a verdict: asked for, and leading nowhere else.
   * @param {string} answer
   * @param {string} verdict
   */
  fits(answer, verdict) {
    if (!answer || !this.asks(verdict)) return false;
    const input = this.answers.find(({ value }) => value === answer);
    return Boolean(input) && [verdict, ""].includes(input?.dataset.leadsTo ?? "");
  }

  /** @param {State} state */
  draw(state) {
    for (const input of this.verdicts) input.checked = input.value === state.verdict;
    const hint = need(this.form, "[data-verdict-hint]");
    hint.textContent = this.chosen()?.dataset.hint ?? "";
    // The question says more, and needs the place.
    hint.hidden = this.asks(state.verdict);
    this.ask(state.verdict);
    for (const input of this.answers) input.checked = input.value === state.answer;
    for (const field of this.tags) this.drawTag(field, state);
    if (this.note.value !== state.note) this.note.value = state.note;
  }

  /**
   * @param {HTMLElement} field
   * @param {State} state
   */
  drawTag(field, state) {
    const name = field.dataset.tag ?? "";
    const inputs = findAll(field, "input", HTMLInputElement);
    for (const input of inputs) input.checked = input.value === (state.tags[name] ?? "");
    const chosen = inputs.find((input) => input.checked);
    need(field, "[data-hint-of]").textContent = around(chosen ?? null, "label")?.dataset.hint ?? "";
  }

  /**
   * Returns the choices that have a key, with what choosing them does.
   * @returns {{ key: string, label: string, choose: () => void, isOn: () => boolean }[]}
   */
  keyed() {
    return findAll(this.form, "input[aria-keyshortcuts]", HTMLInputElement).map((input) => ({
      key: (input.getAttribute("aria-keyshortcuts") ?? "").split("+").at(-1) ?? "",
      label: need(/** @type {HTMLElement} */ (input.closest("label")), "strong, span").textContent,
      choose: () => { if (!input.checked) input.click(); },
      isOn: () => !input.closest("[hidden]"),
    }));
  }

  // The chosen verdict's label, which has its hint and its name.
  chosen() {
    return this.verdicts.find((input) => input.checked)?.closest("label") ?? null;
  }

  label() {
    const chosen = this.chosen();
    return chosen ? need(chosen, "strong").textContent : "";
  }

  // The chosen verdict, or the first.
  focus() {
    (this.verdicts.find((input) => input.checked) ?? this.verdicts[0]).focus();
  }
}
