// @ts-check
// The parts that both desks share: the log, saving, presence, lease, the room, the panel, actions and
// dialogs.
//
//   const desk = startDesk({ name: "write", read, apply });
//   desk.log, desk.saving, desk.room, desk.panel, desk.actions, desk.text("action.search")
//   desk.restore();  // when all is set up: what was being done, as the draft or this device has it
//
// `name` names the desk's own texts; `read()` returns the draft's body without its "room";
// `chapter()` returns where the guidelines open: beginnings of headings, the likeliest first.
// `apply(body)` shows a draft (another window's, or one that this device kept).
import { findAll, need, onEvent, readJson, sendEvent } from "../dom.js";
import { textsOf } from "../texts.js";
import { Actions } from "./actions.js";
import { announce, openDialog, startClosing, startLogIn, startQuestion, startStale } from "./dialogs.js";
import { startSendingByKey } from "./going-on.js";
import { Guidelines } from "./guidelines.js";
import { Lease } from "./lease.js";
import { Log } from "./log.js";
import { canCorrectLast, correctLast, startMessages } from "./messages.js";
import { Panel } from "./panel.js";
import { Presence } from "./presence.js";
import { startProgress } from "./progress.js";
import { Room } from "./room.js";
import { Saving } from "./saving.js";
import { Visited } from "./visited.js";

/** @typedef {import("./saving.js").Body} Body */
/** @typedef {import("./saving.js").Draft} Draft */
/** @typedef {ReturnType<typeof startDesk>} Desk */

/**
 * @param {{ name: string, read: () => Body, apply: (body: Body) => void, chapter: () => string[] }} parts
 */
export function startDesk({ name, read, apply, chapter }) {
  const root = need(document, "[data-desk]");
  const text = textsOf("desk", name);
  /** @type {Draft} */
  const draft = readJson("desk-draft");
  const log = new Log(root.dataset.attempt ?? "");
  const room = new Room(need(document, "[data-room]"), log, text);
  const visited = new Visited(room, text);
  const id = crypto.randomUUID();
  const saving = new Saving(root, {
    log, text, revision: draft.revision,
    read: () => ({ ...read(), room: room.state(), visited: visited.items, window: id }),
  });
  const presence = new Presence(log);
  saving.lineage.add(id);
  if (draft.saved_at) saving.savedAt = new Date(draft.saved_at);
  saving.isPresent = () => presence.isPresent();
  const lease = new Lease(root, saving, text);
  const panel = new Panel(root);
  const actions = new Actions(text);
  const guidelines = new Guidelines(log, chapter);

  log.add("page_opened", { title: room.entry.title || "", how: "start" });
  startClosing();
  startLogIn(root, text, () => saving.sync());
  startStale(root, { saving, apply });
  startQuestion();
  startSendingByKey();
  startMessages(text);
  startProgress();
  onEvent(document, "room:shown", () => saving.changed());
  onEvent(document, "room:moved", () => saving.changed());

  // The copy on this device is newer than the stored one if it began from the same revision or if the
  // same window stored both; if another one saved since then, the person chooses.
  function restore() {
    const here = saving.readHere();
    visited.restore(here?.body.visited ?? draft.body.visited);
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
      announce(text("restored"));
      saving.sync();
    } else {
      saving.stopped = true;
      sendEvent(root, "saving:stale", { draft });
    }
  }

  const desk = { root, text, draft, log, room, visited, saving, lease, panel, actions, guidelines, restore };
  addSharedActions(desk);
  return desk;
}

/** @param {Pick<Desk, "root" | "text" | "room" | "visited" | "guidelines" | "lease" | "actions">} desk */
function addSharedActions({ root, text, room, visited, guidelines, lease, actions }) {
  /** @param {string} selector */
  const focus = (selector) => {
    const input = need(document, selector, HTMLInputElement);
    input.focus();
    input.select();
  };
  // The search box itself listens to "/".
  const group = "pages";
  actions.add("search", () => focus("#desk-search"), { key: "/", modified: true, group });
  actions.add("find", () => focus("#find"), { key: "f", isOn: () => room.entry.kind === "page", group });
  actions.add("back", () => room.back(), { key: "[", group });
  actions.add("forward", () => room.forward(), { key: "]", group });
  actions.add("visited", () => visited.toggle(), { key: "y", group });
  actions.add("read", () => room.view.focus(), { key: "i", group });
  actions.add("guidelines", () => guidelines.toggle(), { key: "g" });
  actions.add("ask", () => { openDialog("question"); }, { key: "a" });
  actions.add("correct_last", correctLast, { key: "B", isOn: canCorrectLast });
  actions.add("extend", () => { lease.extend(); }, { key: "e" });
  actions.add("keys", () => actions.openKeys(), { key: "?", modified: true });
  // Every page listens to it.
  actions.add("escape", () => {}, { key: text("key.escape"), modified: true, isOn: () => false });
  actions.add("palette", () => actions.openPalette(), { key: text("key.palette"), modified: true });
  for (const button of findAll(document, "[data-action]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      actions.run(button.dataset.action);
    });
  }
  root.dataset.ready = "";
}
