// @ts-check
// From an element's address and offsets in its own text to a Range in the page.
// An element's text is its text nodes and, for line breaks, its <br>s; what stands in an element
// of its own inside it (a nested list's items) is not its text. Only a cell's lists are lines of
// its text.
import { find } from "./dom.js";

const APART = "[data-address], .list, .table-box";

/**
 * @param {Element} element
 * @param {boolean} [isWhole]
 * @returns {Generator<Text | HTMLBRElement>}
 */
function* ownNodes(element, isWhole = element.matches(".cell")) {
  for (const node of element.childNodes) {
    if (node instanceof Text || node instanceof HTMLBRElement) yield node;
    else if (node instanceof Element && (isWhole || !node.matches(APART))) {
      yield* ownNodes(node, isWhole);
    }
  }
}

/** @param {string} address */
export function elementAt(address) {
  return find(document, `.article [data-address="${CSS.escape(address)}"]`);
}

/**
 * @param {string} address
 * @param {number} start
 * @param {number} end
 * @returns {Range | null}
 */
export function rangeAt(address, start, end) {
  const element = elementAt(address);
  if (!element) return null;
  const range = document.createRange();
  let place = 0;
  let hasStart = false;
  for (const node of ownNodes(element)) {
    const next = place + (node instanceof Text ? node.data.length : 1);
    if (!hasStart && start < next) {
      if (node instanceof Text) range.setStart(node, start - place);
      else range.setStartBefore(node);
      hasStart = true;
    }
    if (hasStart && end <= next) {
      if (node instanceof Text) range.setEnd(node, end - place);
      else range.setEndAfter(node);
      return range;
    }
    place = next;
  }
  return null;
}
