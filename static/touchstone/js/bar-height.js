// @ts-check
// Tells the styles how high the bar is: with many entries it takes two lines, and what sticks
// beneath it or scrolls to under it must keep clear of both.
import { find } from "./dom.js";

export function startBarHeight() {
  const bar = find(document, ".bar");
  if (!bar) return;
  const measure = () => {
    document.documentElement.style.setProperty("--bar-shown", `${bar.offsetHeight}px`);
  };
  new ResizeObserver(measure).observe(bar);
}
