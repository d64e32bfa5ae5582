// @ts-check
// One claim that is being written: its text, its choices, and what the checks say of it.
import { find, findAll, need } from "../../dom.js";

/** @typedef {import("../../texts.js").Text} Text */
/**
 * The contents of a card, as in a draft.
 * @typedef {object} Claim
 * @property {string} [text]
 * @property {string} [base]
 * @property {string} [verdict]
 * @property {Record<string, string>} [tags]
 * @property {string[]} [overrides]
 */
/**
 * The result of a check: a refusal, or a warning that can be overridden.
 * @typedef {{ check: string, code: string, severity: "refuse" | "warn", message: string }} Finding
 */

const MOST = 1000;
const NEAR = 150;

export class Card {
  /**
   * @param {HTMLElement} root
   * @param {Text} text
   */
  constructor(root, text) {
    this.root = root;
    this.text = text;
    this.key = root.dataset.card ?? "";
    this.label = root.dataset.label ?? "";
    this.textarea = need(root, "textarea", HTMLTextAreaElement);
    // A card that stands alone does not fold.
    this.toggle = find(root, "[data-toggle]");
    this.body = need(root, ".claim__body");
    this.list = need(root, "[data-findings]");
    this.fines = need(root, "[data-fines]");
    this.start = find(root, "[data-start]");
    this.baseText = find(root, "[data-base-text]");
    this.keepAll = need(root, "[data-keep-all]");
    this.selects = findAll(root, "select[data-tag]", HTMLSelectElement);
    this.overrides = new Set(this.inputs("fine")
      .filter((input) => input.type === "hidden" || input.checked).map((input) => input.value));
    /** @type {Finding[]} */
    this.findings = [];
    // Warnings that were shown and overridden; codes from a draft hold for what the next answer says.
    /** @type {Set<string>} */
    this.fine = new Set();
    this.isRestored = true;
    this.followFields();
  }

  // --- what is in it ------------------------------------------------------------------------
  get base() { return this.chosen("base"); }
  get verdict() { return this.chosen("verdict"); }

  /** @param {string} name */
  inputs(name) {
    return findAll(this.root, `input[name="${CSS.escape(this.key)}-${name}"]`, HTMLInputElement);
  }

  /** @param {string} name */
  chosen(name) {
    return this.inputs(name).find((input) => input.checked)?.value || "";
  }

  get tags() {
    return Object.fromEntries(this.selects.map((select) => [select.dataset.tag ?? "", select.value]));
  }

  /** @returns {Required<Claim>} */
  read() {
    return {
      text: this.textarea.value, base: this.base, verdict: this.verdict, tags: this.tags,
      overrides: [...this.overrides],
    };
  }

  /** @param {Claim} [claim] */
  write({ text = "", base = "", verdict = "", tags = {}, overrides = [] } = {}) {
    if (this.textarea.value !== text) this.textarea.value = text;
    this.choose("base", base);
    this.choose("verdict", verdict);
    for (const select of this.selects) select.value = tags[select.dataset.tag ?? ""] || "";
    this.overrides = new Set(overrides);
    this.isRestored = true;
    this.followOverrides();
    this.draw();
    this.followFields();
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  choose(name, value) {
    const inputs = this.inputs(name);
    // A value without an alternative stays chosen.
    for (const input of inputs) input.checked = input.value === value || inputs.length === 1;
  }

  get isComplete() {
    const lacksRadio = findAll(this.root, "fieldset[data-field]")
      .some((field) => !this.chosen(field.dataset.field ?? ""));
    return this.textarea.value.trim() !== "" && !lacksRadio
      && Object.values(this.tags).every(Boolean) && !this.isBlocked;
  }

  // Advice that was neither followed nor overridden.
  get openWarnings() {
    return this.findings.filter((one) => one.severity !== "refuse" && !this.fine.has(one.message));
  }

  get isBlocked() {
    return this.findings.some((one) => one.severity === "refuse" || !this.fine.has(one.message));
  }

  // --- opening ------------------------------------------------------------------------------
  get isOpen() { return this.root.classList.contains("is-open"); }

  /** @param {boolean} on */
  open(on) {
    this.root.classList.toggle("is-open", on);
    this.toggle?.setAttribute("aria-expanded", String(on));
    this.body.hidden = !on;
  }

  // --- what follows from the fields ---------------------------------------------------------
  followFields() {
    const { value } = this.textarea;
    this.root.classList.toggle("is-done", this.isComplete);
    if (this.toggle) {
      need(this.toggle, "[data-state-text]").textContent = this.text(this.isComplete ? "filled_in" : "to_do");
      need(this.toggle, "[data-preview]").textContent = value;
    }
    const left = need(this.root, "[data-left]");
    left.hidden = value.length < MOST - NEAR;
    left.textContent = this.text("left", { count: MOST - value.length });
    left.classList.toggle("is-over", value.length > MOST);
    for (const select of this.selects) {
      const hint = need(/** @type {HTMLElement} */ (select.parentElement), "[data-hint]:not(option)");
      hint.textContent = select.selectedOptions[0]?.dataset.hint || "";
    }
  }

  /**
   * Shows the claim that this one changes or continues, and offers to start from its text.
   * @param {string} text
   */
  showBase(text) {
    if (!this.start || !this.baseText) return;
    this.baseText.textContent = text;
    this.start.hidden = !text;
  }

  // Puts that text into the box, as if it was typed: the browser can undo it.
  startFromBase() {
    this.textarea.focus();
    this.textarea.select();
    document.execCommand("insertText", false, this.baseText?.textContent ?? "");
  }

  // --- findings -----------------------------------------------------------------------------
  /** @param {Finding[]} findings */
  showFindings(findings) {
    this.findings = findings;
    this.followOverrides();
    this.isRestored = false;
    this.draw();
  }

  // A warning is overridden for what it says: the next vague word is asked about again.
  followOverrides() {
    const warnings = this.findings.filter((one) => one.severity !== "refuse");
    if (this.isRestored) {
      this.fine = new Set(warnings.filter((one) => this.overrides.has(one.code)).map((one) => one.message));
      return;
    }
    const open = new Set(warnings.filter((one) => !this.fine.has(one.message)).map((one) => one.code));
    this.overrides = new Set(warnings.map((one) => one.code).filter((code) => !open.has(code)));
  }

  draw() {
    const { findings } = this;
    this.list.replaceChildren(...findings.map((finding) => this.line(finding)));
    const isWrong = findings.some((one) => one.severity === "refuse");
    if (isWrong) this.textarea.setAttribute("aria-invalid", "true");
    else this.textarea.removeAttribute("aria-invalid");
    // Its place stays, so that nothing moves.
    this.keepAll.classList.toggle("is-off", this.openWarnings.length < 2);
    this.fines.replaceChildren(...[...this.overrides].map((code) => {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = `${this.key}-fine`;
      input.value = code;
      return input;
    }));
    this.followFields();
  }

  /** @param {Finding} finding */
  line(finding) {
    const isRefusal = finding.severity === "refuse";
    const isFine = !isRefusal && this.fine.has(finding.message);
    const line = document.createElement("li");
    line.className = `finding finding--${finding.severity}${isFine ? " is-fine" : ""}`;
    const kind = document.createElement("span");
    kind.className = "finding__kind";
    kind.textContent = this.text(isRefusal ? "refused" : "advice");
    const text = document.createElement("span");
    text.className = "finding__text";
    text.textContent = finding.message;
    const said = document.createElement("span");
    said.append(kind, " ", text);
    line.append(said);
    if (isRefusal) return line;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button--small";
    button.dataset.override = finding.code;
    button.setAttribute("aria-pressed", String(isFine));
    button.textContent = this.text(isFine ? "not_fine" : "fine");
    line.append(button);
    return line;
  }

  /**
   * Overrides the warning whose button was pressed, or asks about it again.
   * @param {HTMLElement} button
   */
  press(button) {
    const at = [...this.list.children].findIndex((line) => line.contains(button));
    const finding = this.findings[at];
    if (this.fine.has(finding.message)) this.fine.delete(finding.message);
    else this.fine.add(finding.message);
    this.isRestored = false;
    this.followOverrides();
    this.draw();
    need(this.list.children[at], "[data-override]").focus();
  }

  // Overrides all warnings at once.
  keepAllWarnings() {
    for (const { message } of this.openWarnings) this.fine.add(message);
    this.isRestored = false;
    this.followOverrides();
    this.draw();
    need(this.list, "[data-override]").focus();
  }

  /**
   * Moves to a field by its name; opens nothing, that is the desk's to do.
   * @param {string} name
   */
  focusField(name) {
    const field = name === "text" ? this.textarea
      : find(this.root, `[data-field="${CSS.escape(name)}"] input`)
        || find(this.root, `select[data-tag="${CSS.escape(name)}"]`);
    (field || this.textarea).focus();
  }
}
