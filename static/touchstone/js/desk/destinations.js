// @ts-check
// The destination of a link in the room: a place on the page, results, a page, or a page outside.
import { findAll } from "../dom.js";

/**
 * @typedef {{ kind: "place", address: string }
 *   | { kind: "results", query: string, page: number }
 *   | { kind: "page", title: string, address: string, find: string }} Destination
 */

const SEARCH = "/search/";
const WIKI = "/wiki/";

/**
 * Returns the destination, or null where the room cannot show it.
 * @param {string} href
 * @param {string} query what a link that only turns the page of the results goes on searching for
 * @returns {Destination | null}
 */
export function destinationOf(href, query) {
  if (href.startsWith("#")) return { kind: "place", address: href.slice(1) };
  const url = new URL(href, `${location.origin}/`);
  const given = url.searchParams;
  if (href.startsWith("?") || url.pathname === SEARCH) {
    return { kind: "results", query: given.get("q") || query, page: Number(given.get("page")) || 1 };
  }
  if (!url.pathname.startsWith(WIKI)) return null;
  const title = decodeURIComponent(url.pathname.slice(WIKI.length)).replaceAll("_", " ");
  return { kind: "page", title, address: url.hash.slice(1), find: given.get("find") ?? "" };
}

/**
 * Makes links that lead out of the desk open a window of their own: the desk stays.
 * @param {ParentNode} view
 */
export function openOthersElsewhere(view) {
  for (const link of findAll(view, "a[href]", HTMLAnchorElement)) {
    const href = link.getAttribute("href") ?? "";
    if (/^(#|\?|\/wiki\/|\/search\/\?)/.test(href)) continue;
    link.target = "_blank";
    link.rel = "noopener";
  }
}
