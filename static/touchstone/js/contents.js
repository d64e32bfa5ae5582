// @ts-check
// Folds the table of contents away where the screen is too narrow to have it at the side.
import { find } from "./dom.js";

const WIDE = "(min-width: 64rem)";

export function startContents() {
  const box = find(document, "[data-contents]", HTMLDetailsElement);
  if (!box) return;
  const wide = matchMedia(WIDE);
  const follow = () => { box.open = wide.matches; };
  wide.addEventListener("change", follow);
  follow();
}
