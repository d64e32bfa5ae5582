// Folds the table of contents away where the screen is too narrow to have it at the side.

const WIDE = "(min-width: 64rem)";

export function startContents() {
  const box = document.querySelector("[data-contents]");
  if (!box) return;
  const wide = matchMedia(WIDE);
  const follow = () => { box.open = wide.matches; };
  wide.addEventListener("change", follow);
  follow();
}
