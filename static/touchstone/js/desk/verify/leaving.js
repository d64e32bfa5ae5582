// @ts-check
// Leaving without handing in: skip, report, pause, or leave a correction. What is not sent yet goes
// first; a refusal stays in its dialog.
import { find, findAll, need } from "../../dom.js";
import { goOn, stopsHere } from "../going-on.js";
import { postForm } from "../requests.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("./evidence.js").Say} Say */

/**
 * @param {Desk} desk
 * @param {Say} say
 */
export function startLeaving({ saving, text }, say) {
  for (const form of findAll(document, "[data-ends-desk]", HTMLFormElement)) {
    const place = find(form, "[data-form-error]");
    /** @param {string} message */
    const refuse = (message) => {
      if (place) place.textContent = message;
      else say(message, { isShown: true });
    };
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (place) place.textContent = "";
      try {
        await saving.sync();
        const { status, answer } = await postForm(form.action, form);
        if (answer.reload) return location.reload();
        if (status !== 200) return refuse(answer.message);
        saving.forget();
        goOn(answer, { stops: stopsHere(event) });
      } catch {
        refuse(text("away"));
      }
    });
  }
}

/** @param {"pause" | "leave"} name */
export function leaveBy(name) {
  need(document, `[data-form="${name}"]`, HTMLFormElement).requestSubmit();
}
