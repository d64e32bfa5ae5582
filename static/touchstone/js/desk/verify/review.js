// The confirmation: takes the place of the article, shows every set as a stranger will read it, and
// submits. What is missing is listed beside the verdict, and the focus goes there.
import { postJson } from "../requests.js";
import { filledSets, partsOf } from "./sets.js";

// What is handed in: sets that hold something.
export function judgementOf(state) {
  const { verdict, answer, tags, note } = state;
  return { verdict, answer, tags, note, sets: filledSets(state).map((set) => set.map(partsOf)) };
}

export class Review {
  // `fold(isFolded)` folds the panel away where it lies over the page, or brings it back.
  constructor(root, { evidence, desk, words, fold }) {
    this.fold = fold;
    this.addresses = { review: root.dataset.reviewAddress, submit: root.dataset.submitAddress };
    this.evidence = evidence;
    this.desk = desk;
    this.words = words;
    this.view = desk.room.view;
    this.place = document.querySelector("[data-review]");
    this.missing = root.querySelector("[data-missing]");
    this.isBusy = false;
    this.place.addEventListener("click", ({ target }) => {
      if (target.closest("[data-submit]")) this.submit();
      if (target.closest("[data-leave-review]")) this.leave();
    });
    document.addEventListener("keydown", (event) => this.onKey(event));
    this.missing.addEventListener("click", ({ target }) => {
      const line = target.closest("[data-at]");
      if (line) this.focusAt(line.dataset.at);
    });
    evidence.onChange(() => { if (this.isOpen) this.leave(); });
    document.addEventListener("room:shown", () => { if (this.isOpen) this.leave(); });
  }

  get isOpen() {
    return !this.place.hidden;
  }

  onKey(event) {
    if (!this.isOpen || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.leave();
    }
  }

  // --- opening --------------------------------------------------------------------------------
  async open() {
    if (this.isOpen) return void this.place.querySelector("[data-submit]").focus();
    if (this.isBusy) return;
    await this.busily(async () => {
      await this.desk.saving.sync();
      const { status, answer } = await postJson(this.addresses.review, judgementOf(this.evidence.state));
      if (status === 200) this.show(answer.html);
      else this.tell(answer);
    });
  }

  show(html) {
    this.tell({});
    this.place.innerHTML = html;
    this.fold(true);
    this.view.hidden = true;
    this.place.hidden = false;
    this.place.scrollTop = 0;
    this.place.scrollIntoView({ block: "start" });
    this.desk.log.add("review_opened", {});
    for (const warning of this.place.querySelectorAll("[data-warning]")) {
      this.desk.log.add("warning_shown", { warning: warning.dataset.warning });
    }
    this.place.querySelector("[data-submit]").focus({ preventScroll: true });
  }

  leave() {
    this.place.hidden = true;
    this.place.replaceChildren();
    this.view.hidden = false;
    this.desk.log.add("review_left", {});
    const { cursor } = this.evidence;
    (cursor.current() ?? this.view).focus({ preventScroll: true });
  }

  // --- submitting -----------------------------------------------------------------------------
  async submit() {
    if (this.isBusy) return;
    await this.busily(async () => {
      await this.desk.saving.sync();
      const { status, answer } = await postJson(this.addresses.submit, judgementOf(this.evidence.state));
      if (status === 200) {
        this.desk.saving.forget();
        location.assign(answer.next);
        return;
      }
      this.leave();
      this.tell(answer);
    });
  }

  async busily(work) {
    this.isBusy = true;
    try {
      await work();
    } catch (error) {
      if (error.name === "LoggedOutError") this.desk.root.dispatchEvent(new CustomEvent("saving:logged-out"));
      else this.tell({ problems: [{ message: this.words.away, at: "" }] });
    } finally {
      this.isBusy = false;
    }
  }

  // --- what is missing ------------------------------------------------------------------------
  tell({ message = "", problems = message ? [{ message, at: "" }] : [] }) {
    const lines = problems.map(({ message: text, at }) => {
      const line = document.createElement("li");
      const inner = document.createElement(at ? "button" : "span");
      if (at) {
        inner.type = "button";
        inner.dataset.at = at;
      }
      inner.textContent = text;
      line.append(inner);
      return line;
    });
    const list = document.createElement("ul");
    list.append(...lines);
    const notice = document.createElement("div");
    notice.className = "notice notice--error";
    notice.append(list);
    this.missing.replaceChildren(...(lines.length ? [notice] : []));
    if (!lines.length) return;
    this.fold(false);
    this.missing.scrollIntoView({ block: "nearest" });
    const first = problems.find(({ at }) => at);
    if (first) this.focusAt(first.at);
  }

  // "verdict", "answer", a tag's name, or "set:2".
  focusAt(at) {
    this.fold(false);
    if (at.startsWith("set:")) {
      const number = Number(at.slice("set:".length));
      this.evidence.switchTo(number);
      document.getElementById(`evidence-set-${number}`)?.focus();
      return;
    }
    const place = document.getElementById(`decision-${at}`);
    (place?.matches("select, textarea") ? place : place?.querySelector("input"))?.focus();
  }
}
