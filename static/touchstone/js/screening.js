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

/**
 * The typed texts, on the device until the server has them. `known` are the texts that the server
 * may have from here: where it has others, they were typed elsewhere later.
 */
class Copy {
  /**
   * @param {string} key
   * @param {string} texts what the server has
   */
  constructor(key, texts) {
    this.key = key;
    this.known = [texts];
  }

  /** @param {string} texts */
  keep(texts) {
    try {
      localStorage.setItem(this.key, JSON.stringify({ known: this.known, texts }));
    } catch {
      // A full device; the server has what was saved last.
    }
  }

  /**
   * Notes that texts are on their way to the server, which may have them even if it never answers.
   * @param {string} texts
   */
  send(texts) {
    this.known.push(texts);
    this.keep(texts);
  }

  /**
   * Forgets what the server has now, and all that went before.
   * @param {string} texts
   */
  arrive(texts) {
    this.known.splice(0, Math.max(this.known.lastIndexOf(texts), 0));
    if (this.read()?.texts === texts) this.drop();
  }

  drop() {
    localStorage.removeItem(this.key);
  }

  /** @returns {{ known: string[], texts: string } | null} */
  read() {
    try {
      const { known, texts } = JSON.parse(localStorage.getItem(this.key) ?? "null");
      return Array.isArray(known) && typeof texts === "string" ? { known, texts } : null;
    } catch {
      return null;
    }
  }

  /**
   * Returns what the server lacks; drops a copy that is older than what it has.
   * @returns {string[] | null}
   */
  newer() {
    const here = this.read();
    if (here?.known.includes(this.known[0])) {
      const texts = parsed(here.texts);
      if (texts) return texts;
    }
    this.drop();
    return null;
  }
}

/**
 * @param {string} texts
 * @returns {string[] | null}
 */
function parsed(texts) {
  try {
    const found = JSON.parse(texts);
    return Array.isArray(found) ? found.map(String) : null;
  } catch {
    return null;
  }
}

/** @param {HTMLFormElement} form */
function startTexts(form) {
  const text = textsOf("saving");
  const place = need(form, "[data-saving]");
  const boxes = findAll(form, "textarea", HTMLTextAreaElement);
  const read = () => JSON.stringify(boxes.map((box) => box.value));
  const copy = new Copy(PREFIX + form.dataset.round, read());
  let timer = 0;
  let isSubmitting = false;

  /** Saves the texts; returns whether the server could be reached. */
  async function save() {
    clearTimeout(timer);
    const sent = read();
    copy.send(sent);
    place.textContent = text("saving");
    try {
      const { status, answer } = await postForm(form.dataset.draftAddress ?? "", form);
      if (status === GONE) {
        copy.drop();
        place.textContent = text("over");
      } else if (status !== 200) {
        place.textContent = answer.message ?? text("failed");
      } else {
        const time = new Date(answer.saved_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        place.textContent = text("saved", { time });
        copy.arrive(sent);
      }
      return true;
    } catch (error) {
      place.textContent = text("failed");
      if (error instanceof LoggedOutError) return true;
      timer = setTimeout(save, RETRY_MS);
      return false;
    }
  }

  // The server has the texts before the page is left, so that none stay on a shared computer.
  async function submit() {
    isSubmitting = true;
    boxes.forEach((box) => { box.readOnly = true; });
    const isReached = await save();
    boxes.forEach((box) => { box.readOnly = false; });
    isSubmitting = false;
    if (isReached) form.submit();
  }

  form.addEventListener("input", () => {
    copy.keep(read());
    clearTimeout(timer);
    timer = setTimeout(save, WAIT_MS);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isSubmitting) submit();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  const newer = copy.newer();
  if (newer) {
    boxes.forEach((box, at) => { box.value = newer[at] ?? box.value; });
    save();
  }
}

const question = find(document, "form[data-question]", HTMLFormElement);
if (question) startQuestion(question);
const texts = find(document, "form[data-texts-form]", HTMLFormElement);
if (texts) startTexts(texts);
