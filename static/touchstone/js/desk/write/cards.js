// @ts-check
// The claims that are being written, a card each: one is open at a time, each is checked as it is
// typed, and the last choices can be undone.
import { around, findAll } from "../../dom.js";
import { Card } from "./card.js";
import { Checks } from "./checks.js";
import { History } from "./history.js";

/** @typedef {import("../../texts.js").Text} Text */
/** @typedef {import("../saving.js").Body} Body */
/** @typedef {import("./card.js").Claim} Claim */
/** @typedef {import("./card.js").Finding} Finding */

export class Cards {
  /**
   * @param {HTMLFormElement} form
   * @param {Text} text
   */
  constructor(form, text) {
    this.all = findAll(form, "[data-card]").map((root) => new Card(root, text));
    this.checks = new Checks(form.dataset.checkAddress ?? "", {
      claims: () => this.claims(),
      shown: (card, findings) => this.logWarnings(card, findings),
    });
    this.history = new History();
    // The contents of a card before the current choice.
    /** @type {Map<Card, Claim>} */
    this.before = new Map(this.all.map((card) => [card, card.read()]));
    /** @type {Set<string>} */
    this.seen = new Set();
    /** @type {Pick<import("../log.js").Log, "add">} */
    this.log = { add() {} };
    /** @type {(() => void)[]} */
    this.listeners = [];
    for (const card of this.all) this.listen(card);
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }

  tellChange() {
    for (const listener of this.listeners) listener();
  }

  /** @param {string} key */
  find(key) {
    return this.all.find((card) => card.key === key);
  }

  get open() {
    return this.all.find((card) => card.isOpen);
  }

  // --- in and out of a draft ------------------------------------------------------------------
  claims() {
    return Object.fromEntries(this.all.map((card) => [card.key, card.read()]));
  }

  toDraft() {
    return { claims: this.claims(), open: this.open?.key || "" };
  }

  /** @param {Body} body */
  restore(body) {
    for (const card of this.all) card.write(body.claims?.[card.key]);
    const open = this.find(body.open);
    if (open) this.show(open, { focus: false });
    for (const card of this.all) this.checks.ask(card);
    this.followBases();
  }

  // --- one at a time --------------------------------------------------------------------------
  /**
   * @param {Card} card
   * @param {{ focus?: boolean }} [options]
   */
  show(card, { focus = true } = {}) {
    for (const each of this.all) each.open(each === card);
    if (focus) card.textarea.focus();
  }

  showNext() {
    const place = this.all.findIndex((card) => card.isOpen);
    this.show(this.all[(place + 1) % this.all.length]);
  }

  // Shows what the page was made with: the open card, and what the checks say of what is filled in.
  start() {
    for (const card of this.all) {
      card.open(card.isOpen);
      if (card.textarea.value.trim()) this.checks.ask(card);
    }
    this.followBases();
  }

  // --- changes --------------------------------------------------------------------------------
  /** @param {Card} card */
  listen(card) {
    card.toggle?.addEventListener("click", () => {
      if (card.isOpen) card.open(false);
      else this.show(card);
      this.tellChange();
    });
    card.root.addEventListener("input", ({ target }) => {
      if (target === card.textarea) this.changed(card);
    });
    card.root.addEventListener("change", ({ target }) => {
      if (target === card.textarea) return;
      this.remember(card);
      this.changed(card);
    });
    card.list.addEventListener("click", ({ target }) => {
      const button = around(target, "[data-override]");
      if (!button) return;
      // The server logs what is kept, when the claims are submitted.
      card.press(button);
      this.remember(card);
      this.tellChange();
    });
    card.keepAll.addEventListener("click", () => {
      card.keepAllWarnings();
      this.remember(card);
      this.tellChange();
    });
    card.root.addEventListener("click", ({ target }) => {
      if (around(target, "[data-start-from]")) card.startFromBase();
    });
  }

  /** @param {Card} card */
  changed(card) {
    card.followFields();
    this.followBases();
    this.checks.soon(card);
    // A claim is checked against the claim that it changes.
    for (const other of this.all) if (other.base === card.key) this.checks.soon(other);
    this.tellChange();
  }

  followBases() {
    for (const card of this.all) card.showBase(this.baseOf(card)?.textarea.value.trim() || "");
  }

  /**
   * Returns the claim that a card changes; without a choice, the first one, which it may continue.
   * @param {Card} card
   */
  baseOf(card) {
    return card.inputs("base").length ? this.find(card.base) : this.all[0];
  }

  /**
   * Makes the latest choice one that can be undone; what is typed is the browser's to undo.
   * @param {Card} card
   */
  remember(card) {
    const before = this.before.get(card) ?? {};
    this.before.set(card, card.read());
    this.history.push(() => {
      card.write({ ...before, text: card.textarea.value });
      this.before.set(card, before);
      this.show(card, { focus: false });
      this.changed(card);
    });
  }

  /**
   * @param {Card} card
   * @param {Finding[]} findings
   */
  logWarnings(card, findings) {
    for (const { check, code, severity } of findings) {
      const name = `${card.key} ${code} ${card.textarea.value}`;
      if (severity === "warn" && !this.seen.has(name)) {
        this.log.add("warning_shown", { slot: card.key, check, code });
      }
      this.seen.add(name);
    }
  }
}
