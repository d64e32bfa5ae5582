// @ts-check
// Elements by selector, with their kind checked: a script that misses its markup fails where it
// starts, with the selector's name, not somewhere later.

/**
 * @template {Element} T
 * @typedef {abstract new (...rest: any[]) => T} Kind
 */

/**
 * Returns the first match, which has to be there.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} [kind]
 * @returns {T}
 */
export function need(root, selector, kind) {
  const found = find(root, selector, kind);
  if (!found) throw new Error(`Missing: ${selector}`);
  return found;
}

/**
 * Returns the first match, or null.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} [kind]
 * @returns {T | null}
 */
export function find(root, selector, kind) {
  return checked(root.querySelector(selector), selector, kind);
}

/**
 * Returns all matches, in document order.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} [kind]
 * @returns {T[]}
 */
export function findAll(root, selector, kind) {
  return [...root.querySelectorAll(selector)].map(
    (element) => /** @type {T} */ (checked(element, selector, kind)),
  );
}

/**
 * Returns the nearest match around the target of an event, itself included, or null.
 * @template {Element} [T=HTMLElement]
 * @param {EventTarget | null} target
 * @param {string} selector
 * @param {Kind<T>} [kind]
 * @returns {T | null}
 */
export function around(target, selector, kind) {
  return target instanceof Element ? checked(target.closest(selector), selector, kind) : null;
}

/**
 * Returns the one element of a template, copied.
 * @param {HTMLTemplateElement} template
 * @returns {HTMLElement}
 */
export function copyOf(template) {
  const copy = document.importNode(template.content, true).firstElementChild;
  if (!(copy instanceof HTMLElement)) throw new Error("The template is empty.");
  return copy;
}

/**
 * Returns what a `json_script` element of the page holds.
 * @param {string} id
 * @returns {any}
 */
export function readJson(id) {
  return JSON.parse(need(document, `script[id="${id}"]`).textContent);
}

/**
 * Listens to an event of our own, which has a detail.
 * @param {EventTarget} target
 * @param {string} name
 * @param {(detail: any) => void} action
 */
export function onEvent(target, name, action) {
  target.addEventListener(name, (event) => action(/** @type {CustomEvent} */ (event).detail));
}

/**
 * Dispatches an event of our own; the elements around it hear it too.
 * @param {EventTarget} target
 * @param {string} name
 * @param {object} [detail]
 */
export function sendEvent(target, name, detail = {}) {
  target.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/**
 * @template {Element} T
 * @param {Element | null} element
 * @param {string} selector
 * @param {Kind<T>} [kind]
 * @returns {T | null}
 */
function checked(element, selector, kind) {
  const wanted = kind ?? HTMLElement;
  if (element && !(element instanceof wanted)) throw new TypeError(`Not of its kind: ${selector}`);
  return /** @type {T | null} */ (element);
}
