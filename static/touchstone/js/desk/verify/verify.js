// The verification desk: search, read, choose evidence, decide.
import { startDesk } from "../desk.js";
import { announce, openDialog } from "../dialogs.js";
import { Descriptions } from "./descriptions.js";
import { Evidence } from "./evidence.js";
import { Review } from "./review.js";
import { partsOf } from "./sets.js";
import { Suggestions } from "./suggestions.js";
import { Tray } from "./tray.js";
import { Decision } from "./decision.js";
import { postForm } from "../requests.js";

const root = document.querySelector("[data-verify]");
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const words = read("desk-words");
const status = document.querySelector("[data-said]");
const limit = Number(root.dataset.setLimit);

// Heard by who cannot see; shown too where nothing else on the screen says it.
function say(text, { isShown = false } = {}) {
  status.textContent = text;
  if (isShown) announce(text);
}

const evidence = new Evidence({
  view: document.querySelector("[data-room-view]"), limit, say, words,
});

// --- what shows the decision ------------------------------------------------------------------
const verdict = new Decision(root.querySelector("[data-decision]"), {
  verdict: (name) => evidence.choose(name, {
    keepsAnswer: verdict.fits(evidence.state.answer, name),
  }),
  answer: (name, leadsTo) => evidence.answer(name, leadsTo),
  tag: (name, value) => evidence.tag(name, value),
  note: (text) => evidence.note(text),
  noteEnded: () => evidence.noteEnded(),
});
const descriptions = new Descriptions(root.dataset.elementsAddress, read("desk-elements"), () => draw());
const tray = limit ? new Tray(root.querySelector("[data-tray]"), {
  descriptions,
  acts: {
    jump: (key) => jump(key),
    remove: (key) => evidence.remove(key),
    move: (key, to) => evidence.move(key, to),
    copy: (key, to) => evidence.copy(key, to),
    switchTo: (number) => evidence.switchTo(number),
  },
}) : null;

function draw() {
  tray?.draw(evidence.state, evidence.page);
  verdict.draw(evidence.state);
  summarise();
}

// In one line, for the panel when it is folded away.
function summarise() {
  const count = new Set(evidence.state.sets.flat()).size;
  const place = document.querySelector("[data-summary]");
  const said = count > 1 ? place.dataset.many : count ? place.dataset.one : place.dataset.none;
  place.textContent = said.replace("%s", count);
  const word = document.querySelector("[data-verdict-word]");
  const label = verdict.label();
  word.textContent = label ? ` · ${label}` : "";
}

// On a phone the panel lies over the page, and one starts with reading.
const isSheet = matchMedia("(max-width: 59.99rem)");
function fold(isFolded) {
  if (!isSheet.matches) return;
  const panel = document.querySelector("[data-desk]");
  panel.classList.toggle("is-folded", isFolded);
  panel.querySelector("[data-panel-fold]").setAttribute("aria-expanded", String(!isFolded));
}
fold(document.querySelector("[data-lost]").hidden);

// The page has been painted by then: a mark never waits for the panel.
let isDue = false;
function drawSoon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => setTimeout(() => {
    isDue = false;
    draw();
    desk.saving.changed();
  }));
}

async function jump(key) {
  const { page, address } = partsOf(key);
  if (!await desk.room.show({ title: page, how: "panel" })) return;
  if (review.isOpen) review.leave();
  const element = document.getElementById(address);
  if (element) evidence.cursor.moveTo(element, { block: "center" });
}

// --- the desk ---------------------------------------------------------------------------------
const desk = startDesk({ read: () => evidence.toDraft(), apply: (body) => evidence.restore(body) });
evidence.restore(desk.draft.body);
evidence.showPage(desk.room.entry.kind === "page" ? desk.room.entry.title : "");
evidence.log = desk.log;
draw();
evidence.onChange(drawSoon);
const review = new Review(root, { evidence, desk, words, fold });
document.addEventListener("room:shown", ({ detail }) => {
  evidence.showPage(detail.kind === "page" ? detail.title : "");
  if (detail.kind === "results") logResults();
  draw();
});

const suggested = root.querySelector("[data-suggestions]");
if (suggested) {
  const acts = { jump: (key) => jump(key), use: (key) => evidence.use(key) };
  new Suggestions(suggested, { log: desk.log, descriptions, acts });
}

// What was shown, from the best hit on.
function logResults() {
  const hits = [...desk.room.view.querySelectorAll("[data-rank]")];
  desk.log.add("results_shown", {
    query: desk.room.entry.query ?? "",
    first: Number(hits[0]?.dataset.rank ?? 1),
    results: hits.map((hit) => hit.dataset.page),
  });
}

// --- actions ----------------------------------------------------------------------------------
const { cursor } = evidence;
const isReading = () => desk.room.entry.kind === "page" && !review.isOpen;
const add = (name, key, run, more = {}) => desk.actions.add({ name, label: words[`do_${name}`], key, run, ...more });
const reading = { isOn: isReading };
add("next", "j", () => cursor.step(1), reading);
add("previous", "k", () => cursor.step(-1), reading);
add("table", "t", () => cursor.toTable(1), reading);
add("table_before", "T", () => cursor.toTable(-1), reading);
add("list", "l", () => cursor.toList(1), reading);
add("list_before", "L", () => cursor.toList(-1), reading);
add("arrows", "←↑→↓", () => {}, { modified: true, isOn: () => false });
add("select", " ", () => evidence.takeHere(), { shown: words.space, modified: true, isOn: isReading });
add("row", "Shift+ ", () => evidence.takeHere("row"), { shown: words.shift_space, modified: true, isOn: isReading });
add("column", "c", () => evidence.takeHere("column"), reading);
if (limit > 1) {
  for (let number = 1; number <= limit; number += 1) {
    desk.actions.add({
      name: `set_${number}`, label: words.do_set.replace("%s", number), key: String(number),
      run: () => evidence.switchTo(number),
    });
  }
}
add("verdict", "v", () => { fold(false); verdict.focus(); });
add("undo", "z", () => evidence.undo());
add("redo", "Z", () => evidence.redo());
add("clear", "", () => evidence.clear());
add("review", "", () => review.open(), { shown: "Ctrl+Enter" });
add("report", "", () => openDialog("report"), { isOn: () => Boolean(document.querySelector("[data-action='report']")) });
add("skip", "", () => openDialog("skip"), { isOn: () => Boolean(document.querySelector("[data-action='skip']")) });
add("pause", "", () => endBy("pause"), { isOn: () => Boolean(document.querySelector("[data-action='pause']")) });
add("leave", "", () => endBy("leave"), { isOn: () => Boolean(document.querySelector("[data-action='leave']")) });

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  // In a text box these undo what was typed there.
  const isTyping = event.target instanceof Element && event.target.closest("textarea, input[type=text], input:not([type])");
  if (key === "z" && !isTyping) {
    event.preventDefault();
    if (event.shiftKey) evidence.redo();
    else evidence.undo();
  } else if (key === "enter") {
    event.preventDefault();
    if (review.isOpen) review.submit();
    else review.open();
  }
});

// Whoever lost the claim is told so; what they chose stays before them.
desk.root.addEventListener("saving:lost", ({ detail }) => {
  const notice = document.querySelector("[data-lost]");
  notice.hidden = false;
  notice.querySelector("[data-lost-text]").textContent = words[`lost_${detail.error}`] ?? words.lost_lease_lost;
});

// --- ends -------------------------------------------------------------------------------------
function endBy(name) {
  const form = document.querySelector(`[data-form="${name}"]`);
  form.requestSubmit();
}

// Skip, report, pause, leave: what is not sent yet goes first; a refusal stays in its dialog.
for (const form of document.querySelectorAll("[data-ends-desk]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const error = form.querySelector("[data-form-error]");
    if (error) error.textContent = "";
    try {
      await desk.saving.sync();
      const { status: code, answer } = await postForm(form.action, form);
      if (code === 200) {
        desk.saving.forget();
        location.assign(answer.next);
      } else if (error) error.textContent = answer.message;
      else say(answer.message, { isShown: true });
    } catch {
      if (error) error.textContent = words.away;
      else say(words.away, { isShown: true });
    }
  });
}

desk.restore();
root.dataset.ready = "";
