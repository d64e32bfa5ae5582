// @ts-check
// The confirmation: takes the place of the article, shows every set as a stranger will read it, and
// submits.
import { around, findAll, need, onEvent } from "../../dom.js";
import { isDialogOpen } from "../dialogs.js";
import { goOn } from "../going-on.js";
import { MinimalityCheck } from "./minimality-check.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("./picker.js").Picker} Picker */
/** @typedef {import("./submission.js").Submission} Submission */

export class Confirmation {
  /** @param {{ desk: Desk, picker: Picker, submission: Submission }} parts */
  constructor({ desk, picker, submission }) {
    this.desk = desk;
    this.picker = picker;
    this.submission = submission;
    this.view = desk.room.view;
    this.place = need(document, "[data-confirmation]");
    const { evidence } = picker;
    this.check = new MinimalityCheck(this.place, { desk, evidence, done: () => this.reopen() });
    this.place.addEventListener("click", ({ target }) => {
      if (around(target, "[data-submit]")) this.submit();
      if (around(target, "[data-submit-and-stop]")) this.submit({ stops: true });
      if (around(target, "[data-leave-confirmation]")) this.leave();
    });
    document.addEventListener("keydown", (event) => this.onKey(event));
    // The check changes the evidence itself; any other change leads back to it.
    evidence.onChange(() => { if (this.isOpen && !this.check.isAnswering) this.leave(); });
    onEvent(document, "room:shown", () => { if (this.isOpen) this.leave(); });
  }

  get isOpen() {
    return !this.place.hidden;
  }

  /** @param {boolean} isOpen */
  setOpen(isOpen) {
    this.place.hidden = !isOpen;
    need(document, ".desk").classList.toggle("is-confirming", isOpen);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!this.isOpen || event.defaultPrevented || isDialogOpen()) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.leave();
    }
  }

  async open() {
    if (this.check.isOpen) return;
    if (this.isOpen) return void need(this.place, "[data-submit]").focus();
    const reply = await this.submission.send("confirmation");
    if (reply?.status === 200) this.show(reply.answer.html);
    else if (reply) this.submission.refuse(reply.answer);
  }

  // The confirmation after the check, of what is left.
  async reopen() {
    this.check.leave();
    this.setOpen(false);
    await this.open();
    if (!this.isOpen) this.view.hidden = false;
  }

  /** @param {string} html */
  show(html) {
    this.submission.refuse({});
    this.desk.panel.fold(true);
    this.view.hidden = true;
    this.setOpen(true);
    if (this.check.isDue) this.check.open(html);
    else this.confirm(html);
    this.place.scrollIntoView({ block: "start" });
  }

  /** @param {string} html */
  confirm(html) {
    this.place.innerHTML = html;
    this.place.scrollTop = 0;
    this.desk.log.add("confirmation_opened", {});
    for (const warning of findAll(this.place, "[data-warning]")) {
      this.desk.log.add("warning_shown", { warning: warning.dataset.warning });
    }
    need(this.place, "[data-submit]").focus({ preventScroll: true });
  }

  leave() {
    if (!this.check.isOpen) this.desk.log.add("confirmation_left", {});
    this.check.leave();
    this.setOpen(false);
    this.place.replaceChildren();
    this.view.hidden = false;
    (this.picker.cursor.current() ?? this.view).focus({ preventScroll: true });
  }

  // Submits, and goes on with the next claim at once unless the person stops here.
  async submit({ stops = false } = {}) {
    if (this.check.isOpen) return;
    const reply = await this.submission.send("submit");
    if (reply?.status === 200) {
      this.desk.saving.forget();
      goOn(reply.answer, { stops });
    } else if (reply?.answer.reload) {
      // The bench shows something that has changed; the page that comes says so.
      location.reload();
    } else if (reply) {
      this.leave();
      this.submission.refuse(reply.answer);
    }
  }
}
