// @ts-check
// Correcting one claim: the checks of the desk, as it is typed. Storing it is the form's own.
import { around, find, findAll, need, readJson } from "../../dom.js";
import { textsOf } from "../../texts.js";
import { Card } from "./card.js";
import { Checks } from "./checks.js";

const form = need(document, "[data-correction]");
const card = new Card(need(form, "[data-card]"), textsOf("write"));
/** @type {Record<string, string>} */
const beside = readJson("claims-beside");
const checks = new Checks(form.dataset.checkAddress ?? "", {
  claims: () => ({ [card.key]: card.read() }),
});

card.root.addEventListener("input", () => {
  card.followFields();
  card.showBase(beside[card.base] || "");
  checks.soon(card);
});
card.list.addEventListener("click", ({ target }) => {
  const button = around(target, "[data-override]");
  if (button) card.press(button);
});
card.keepAll.addEventListener("click", () => card.keepAllWarnings());
card.root.addEventListener("click", ({ target }) => {
  if (around(target, "[data-start-from]")) card.startFromBase();
});
card.showBase(beside[card.base] || "");
// The article stays beside the text: what is typed would be lost with the page.
for (const link of findAll(document, "[data-article] a[href]:not([href^='#'])", HTMLAnchorElement)) {
  link.target = "_blank";
}
find(document, "[data-highlighted]")?.scrollIntoView({ block: "center" });
checks.ask(card);
