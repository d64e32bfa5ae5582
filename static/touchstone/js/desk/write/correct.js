// Correcting one claim: the checks of the desk, as it is typed. Storing it is the form's own.
import { Card } from "./card.js";
import { Checks } from "./checks.js";

const form = document.querySelector("[data-correction]");
const card = new Card(form.querySelector("[data-card]"), form);
const beside = JSON.parse(document.getElementById("claims-beside").textContent);
const checks = new Checks(form.dataset.checkAddress, {
  claims: () => ({ [card.key]: card.read() }),
  shown() {},
});

card.root.addEventListener("input", () => {
  card.followFields();
  card.showBase(beside[card.base] || "");
  checks.soon(card);
});
card.list.addEventListener("click", (event) => {
  const code = event.target.closest("[data-override]")?.dataset.override;
  if (code) card.override(code, !card.overrides.has(code));
});
card.showBase(beside[card.base] || "");
checks.ask(card);
