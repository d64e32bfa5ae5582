// @ts-check
// The verification desk: search, read, choose evidence, decide.
import { find, findAll, need, onEvent, readJson } from "../../dom.js";
import { textsOf } from "../../texts.js";
import { Bench } from "../bench/bench.js";
import { startDesk } from "../desk.js";
import { announce } from "../dialogs.js";
import { startClaimTerms } from "./claim-terms.js";
import { Decision } from "./decision.js";
import { Descriptions } from "./descriptions.js";
import { Evidence } from "./evidence.js";
import { addKeys, addSuggestionKey } from "./keys.js";
import { startLeaving } from "./leaving.js";
import { Picker } from "./picker.js";
import { Confirmation } from "./confirmation.js";
import { holds, partsOf } from "./sets.js";
import { Submission } from "./submission.js";
import { Suggestions } from "./suggestions.js";
import { Tables } from "./tables.js";
import { Tray } from "./tray.js";

const root = need(document, "[data-verify]");
const status = need(document, "[data-said]");
const text = textsOf("verify");
const limit = Number(root.dataset.setLimit);

/** @type {import("./evidence.js").Say} Heard; shown too where nothing else on the screen says it. */
const say = (said, { isShown = false } = {}) => {
  status.textContent = said;
  if (isShown) announce(said);
};

const evidence = new Evidence({ limit, say, text });
const picker = new Picker(need(document, "[data-room-view]"), evidence);
const place = find(document, "[data-bench]");
const bench = place && new Bench(place, { evidence, limit, say });
/** @param {import("../saving.js").Body} body */
const restore = (body) => {
  evidence.restore(body);
  bench?.restore(body);
};
const desk = startDesk({
  name: "verify", apply: restore,
  read: () => ({ ...evidence.toDraft(), ...(bench ? { bench: bench.toDraft() } : {}) }),
  chapter: () => ["Verif"],
});
restore(desk.draft.body);
evidence.log = desk.log;

// --- what shows the decision ------------------------------------------------------------------
const decision = new Decision(need(root, "[data-decision]", HTMLFormElement), {
  verdict: (name) => evidence.choose(name, {
    keepsAnswer: decision.fits(evidence.state.answer, name),
  }),
  answer: (name, leadsTo) => evidence.answer(name, leadsTo),
  tag: (name, value) => evidence.tag(name, value),
  note: (note) => evidence.note(note),
  noteEnded: () => evidence.noteEnded(),
});
const descriptions = new Descriptions(root.dataset.elementsAddress ?? "", readJson("desk-elements"), () => draw());
const tray = limit ? new Tray(need(root, "[data-tray]"), {
  descriptions,
  text,
  acts: {
    jump: (key) => jump(key),
    remove: (key) => evidence.remove(key),
    move: (key, to) => evidence.move(key, to),
    copy: (key, to) => evidence.copy(key, to),
    switchTo: (number) => evidence.switchTo(number),
  },
}) : null;

function draw() {
  tray?.draw(evidence.state, picker.page);
  decision.draw(evidence.state);
  summarise();
}

// In one line, for the panel when it is folded away.
function summarise() {
  const count = new Set(evidence.state.sets.flat()).size;
  const label = decision.label();
  need(document, "[data-summary]").textContent = text(count ? "elements" : "no_elements", { count });
  need(document, "[data-verdict-word]").textContent = label ? ` · ${label}` : "";
}

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

// --- what is done -----------------------------------------------------------------------------
const submission = new Submission(root, { evidence, desk, bench });
const confirmation = new Confirmation({ desk, picker, submission });
startLeaving(desk, say);
addKeys(desk, { evidence, picker, decision, confirmation });
bench?.start(desk);

/** @param {string} key */
async function jump(key) {
  const { page, address } = partsOf(key);
  if (!await desk.room.show({ title: page, how: "panel" })) return;
  if (confirmation.isOpen) confirmation.leave();
  const element = document.getElementById(address);
  if (element) picker.cursor.moveTo(element, { block: "center" });
}

// The hits that were shown, best first.
function logResults() {
  const hits = findAll(desk.room.view, "[data-rank]");
  desk.log.add("results_shown", {
    query: desk.room.entry.query ?? "",
    first: Number(hits[0]?.dataset.rank ?? 1),
    results: hits.map((hit) => hit.dataset.page),
  });
}

const tables = new Tables(desk.room.view, text);

/** @param {{ kind: string, title?: string }} shown */
function showPage({ kind, title = "" }) {
  picker.showPage(kind === "page" ? title : "");
  tables.showPage();
  draw();
}

const suggested = find(root, "[data-suggestions]", HTMLDetailsElement);
if (suggested) {
  /** @type {import("./suggestions.js").Acts} */
  const acts = {
    jump,
    use: (key) => evidence.use(key),
    isNew: (key) => !holds(evidence.state, evidence.state.current, key),
    isHeld: (key) => evidence.state.sets.some((set) => set.includes(key)),
  };
  const suggestions = new Suggestions(suggested, { log: desk.log, descriptions, acts });
  evidence.onChange(() => suggestions.mark());
  addSuggestionKey(desk, suggestions);
}

// --- the start --------------------------------------------------------------------------------
// On a phone the panel lies over the page, and one starts with reading.
desk.panel.fold(!desk.panel.isLost);
showPage(desk.room.entry);
evidence.onChange(drawSoon);
onEvent(document, "room:shown", (shown) => {
  if (shown.kind === "results") logResults();
  showPage(shown);
});
startClaimTerms(desk.room);
desk.restore();
// Nothing was done here yet: one starts by typing what to search for. On a phone the keyboard would
// hide half of the page.
if (!desk.draft.body.room && !desk.saving.readHere() && matchMedia("(hover: hover)").matches) {
  desk.room.input.focus();
}
root.dataset.ready = "";
