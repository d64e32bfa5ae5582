// Verdict, guideline question, tags and note: a form that shows a state and tells of changes.
// Which verdicts ask the question, and where its answers lead, stands in the markup.

export class Decision {
  // `acts`: {verdict(name), answer(name, verdict), tag(name, value), note(text), noteEnded()}
  constructor(form, acts) {
    this.form = form;
    this.acts = acts;
    this.question = form.querySelector("[data-question]");
    this.note = form.elements.note;
    form.addEventListener("change", ({ target }) => this.onChange(target));
    this.note?.addEventListener("input", () => acts.note(this.note.value));
    this.note?.addEventListener("blur", () => acts.noteEnded());
  }

  onChange(input) {
    if (input.name === "verdict") {
      this.acts.verdict(input.value);
      // At once: who tabs on from the verdict must find the question there.
      this.ask(input.value);
    } else if (input.name === "answer") this.acts.answer(input.value, input.dataset.leadsTo);
    else if (input.dataset.tag) this.acts.tag(input.dataset.tag, input.value);
  }

  asks(verdict) {
    return this.question?.dataset.askedFor.split(" ").includes(verdict) ?? false;
  }

  ask(verdict) {
    if (this.question) this.question.hidden = !this.asks(verdict);
  }

  // Whether an answer goes with a verdict: asked for, and leading nowhere else.
  fits(answer, verdict) {
    if (!answer || !this.asks(verdict)) return false;
    const input = this.form.querySelector(`[name='answer'][value="${CSS.escape(answer)}"]`);
    return Boolean(input) && [verdict, ""].includes(input.dataset.leadsTo);
  }

  draw(state) {
    for (const input of this.form.querySelectorAll("[name='verdict']")) {
      input.checked = input.value === state.verdict;
    }
    const chosen = this.form.querySelector("[name='verdict']:checked");
    const hint = this.form.querySelector("[data-verdict-hint]");
    hint.textContent = chosen?.closest("label").dataset.hint ?? "";
    // The question says more, and needs the place.
    hint.hidden = this.asks(state.verdict);
    this.ask(state.verdict);
    for (const input of this.form.querySelectorAll("[name='answer']")) {
      input.checked = input.value === state.answer;
    }
    for (const input of this.form.querySelectorAll("[data-tag]")) {
      const value = state.tags[input.dataset.tag] ?? "";
      input.value = value;
      this.hint(input);
    }
    if (this.note && this.note.value !== state.note) this.note.value = state.note;
  }

  hint(input) {
    const place = this.form.querySelector(`[data-hint-of="${input.dataset.tag}"]`);
    if (place) place.textContent = input.selectedOptions[0]?.dataset.hint ?? "";
  }

  // The chosen verdict in words.
  label() {
    const chosen = this.form.querySelector("[name='verdict']:checked");
    return chosen?.closest("label").querySelector("strong").textContent ?? "";
  }

  // `v`: the chosen verdict, or the first.
  focus() {
    const verdicts = [...this.form.querySelectorAll("[name='verdict']")];
    (verdicts.find((input) => input.checked) ?? verdicts[0]).focus();
  }
}
