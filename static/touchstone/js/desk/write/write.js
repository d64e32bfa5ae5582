// The writing desk: cards for the claims, one open at a time, beside the page with its highlight.
import { startDesk } from "../desk.js";
import { announce } from "../dialogs.js";
import { LoggedOutError, postForm } from "../requests.js";
import { Card } from "./card.js";
import { Checks } from "./checks.js";
import { History } from "./history.js";

const form = document.querySelector("[data-claims]");
const cards = [...form.querySelectorAll("[data-card]")].map((root) => new Card(root, form));
const cardOf = (key) => cards.find((card) => card.key === key);
const claims = () => Object.fromEntries(cards.map((card) => [card.key, card.read()]));
const openCard = () => cards.find((card) => card.isOpen);

const desk = startDesk({
  read: () => ({ claims: claims(), open: openCard()?.key || "" }),
  apply(body) {
    for (const card of cards) card.write(body.claims?.[card.key]);
    if (cardOf(body.open)) show(cardOf(body.open), { focus: false });
    for (const card of cards) checks.ask(card);
    followBases();
  },
});
const { log, room, saving, actions, label, root } = desk;

// --- checks --------------------------------------------------------------------------------------
const seen = new Set();
const checks = new Checks(form.dataset.checkAddress, {
  claims,
  shown(card, findings) {
    for (const { check, code, severity } of findings) {
      const name = `${card.key} ${code} ${card.text.value}`;
      if (severity === "warn" && !seen.has(name)) log.add("warning_shown", { slot: card.key, check, code });
      seen.add(name);
    }
  },
});
const undo = new History();

function followBases() {
  for (const card of cards) card.showBase(cardOf(card.base)?.text.value.trim() || "");
}

function changed(card) {
  card.followFields();
  followBases();
  checks.soon(card);
  // What a claim changes is checked against it.
  for (const other of cards) if (other.base === card.key) checks.soon(other);
  saving.changed();
}

// --- one card at a time --------------------------------------------------------------------------
function show(card, { focus = true } = {}) {
  for (const each of cards) each.open(each === card);
  if (focus) card.text.focus();
}

for (const card of cards) {
  card.before = card.read();
  card.toggle.addEventListener("click", () => {
    if (card.isOpen) card.open(false);
    else show(card);
    saving.changed();
  });
  card.root.addEventListener("input", (event) => {
    if (event.target === card.text) changed(card);
  });
  card.root.addEventListener("change", (event) => {
    if (event.target === card.text) return;
    remember(card);
    changed(card);
  });
  card.list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-override]");
    if (!button) return;
    const { code, isFine } = card.press(button);
    if (isFine) log.add("warning_overridden", { slot: card.key, code });
    remember(card);
    saving.changed();
  });
}

// Choices can be undone; what is typed is the browser's to undo.
function remember(card) {
  const before = card.before;
  const after = card.read();
  card.before = after;
  undo.push(() => {
    card.write({ ...before, text: card.text.value });
    card.before = before;
    show(card, { focus: false });
    changed(card);
  });
}

document.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
  const isTyping = event.target.closest?.("textarea, input[type=text], input:not([type])");
  if (!isUndo || isTyping || !undo.last()) return;
  event.preventDefault();
  announce(label("undone"));
});

// --- handing in ----------------------------------------------------------------------------------
const refusal = form.querySelector("[data-refusal]");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});

async function submit() {
  form.querySelector("[data-submit]").setAttribute("aria-disabled", "true");
  try {
    await saving.sync();
    const { status, answer } = await postForm(form.action, form);
    if (status === 200) {
      saving.forget();
      location.assign(answer.next);
    } else refuse(answer);
  } catch (error) {
    if (error instanceof LoggedOutError) {
      root.dispatchEvent(new CustomEvent("saving:logged-out"));
    } else refuse({ message: form.dataset.away });
  } finally {
    form.querySelector("[data-submit]").removeAttribute("aria-disabled");
  }
}

function refuse({ message = "", missing = [], findings = {} }) {
  for (const [key, found] of Object.entries(findings)) cardOf(key)?.showFindings(found);
  const blocked = cards.filter((card) => card.isBlocked && findings[card.key]);
  const lines = [
    ...missing.map(({ key, field, label: text }) => line(text, () => goTo(key, field))),
    ...blocked.map((card) => line(`${card.label}: ${card.findings[0].message}`, () => goTo(card.key, "text"))),
  ];
  refusal.querySelector("[data-refusal-message]").textContent = message;
  refusal.querySelector("[data-refusal-list]").replaceChildren(...lines);
  refusal.hidden = false;
  refusal.scrollIntoView({ block: "nearest" });
  if (missing.length) goTo(missing[0].key, missing[0].field);
  else if (blocked.length) goTo(blocked[0].key, "text");
  else refusal.focus();
}

function line(text, run) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link-button";
  button.textContent = text;
  button.addEventListener("click", run);
  item.append(button);
  return item;
}

function goTo(key, field) {
  const card = cardOf(key);
  show(card, { focus: false });
  card.focusField(field);
}

// --- the highlight -------------------------------------------------------------------------------
async function goToHighlight() {
  log.add("went_to_highlight", { from: room.entry.title || "" });
  await room.show({ title: root.dataset.highlightPage, how: "highlight" });
  const first = document.querySelector("[data-highlighted]");
  if (!first) return;
  const behaviour = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  first.scrollIntoView({ block: "center", behavior: behaviour });
  first.classList.add("is-jumped-to");
  setTimeout(() => first.classList.remove("is-jumped-to"), 1500);
}

// --- skipping ------------------------------------------------------------------------------------
const skip = document.querySelector("#desk-skip");
function openSkip() {
  skip.open = true;
  skip.scrollIntoView({ block: "nearest" });
  skip.querySelector("input:not([type=hidden]), textarea").focus();
}
skip.querySelector("form").addEventListener("submit", () => saving.forget());

// --- keys and the start --------------------------------------------------------------------------
actions.add({ name: "highlight", label: label("highlight"), key: "h", run: goToHighlight });
for (const card of cards) {
  const number = card.root.dataset.number;
  actions.add({ name: `card-${number}`, label: label("card").replace("%s", `${number}, ${card.label}`), key: number, run: () => show(card) });
}
actions.add({
  name: "next", label: label("next"), key: "n",
  run: () => show(cards[(cards.indexOf(openCard()) + 1) % cards.length]),
});
actions.add({ name: "undo", label: label("undo"), key: "Ctrl+Z", modified: true, run: () => undo.last() });
actions.add({ name: "submit", label: label("submit"), key: "Ctrl+Enter", modified: true, run: submit });
actions.add({ name: "skip", label: label("skip"), key: "s", run: openSkip });

// While typing, too.
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    submit();
  }
});

root.addEventListener("saving:lost", () => {
  const notice = root.querySelector("[data-lost]");
  notice.hidden = false;
  notice.scrollIntoView({ block: "nearest" });
});

for (const card of cards) {
  card.open(card.isOpen);
  if (card.text.value.trim()) checks.ask(card);
}
followBases();
desk.restore();
if (!desk.draft.body.room) document.querySelector("[data-highlighted]")?.scrollIntoView({ block: "center" });
