// Everything that can be done at a desk, in one registry: {name, label, key, run, isOn}.
// From it come the keys, the list behind "?" and the palette behind Ctrl+K.
import { onKey } from "../keys.js";

export class Actions {
  constructor() {
    this.all = [];
    this.palette = document.querySelector("[data-dialog='palette']");
    this.keys = document.querySelector("[data-dialog='keys']");
    this.input = this.palette.querySelector("input");
    this.list = this.palette.querySelector("[role=listbox]");
    this.none = this.palette.querySelector("[data-palette-none]");
    this.chosen = 0;
    this.listen();
  }

  // `shown` is the key as people read it, where it differs; `modified` keys are the caller's to
  // listen to.
  add({ name, label, key = "", shown = key, modified = false, run, isOn = () => true }) {
    const action = { name, label, key, shown, run, isOn };
    this.all.push(action);
    if (key && !modified) {
      onKey(key, () => {
        if (document.querySelector("dialog[open]") || !action.isOn()) return false;
        action.run();
        return true;
      });
    }
  }

  run(name) {
    const action = this.all.find((each) => each.name === name);
    if (action?.isOn()) action.run();
  }

  listen() {
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        this.openPalette();
      }
    });
    onKey("?", () => {
      if (!document.querySelector("dialog[open]")) this.openKeys();
      return true;
    });
    this.input.addEventListener("input", () => this.fill());
    this.input.addEventListener("keydown", (event) => this.onKeydown(event));
    this.list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.take(this.shown[Number(option.dataset.place)]);
    });
  }

  onKeydown(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.select((this.chosen + step + this.shown.length) % Math.max(this.shown.length, 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.shown[this.chosen]) this.take(this.shown[this.chosen]);
    }
  }

  take(action) {
    this.palette.close();
    action.run();
  }

  openPalette() {
    if (this.palette.open) return;
    document.querySelector("dialog[open]")?.close();
    this.input.value = "";
    this.fill();
    this.palette.showModal();
    this.input.focus();
  }

  openKeys() {
    const rows = this.all.filter((action) => action.key).flatMap((action) => {
      const term = document.createElement("dt");
      const key = document.createElement("kbd");
      key.textContent = action.shown;
      term.append(key);
      const label = document.createElement("dd");
      label.textContent = action.label;
      return [term, label];
    });
    this.keys.querySelector("[data-keys-list]").replaceChildren(...rows);
    this.keys.showModal();
  }

  fill() {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = this.all.filter((action) => action.isOn()
      && words.every((word) => action.label.toLowerCase().includes(word)));
    this.list.replaceChildren(...this.shown.map((action, place) => this.option(action, place)));
    this.none.hidden = this.shown.length > 0;
    this.select(0);
  }

  option(action, place) {
    const option = document.createElement("li");
    option.id = `desk-action-${place}`;
    option.className = "palette__option";
    option.setAttribute("role", "option");
    option.dataset.place = place;
    option.append(action.label);
    if (action.shown) {
      const key = document.createElement("kbd");
      key.textContent = action.shown;
      option.append(key);
    }
    return option;
  }

  select(place) {
    this.chosen = place;
    for (const option of this.list.children) {
      option.setAttribute("aria-selected", String(Number(option.dataset.place) === place));
    }
    const option = this.list.children[place];
    if (!option) return this.input.removeAttribute("aria-activedescendant");
    this.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }
}
