// Options inside `[data-submit-on-change]` apply as soon as one is chosen. The page that answers
// puts the focus back on that option: arrow keys go on from there.
const REMEMBERED = "touchstone:changed-option";

export function startSubmitOnChange() {
  for (const options of document.querySelectorAll("[data-submit-on-change]")) {
    const form = options.closest("form");
    const changed = sessionStorage.getItem(REMEMBERED);
    sessionStorage.removeItem(REMEMBERED);
    if (changed) form.elements[changed]?.focus({ preventScroll: true });
    options.addEventListener("change", ({ target }) => {
      sessionStorage.setItem(REMEMBERED, target.name);
      form.requestSubmit();
    });
  }
}
