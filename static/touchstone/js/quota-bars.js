// @ts-check
// Shares that add up to 100 %: each gets a bar. Moving one gives to the others, or takes from them,
// in proportion to what they have; what is typed is only added up.
import { findAll, need } from "./dom.js";
import { textsOf } from "./texts.js";

const ALL = 100;
// Shares are exact on the server; here thirds add up to nearly 1.
const TOLERANCE = 1e-6;

const text = textsOf("quota");
for (const quota of findAll(document, "[data-quota]")) start(quota);

/** @param {HTMLElement} quota */
function start(quota) {
  const fields = findAll(quota, "[data-share] input", HTMLInputElement);
  const bars = fields.map((field) => barBeside(field));
  const show = () => {
    const values = fields.map((field) => percentOf(field.value));
    values.forEach((value, place) => { if (!Number.isNaN(value)) bars[place].valueAsNumber = value; });
    showTotal(quota, values);
  };
  bars.forEach((bar, place) => bar.addEventListener("input", () => {
    const before = fields.map((field) => percentOf(field.value) || 0);
    const shares = shareOut(before, place, bar.valueAsNumber);
    shares.forEach((share, each) => { fields[each].value = `${share}%`; });
    show();
  }));
  for (const field of fields) field.addEventListener("input", show);
  show();
}

/**
 * The bar has no name of its own: the form sends the field.
 * @param {HTMLInputElement} field
 */
function barBeside(field) {
  const bar = document.createElement("input");
  bar.type = "range";
  bar.className = "quota__bar";
  bar.max = String(ALL);
  bar.setAttribute("aria-label", text("bar", { label: field.labels?.[0]?.textContent?.trim() ?? "" }));
  field.after(bar);
  return bar;
}

/**
 * Returns whole percentages that add up to 100, with this one at this place.
 * @param {number[]} before
 * @param {number} place
 * @param {number} value
 */
export function shareOut(before, place, value) {
  const rest = ALL - value;
  const others = before.map((share, each) => (each === place ? 0 : share));
  const total = others.reduce((sum, share) => sum + share, 0);
  const exact = others.map((share, each) => {
    if (each === place) return value;
    return total ? (share * rest) / total : rest / (before.length - 1);
  });
  const shares = exact.map(Math.floor);
  const missing = ALL - shares.reduce((sum, share) => sum + share, 0);
  const byRest = [...exact.keys()].filter((each) => each !== place)
    .sort((one, other) => (exact[other] - shares[other]) - (exact[one] - shares[one]));
  for (const each of byRest.slice(0, missing)) shares[each] += 1;
  return shares;
}

/**
 * Returns a share as people write it ("0.15", "15%", "1/3") in percent; NaN if it is none.
 * @param {string} written
 */
export function percentOf(written) {
  const given = written.replaceAll(" ", "").replace(",", ".");
  const number = given.replace("%", "");
  const [over, under = "1"] = number.split("/");
  const share = Number(over || NaN) / Number(under || NaN);
  return given.endsWith("%") ? share : share * ALL;
}

/**
 * @param {HTMLElement} quota
 * @param {number[]} values
 */
function showTotal(quota, values) {
  const total = values.reduce((sum, value) => sum + value, 0);
  const place = need(quota, "[data-quota-total]");
  place.textContent = Number.isNaN(total) ? "" : text("total", { total: Math.round(total * 10) / 10 });
  place.classList.toggle("is-wrong", !(Math.abs(total - ALL) < TOLERANCE));
}
