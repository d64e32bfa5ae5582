// The last choices, so that each can be taken back.

const MOST = 100;

export class History {
  constructor() {
    this.steps = [];
  }

  push(back) {
    this.steps.push(back);
    if (this.steps.length > MOST) this.steps.shift();
  }

  // Takes back the last one; says whether there was one.
  last() {
    const back = this.steps.pop();
    back?.();
    return Boolean(back);
  }
}
