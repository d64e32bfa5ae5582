// @ts-check
// Keeps the current entry of a navigation in sight if its entries scroll sideways, as on a phone.
import { findAll, need } from "./dom.js";

const CURRENT = "[aria-current='page']";

export function startCurrentInView() {
  const follow = new ResizeObserver((changes) => changes.forEach(({ target }) => bringIn(target)));
  for (const nav of findAll(document, `nav:has(${CURRENT})`)) follow.observe(nav);
}

/**
 * Scrolls sideways only: the page itself stays where it is.
 * @param {Element} nav
 */
function bringIn(nav) {
  const current = need(nav, CURRENT);
  nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
}
