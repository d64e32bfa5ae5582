// One claim that is being written: its text, its choices, and what the checks say of it.

const MOST = 1000;
const NEAR = 150;
const PREVIEW = 90;

export class Card {
  constructor(root, form) {
    this.root = root;
    this.form = form;
    this.key = root.dataset.card;
    this.label = root.dataset.label;
    this.text = root.querySelector("textarea");
    this.toggle = root.querySelector("[data-toggle]");
    this.body = root.querySelector(".claim__body");
    this.list = root.querySelector("[data-findings]");
    this.fines = root.querySelector("[data-fines]");
    this.baseText = root.querySelector("[data-base-text]");
    this.overrides = new Set([...root.querySelectorAll(`input[name="${CSS.escape(this.key)}-fine"]`)]
      .filter((input) => input.type === "hidden" || input.checked).map((input) => input.value));
    this.findings = [];
    // What was said and is fine; codes from a draft hold for what the next answer says.
    this.fine = new Set();
    this.isRestored = true;
    this.followFields();
  }

  // --- what is in it ------------------------------------------------------------------------
  get base() { return this.chosen("base"); }
  get verdict() { return this.chosen("verdict"); }

  chosen(name) {
    const inputs = [...this.root.querySelectorAll(`input[name="${CSS.escape(this.key)}-${name}"]`)];
    return inputs.find((input) => input.checked)?.value || "";
  }

  get tags() {
    const selects = [...this.root.querySelectorAll("select[data-tag]")];
    return Object.fromEntries(selects.map((select) => [select.dataset.tag, select.value]));
  }

  read() {
    return {
      text: this.text.value, base: this.base, verdict: this.verdict, tags: this.tags,
      overrides: [...this.overrides],
    };
  }

  write({ text = "", base = "", verdict = "", tags = {}, overrides = [] } = {}) {
    if (this.text.value !== text) this.text.value = text;
    this.choose("base", base);
    this.choose("verdict", verdict);
    for (const select of this.root.querySelectorAll("select[data-tag]")) {
      select.value = tags[select.dataset.tag] || "";
    }
    this.overrides = new Set(overrides);
    this.isRestored = true;
    this.followOverrides();
    this.draw();
    this.followFields();
  }

  choose(name, value) {
    const inputs = [...this.root.querySelectorAll(`input[name="${CSS.escape(this.key)}-${name}"]`)];
    // What has no alternative stays chosen.
    for (const input of inputs) input.checked = input.value === value || inputs.length === 1;
  }

  get isComplete() {
    const lacksRadio = [...this.root.querySelectorAll("fieldset[data-field]")]
      .some((field) => !this.chosen(field.dataset.field));
    return this.text.value.trim() !== "" && !lacksRadio
      && Object.values(this.tags).every(Boolean) && !this.isBlocked;
  }

  get isBlocked() {
    return this.findings.some((one) => one.severity === "refuse" || !this.fine.has(one.message));
  }

  // --- opening ------------------------------------------------------------------------------
  get isOpen() { return this.root.classList.contains("is-open"); }

  open(on) {
    this.root.classList.toggle("is-open", on);
    this.toggle.setAttribute("aria-expanded", String(on));
    this.body.hidden = !on;
  }

  // --- what follows from the fields ---------------------------------------------------------
  followFields() {
    const text = this.text.value;
    this.root.classList.toggle("is-done", this.isComplete);
    // A card that stands alone does not fold.
    if (this.toggle) {
      const state = this.toggle.querySelector("[data-state-text]");
      state.textContent = this.isComplete ? state.dataset.done : state.dataset.open;
      this.toggle.querySelector("[data-preview]").textContent =
        text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text;
    }
    const left = this.root.querySelector("[data-left]");
    left.hidden = text.length < MOST - NEAR;
    left.textContent = this.form.dataset.left.replace("%s", MOST - text.length);
    left.classList.toggle("is-over", text.length > MOST);
    for (const select of this.root.querySelectorAll("select[data-tag]")) {
      const hint = select.parentElement.querySelector("[data-hint]:not(option)");
      hint.textContent = select.selectedOptions[0]?.dataset.hint || "";
    }
  }

  showBase(text) {
    if (!this.baseText) return;
    this.baseText.textContent = text;
    this.baseText.hidden = !text;
  }

  // --- findings -----------------------------------------------------------------------------
  showFindings(findings) {
    this.findings = findings;
    this.followOverrides();
    this.isRestored = false;
    this.draw();
  }

  // A warning is overridden for what it says: the next vague word is asked about anew.
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
    const lines = findings.map((finding) => this.line(finding));
    this.list.replaceChildren(...lines);
    const isWrong = findings.some((one) => one.severity === "refuse");
    this.text.toggleAttribute("aria-invalid", isWrong);
    if (isWrong) this.text.setAttribute("aria-invalid", "true");
    this.fines.replaceChildren(...[...this.overrides].map((code) => {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = `${this.key}-fine`;
      input.value = code;
      return input;
    }));
    this.followFields();
  }

  line(finding) {
    const isRefusal = finding.severity === "refuse";
    const isFine = !isRefusal && this.fine.has(finding.message);
    const line = document.createElement("li");
    line.className = `finding finding--${finding.severity}${isFine ? " is-fine" : ""}`;
    const kind = document.createElement("span");
    kind.className = "finding__kind";
    kind.textContent = isRefusal ? this.form.dataset.refused : this.form.dataset.advice;
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
    button.textContent = isFine ? this.form.dataset.notFine : this.form.dataset.fine;
    line.append(button);
    return line;
  }

  // The warning whose button was pressed is fine, or is not any more; gives the warning.
  press(button) {
    const at = [...this.list.children].indexOf(button.closest("li"));
    const finding = this.findings[at];
    if (this.fine.has(finding.message)) this.fine.delete(finding.message);
    else this.fine.add(finding.message);
    this.isRestored = false;
    this.followOverrides();
    this.draw();
    this.list.children[at].querySelector("[data-override]").focus();
    return { ...finding, isFine: this.fine.has(finding.message) };
  }

  // Moves to a field by its name; opens nothing, that is the desk's to do.
  focusField(name) {
    const field = name === "text" ? this.text
      : this.root.querySelector(`[data-field="${CSS.escape(name)}"] input`)
        || this.root.querySelector(`select[data-tag="${CSS.escape(name)}"]`);
    (field || this.text).focus();
  }
}
