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
  const button = event.target.closest("[data-override]");
  if (button) card.press(button);
});
card.showBase(beside[card.base] || "");
checks.ask(card);
