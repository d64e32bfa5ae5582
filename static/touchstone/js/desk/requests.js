// Requests that a desk makes. The CSRF token is read from its cookie each time: logging in again
// in place gives a new one.

export class LoggedOutError extends Error {}

function csrfToken() {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  return cookie ? decodeURIComponent(cookie.slice("csrftoken=".length)) : "";
}

function headers(more = {}) {
  return { "X-CSRFToken": csrfToken(), Accept: "application/json", ...more };
}

async function read(response) {
  if (response.type === "opaqueredirect") throw new LoggedOutError();
  const isJson = (response.headers.get("Content-Type") || "").includes("json");
  const answer = isJson ? await response.json() : {};
  // A stale CSRF token and a stranger's session look alike from here: log in again.
  if (response.status === 403 || (response.status === 404 && !isJson)) throw new LoggedOutError();
  return { status: response.status, answer };
}

export async function postJson(address, body, { keepalive = false } = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return read(await fetch(address, {
    method: "POST", body: text, keepalive, redirect: "manual",
    headers: headers({ "Content-Type": "application/json" }),
  }));
}

export async function postForm(address, form) {
  return read(await fetch(address, {
    method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual",
    headers: headers(),
  }));
}

export async function getJson(address) {
  return read(await fetch(address, { redirect: "manual", headers: headers() }));
}

// A piece of a page: its status and its markup.
export async function getFragment(address, { signal } = {}) {
  const response = await fetch(address, {
    signal, redirect: "manual", headers: { Accept: "text/html" },
  });
  if (response.type === "opaqueredirect") throw new LoggedOutError();
  return { status: response.status, html: await response.text() };
}

// Says whether it worked; anything but a wrong password is an error.
export async function logIn(address, username, password) {
  const response = await fetch(address, {
    method: "POST", redirect: "manual", body: new URLSearchParams({ username, password }),
    headers: { "X-CSRFToken": csrfToken() },
  });
  if (response.type === "opaqueredirect") return true;
  if (response.status === 422) return false;
  throw new Error(String(response.status));
}
