// What both desks start with: the log, saving, presence, lease, the room, actions and dialogs.
//
//   const desk = startDesk({ read, apply });
//   desk.log, desk.saving, desk.room, desk.actions, desk.label("search")
//   desk.restore();  // when all is set up: what was being done, as the draft or this device has it
//
// `read()` gives the draft's body without its "room"; `apply(body)` shows a draft (another window's,
// or one that this device kept).
import { Actions } from "./actions.js";
import { announce, openDialog, openGuidelines, startClosing, startLogIn, startQuestion, startStale } from "./dialogs.js";
import { Lease } from "./lease.js";
import { Log } from "./log.js";
import { Presence } from "./presence.js";
import { Room } from "./room.js";
import { Saving } from "./saving.js";

const readJson = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");

export function startDesk({ read, apply }) {
  const root = document.querySelector("[data-desk]");
  const labels = readJson("desk-labels") || {};
  const draft = readJson("desk-draft") || { revision: 0, body: {} };
  const log = new Log(root.dataset.attempt);
  const room = new Room(document.querySelector("[data-room]"), log);
  const id = crypto.randomUUID();
  const saving = new Saving(root, {
    log, revision: draft.revision, read: () => ({ ...read(), room: room.state(), window: id }),
  });
  const presence = new Presence(log);
  saving.lineage.add(id);
  if (draft.saved_at) saving.savedAt = new Date(draft.saved_at);
  saving.isPresent = () => presence.isPresent();
  const lease = new Lease(root, saving);
  const actions = new Actions();
  const desk = { root, log, room, saving, lease, actions, draft, label: (name) => labels[name] || name };

  log.add("page_opened", { title: room.entry.title || "", how: "start" });
  startClosing();
  startLogIn(root, () => saving.sync());
  startStale(root, { saving, apply });
  startQuestion();
  startPanel(root);
  document.addEventListener("room:shown", () => saving.changed());
  document.addEventListener("room:moved", () => saving.changed());
  addSharedActions(desk);
  desk.restore = () => restore(desk, apply);
  return desk;
}

// What this device kept is newer than what is stored, if it began from the same revision or if the
// same window stored both; if another one saved since then, the person chooses.
function restore({ root, saving, room, draft, label }, apply) {
  const here = saving.readHere();
  if (!here || JSON.stringify(here.body) === JSON.stringify(draft.body)) {
    room.restore(draft.body.room);
    saving.say("saved");
    return;
  }
  apply(here.body);
  room.restore(here.body.room);
  saving.dirty = true;
  saving.lineage.add(here.body.window);
  if (here.revision === draft.revision || saving.isOurs(draft)) {
    announce(label("restored"));
    saving.sync();
  } else {
    saving.stopped = true;
    root.dispatchEvent(new CustomEvent("saving:stale", { detail: { draft } }));
  }
}

function addSharedActions({ root, room, log, lease, actions, label }) {
  const add = (name, key, run, more = {}) => actions.add({ name, label: label(name), key, run, ...more });
  const focus = (selector) => {
    const input = document.querySelector(selector);
    input.focus();
    input.select();
  };
  // The search box itself listens to "/".
  add("search", "/", () => focus("#desk-search"), { modified: true });
  add("find", "f", () => focus("#find"), { isOn: () => room.entry.kind === "page" });
  add("back", "[", () => room.back());
  add("forward", "]", () => room.forward());
  add("read", "r", () => document.querySelector("[data-room-view]").focus());
  add("guidelines", "g", () => openGuidelines(log));
  add("ask", "a", () => openDialog("question"));
  add("extend", "e", () => lease.extend());
  add("keys", "?", () => actions.openKeys(), { modified: true });
  // Every page listens to it.
  add("escape", "Esc", () => {}, { modified: true, isOn: () => false });
  add("palette", "Ctrl+K", () => actions.openPalette(), { modified: true });
  for (const button of document.querySelectorAll("[data-action]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      actions.run(button.dataset.action);
    });
  }
  root.dataset.ready = "";
}

// On a phone the desk is a sheet that folds away; it comes back when there is bad news in it.
function startPanel(root) {
  const button = root.querySelector("[data-panel-fold]");
  const fold = (isFolded) => {
    root.classList.toggle("is-folded", isFolded);
    button.setAttribute("aria-expanded", String(!isFolded));
  };
  button.addEventListener("click", () => fold(!root.classList.contains("is-folded")));
  root.addEventListener("saving:lost", () => fold(false));
}
