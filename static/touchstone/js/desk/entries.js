// @ts-check
// The entries that the room can show, as plain data: they go into the browser's history and into the draft.
import { need } from "../dom.js";

/**
 * A page by its title, or results by their query and page number.
 * @typedef {object} Entry
 * @property {string} kind "page", "results" or "missing"
 * @property {string} [title]
 * @property {string} [query]
 * @property {number} [page]
 * @property {boolean} [go] a query that is a title leads to its page
 * @property {string} [address]
 * @property {string} [find]
 * @property {number} [scroll]
 * @property {string} [searched] what was searched for last
 */

/**
 * Returns the entry that a fragment says it is.
 * @param {ParentNode} view
 * @returns {Entry}
 */
export function entryIn(view) {
  const { shown: kind = "", page, query, number } = need(view, "[data-shown]").dataset;
  return kind === "results" ? { kind, query, page: Number(number) } : { kind, title: page };
}

/**
 * Returns the address of an entry's fragment.
 * @param {Entry} entry
 * @param {DOMStringMap} addresses the room's own data
 */
export function addressOf({ kind, title = "", query = "", page, go }, addresses) {
  if (kind === "results") {
    const parameters = new URLSearchParams({ q: query, page: String(page || 1) });
    if (go) parameters.set("go", "1");
    return `${addresses.searchAddress}?${parameters}`;
  }
  return `${addresses.pageAddress}?${new URLSearchParams({ title })}`;
}
