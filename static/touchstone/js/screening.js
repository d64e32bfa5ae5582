// @ts-check
// Screening: digits and letters choose an answer, Enter goes on; the summary and its mutation are
// saved while they are typed, and kept on the device until the server has them.
import { find, findAll, need } from "./dom.js";
import { LoggedOutError, postForm } from "./desk/requests.js";
import { onKey } from "./keys.js";
import { textsOf } from "./texts.js";

const WAIT_MS = 700;
const RETRY_MS = 3000;
const PREFIX = "touchstone:screening:";
const GONE = 410;

/** @param {HTMLFormElement} form */
function startQuestion(form) {
  for (const radio of findAll(form, "[data-keys]", HTMLInputElement)) {
    for (const key of (radio.dataset.keys ?? "").split(" ")) {
      onKey(key, () => {
        radio.checked = true;
        radio.focus();
        return true;
      });
    }
  }
}

/** @param {HTMLFormElement} form */
function startTexts(form) {
  const text = textsOf("saving");
  const place = need(form, "[data-saving]");
  const boxes = findAll(form, "textarea", HTMLTextAreaElement);
  const key = PREFIX + form.dataset.round;
  let timer = 0;
  let isSubmitted = false;

  const read = () => boxes.map((box) => box.value);
  const kept = JSON.parse(localStorage.getItem(key) ?? "null");
  if (Array.isArray(kept)) boxes.forEach((box, at) => { box.value = kept[at] ?? box.value; });

  async function save() {
    clearTimeout(timer);
    const sent = JSON.stringify(read());
    place.textContent = text("saving");
    try {
      const { status, answer } = await postForm(form.dataset.draftAddress ?? "", form);
      if (status === GONE) { place.textContent = text("over"); return; }
      if (status !== 200) { place.textContent = answer.message ?? text("failed"); return; }
      const time = new Date(answer.saved_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      place.textContent = text("saved", { time });
      if (localStorage.getItem(key) === sent) localStorage.removeItem(key);
    } catch (error) {
      place.textContent = text("failed");
      if (!(error instanceof LoggedOutError) && !isSubmitted) timer = setTimeout(save, RETRY_MS);
    }
  }

  form.addEventListener("input", () => {
    localStorage.setItem(key, JSON.stringify(read()));
    clearTimeout(timer);
    timer = setTimeout(save, WAIT_MS);
  });
  form.addEventListener("submit", () => {
    isSubmitted = true;
    clearTimeout(timer);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  if (Array.isArray(kept)) save();
}

const question = find(document, "form[data-question]", HTMLFormElement);
if (question) startQuestion(question);
const texts = find(document, "form[data-texts-form]", HTMLFormElement);
if (texts) startTexts(texts);
