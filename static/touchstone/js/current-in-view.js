// Where the entries of a navigation scroll sideways, as on a phone, the current one is in sight.

export function startCurrentInView() {
  const follow = new ResizeObserver((changes) => changes.forEach(({ target }) => bringIn(target)));
  for (const nav of document.querySelectorAll("nav:has([aria-current='page'])")) follow.observe(nav);
}

// Only sideways: the page itself stays where it is.
function bringIn(nav) {
  const current = nav.querySelector("[aria-current='page']");
  nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
}
