// From an element's address and offsets in its own text to a Range in the page.
// An element's text is its text nodes and, for line breaks, its <br>s; what stands in an element
// of its own inside it (a nested list's items) is not its text. Only a cell's lists are lines of
// its text.

function* ownNodes(element, isWhole = element.matches(".cell")) {
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE || node.nodeName === "BR") yield node;
    else if (node.nodeType === Node.ELEMENT_NODE && (isWhole || !node.matches("[data-address], .list, .table-box"))) {
      yield* ownNodes(node, isWhole);
    }
  }
}

const lengthOf = (node) => (node.nodeName === "BR" ? 1 : node.data.length);

export function elementAt(address) {
  return document.querySelector(`.article [data-address="${CSS.escape(address)}"]`);
}

export function rangeAt(address, start, end) {
  const element = elementAt(address);
  if (!element) return null;
  const range = document.createRange();
  let place = 0;
  let hasStart = false;
  for (const node of ownNodes(element)) {
    const next = place + lengthOf(node);
    const isText = node.nodeType === Node.TEXT_NODE;
    if (!hasStart && start < next) {
      if (isText) range.setStart(node, start - place);
      else range.setStartBefore(node);
      hasStart = true;
    }
    if (hasStart && end <= next) {
      if (isText) range.setEnd(node, end - place);
      else range.setEndAfter(node);
      return range;
    }
    place = next;
  }
  return null;
}
