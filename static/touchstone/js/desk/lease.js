// Until when the item is this person's. Warns in time, and one key extends it; at work nobody sees
// this, since each save extends it too.

const WARN_MS = 10 * 60_000;
const LOOK_MS = 5000;

export class Lease {
  constructor(desk, saving) {
    this.place = desk.querySelector("[data-lease]");
    this.text = desk.querySelector("[data-lease-text]");
    this.saving = saving;
    this.take(desk.dataset.leaseUntil, desk.dataset.now);
    desk.addEventListener("saving:synced", ({ detail }) => this.take(detail.lease_until, detail.now));
    desk.addEventListener("saving:lost", () => { this.until = Infinity; this.look(); });
    desk.querySelector("[data-lease-extend]").addEventListener("click", () => this.extend());
    setInterval(() => this.look(), LOOK_MS);
  }

  // By the server's clock; the person's may be wrong.
  take(until, now) {
    const left = new Date(until) - new Date(now);
    this.until = Number.isNaN(left) ? Infinity : Date.now() + left;
    this.look();
  }

  look() {
    const left = this.until - Date.now();
    const isSoon = left < WARN_MS;
    if (isSoon) {
      const minutes = String(Math.max(0, Math.floor(left / 60_000)));
      const said = this.place.dataset.soon.replace("%s", minutes);
      if (this.text.textContent !== said) this.text.textContent = said;
    }
    this.place.hidden = !isSoon;
  }

  extend() {
    return this.saving.sync();
  }
}
