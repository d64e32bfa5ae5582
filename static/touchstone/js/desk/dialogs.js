// @ts-check
// The dialogs of a desk: log in again in place, two windows, a question.
import { around, find, need, onEvent } from "../dom.js";
import { logIn, postForm } from "./requests.js";

/** @typedef {import("../texts.js").Text} Text */
/** @typedef {import("./saving.js").Body} Body */
/** @typedef {import("./saving.js").Draft} Draft */
/** @typedef {import("./saving.js").Saving} Saving */

const TOAST_MS = 6000;
let toastTimer = 0;

/** @param {string} name */
const named = (name) => need(document, `[data-dialog="${name}"]`, HTMLDialogElement);

// A sheet beside the work is none that one has to leave first.
export const isDialogOpen = () => Boolean(find(document, "dialog[open]:not([data-dialog='guidelines'])"));

/** @param {string} name */
export function openDialog(name) {
  const dialog = named(name);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

// Every `[data-close-dialog]` closes the dialog that it stands in.
export function startClosing() {
  document.addEventListener("click", ({ target }) => {
    around(target, "[data-close-dialog]")?.closest("dialog")?.close();
  });
}

/**
 * Asks for the password where one is, when one was logged out, then goes on.
 * @param {HTMLElement} desk
 * @param {Text} text
 * @param {() => void} goOn
 */
export function startLogIn(desk, text, goOn) {
  const dialog = named("log-in");
  const form = need(dialog, "form", HTMLFormElement);
  const username = need(form, "[name=username]", HTMLInputElement);
  const password = need(form, "[name=password]", HTMLInputElement);
  const error = need(dialog, "[data-log-in-error]");
  const open = () => {
    if (dialog.open) return;
    error.textContent = "";
    dialog.showModal();
    password.focus();
  };
  onEvent(desk, "saving:logged-out", open);
  onEvent(document, "room:logged-out", open);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const isIn = await logIn(desk.dataset.logInAddress ?? "", username.value, password.value);
      if (!isIn) {
        error.textContent = text("log_in.wrong");
        return void password.select();
      }
      password.value = "";
      dialog.close();
      goOn();
    } catch {
      error.textContent = text("log_in.away");
    }
  });
}

/**
 * Asks whose text goes on, when another window saved.
 * @param {HTMLElement} desk
 * @param {{ saving: Saving, apply: (body: Body) => void }} parts
 */
export function startStale(desk, { saving, apply }) {
  const dialog = named("stale");
  /** @type {Draft | null} */
  let theirs = null;
  onEvent(desk, "saving:stale", ({ draft }) => {
    theirs = draft;
    dialog.showModal();
  });
  // There is no third way: the choice stays until it is made.
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("click", ({ target }) => {
    const choice = around(target, "[data-stale]")?.dataset.stale;
    if (!choice) return;
    dialog.close();
    if (choice === "theirs" && theirs) apply(theirs.body);
    saving.resume(theirs, { keepMine: choice === "mine" });
  });
}

// A question to the managers; what was typed stays until it is sent.
export function startQuestion() {
  const dialog = named("question");
  const form = need(dialog, "form", HTMLFormElement);
  const error = need(form, "[data-question-error]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    try {
      const { status, answer } = await postForm(form.action, form);
      if (status !== 200) return void (error.textContent = answer.message);
      form.reset();
      dialog.close();
      announce(answer.message);
    } catch {
      // Without scripts the form is a plain one; so it is when a script cannot send it.
      form.submit();
    }
  });
}

/**
 * Shows a line that is seen and heard, then goes.
 * @param {string} text
 */
export function announce(text) {
  let place = find(document, ".toast");
  if (!place) {
    place = document.createElement("p");
    place.className = "toast";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  const toast = place;
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, TOAST_MS);
}
