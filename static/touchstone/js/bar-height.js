// Tells the styles how high the bar is: with many entries it takes two lines, and what sticks
// beneath it or scrolls to under it must keep clear of both.

export function startBarHeight() {
  const bar = document.querySelector(".bar");
  if (!bar) return;
  const measure = () => {
    document.documentElement.style.setProperty("--bar-shown", `${bar.offsetHeight}px`);
  };
  new ResizeObserver(measure).observe(bar);
}
