// @ts-check
// The last choices, so that each can be undone.

const MOST = 100;

export class History {
  constructor() {
    /** @type {(() => void)[]} */
    this.steps = [];
  }

  /** @param {() => void} back */
  push(back) {
    this.steps.push(back);
    if (this.steps.length > MOST) this.steps.shift();
  }

  // Undoes the last one; returns whether there was one.
  undo() {
    const back = this.steps.pop();
    back?.();
    return Boolean(back);
  }
}
