// The dialogs of a desk: log in again in place, two windows, a question, the guidelines.
import { getFragment, logIn, postForm } from "./requests.js";

const named = (name) => document.querySelector(`[data-dialog="${name}"]`);

export function openDialog(name) {
  const dialog = named(name);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

// Every `[data-close-dialog]` closes the dialog that it stands in.
export function startClosing() {
  document.addEventListener("click", (event) => {
    event.target.closest?.("[data-close-dialog]")?.closest("dialog").close();
  });
}

// Logged out: asks for the password where one is, then goes on.
export function startLogIn(desk, goOn) {
  const dialog = named("log-in");
  const form = dialog.querySelector("form");
  const error = dialog.querySelector("[data-log-in-error]");
  const open = () => {
    if (dialog.open) return;
    error.textContent = "";
    dialog.showModal();
    form.elements.password.focus();
  };
  desk.addEventListener("saving:logged-out", open);
  document.addEventListener("room:logged-out", open);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const isIn = await logIn(desk.dataset.logInAddress, form.elements.username.value, form.elements.password.value);
      if (!isIn) return void (error.textContent = error.dataset.wrong);
      form.elements.password.value = "";
      dialog.close();
      goOn();
    } catch {
      error.textContent = error.dataset.away;
    }
  });
}

// Another window saved: whose text goes on?
export function startStale(desk, { saving, apply }) {
  const dialog = named("stale");
  let theirs = null;
  desk.addEventListener("saving:stale", ({ detail }) => {
    theirs = detail.draft;
    dialog.showModal();
  });
  // There is no third way: the choice stays until it is made.
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-stale]")?.dataset.stale;
    if (!choice) return;
    dialog.close();
    if (choice === "theirs" && theirs) apply(theirs.body);
    saving.resume(theirs, { keepMine: choice === "mine" });
  });
}

// A question to the managers; what was typed stays until it is sent.
export function startQuestion() {
  const dialog = named("question");
  const form = dialog.querySelector("form");
  const error = form.querySelector("[data-question-error]");
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

export async function openGuidelines(log) {
  const dialog = openDialog("guidelines");
  const place = dialog.querySelector("[data-guidelines-text]");
  log.add("guidelines_opened");
  if (place.childElementCount) return;
  try {
    const { status, html } = await getFragment(dialog.dataset.address);
    if (status === 200) place.innerHTML = html;
  } catch {
    dialog.close();
  }
}

// A line that is seen and heard, then goes.
export function announce(text) {
  let place = document.querySelector(".toast");
  if (!place) {
    place = document.createElement("p");
    place.className = "toast";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  place.textContent = text;
  place.hidden = false;
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => { place.hidden = true; }, 6000);
}
