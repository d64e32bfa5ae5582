// @ts-check
// The person's own numbers of the day, in the bar. They are asked for a moment after the desk is open:
// what the person asks for first must not wait for them. Nothing depends on them, so that a desk that
// is left meanwhile, or a site that is away, is no error: they are asked for again.
import { find } from "../dom.js";
import { getFragment } from "./requests.js";

const WAIT_MS = 2000;
const AGAIN_MS = 30_000;

export function startProgress() {
  const place = find(document, "[data-progress-address]");
  if (place) window.setTimeout(() => load(place), WAIT_MS);
}

/** @param {HTMLElement} place */
async function load(place) {
  try {
    const { status, html } = await getFragment(place.dataset.progressAddress ?? "");
    if (status !== 200) return;
    place.innerHTML = html;
    // The hint at a break has a button of htmx's.
    /** @type {any} */ (window).htmx.process(place);
  } catch {
    loadAgain(place);
  }
}

/** @param {HTMLElement} place */
function loadAgain(place) {
  const again = () => {
    clearTimeout(timer);
    window.removeEventListener("online", again);
    load(place);
  };
  const timer = window.setTimeout(again, AGAIN_MS);
  window.addEventListener("online", again);
}
