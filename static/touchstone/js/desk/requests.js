// @ts-check
// Requests that a desk makes. The CSRF token is read from its cookie each time: logging in again
// in place gives a new one.

/**
 * A status, and the JSON that came with it.
 * @typedef {{ status: number, answer: any }} Answer
 */

export class LoggedOutError extends Error {}

export function csrfToken() {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  return cookie ? decodeURIComponent(cookie.slice("csrftoken=".length)) : "";
}

/** @param {Record<string, string>} [more] */
function headers(more = {}) {
  return { "X-CSRFToken": csrfToken(), Accept: "application/json", ...more };
}

/** @param {HTMLFormElement} form */
function bodyOf(form) {
  const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(pairs);
}

/**
 * @param {Response} response
 * @returns {Promise<Answer>}
 */
async function read(response) {
  if (response.type === "opaqueredirect") throw new LoggedOutError();
  const isJson = (response.headers.get("Content-Type") || "").includes("json");
  const answer = isJson ? await response.json() : {};
  // A stale CSRF token and a stranger's session look alike from here: log in again.
  if (response.status === 403 || (response.status === 404 && !isJson)) throw new LoggedOutError();
  return { status: response.status, answer };
}

/**
 * @param {string} address
 * @param {object} body
 * @param {{ keepalive?: boolean }} [options]
 */
export async function postJson(address, body, { keepalive = false } = {}) {
  return read(await fetch(address, {
    method: "POST", body: JSON.stringify(body), keepalive, redirect: "manual",
    headers: headers({ "Content-Type": "application/json" }),
  }));
}

/**
 * @param {string} address
 * @param {HTMLFormElement} form
 */
export async function postForm(address, form) {
  return read(await fetch(address, {
    method: "POST", body: bodyOf(form), redirect: "manual", headers: headers(),
  }));
}

/** @param {string} address */
export async function getJson(address) {
  return read(await fetch(address, { redirect: "manual", headers: headers() }));
}

/**
 * Fetches a piece of a page: its status and its markup.
 * @param {string} address
 * @param {{ signal?: AbortSignal }} [options]
 */
export async function getFragment(address, { signal } = {}) {
  const response = await fetch(address, {
    signal, redirect: "manual", headers: { Accept: "text/html" },
  });
  if (response.type === "opaqueredirect") throw new LoggedOutError();
  return { status: response.status, html: await response.text() };
}

/**
 * Returns whether it worked; anything but a wrong password is an error.
 * @param {string} address
 * @param {string} username
 * @param {string} password
 */
export async function logIn(address, username, password) {
  const response = await fetch(address, {
    method: "POST", redirect: "manual", body: new URLSearchParams({ username, password }),
    headers: { "X-CSRFToken": csrfToken() },
  });
  if (response.type === "opaqueredirect") return true;
  if (response.status === 422) return false;
  throw new Error(String(response.status));
}
