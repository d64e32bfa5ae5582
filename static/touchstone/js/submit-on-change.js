// @ts-check
// Options inside `[data-submit-on-change]` apply as soon as one is chosen. The page that answers
// puts the focus back on that option: arrow keys go on from there.
import { find, findAll } from "./dom.js";

const REMEMBERED = "touchstone:changed-option";

export function startSubmitOnChange() {
  for (const options of findAll(document, "[data-submit-on-change]")) {
    const form = options.closest("form");
    if (!form) continue;
    const changed = sessionStorage.getItem(REMEMBERED);
    sessionStorage.removeItem(REMEMBERED);
    if (changed) find(form, `[name="${CSS.escape(changed)}"]`)?.focus({ preventScroll: true });
    options.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      sessionStorage.setItem(REMEMBERED, target.getAttribute("name") ?? "");
      form.requestSubmit();
    });
  }
}
