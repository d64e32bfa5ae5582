// @ts-check
// Builds the list of evidence: a heading for each page, its sentences and items one below the other,
// its cells as small tables.
import { copyOf, findAll, need } from "../../dom.js";
import { figuresOfSet, groupByPage } from "./groups.js";

/** @typedef {import("../../texts.js").Text} Text */
/** @typedef {import("./groups.js").Entry} Entry */
/** @typedef {import("./groups.js").TableGroup} TableGroup */
/** @typedef {import("./groups.js").Texts} Texts */

export class TrayList {
  /**
   * `pattern` is what an element shows and what can be done with it.
   * @param {HTMLTemplateElement} pattern
   * @param {Text} text
   */
  constructor(pattern, text) {
    this.pattern = pattern;
    this.text = text;
    /** @type {Intl.NumberFormat | undefined} */
    this.numbers = undefined;
  }

  /**
   * Formats a number as people of the page's language write it.
   * @param {number} number
   */
  withSeparators(number) {
    // Made when it is first needed: that takes longer than all else of a desk's start.
    this.numbers ??= new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 4 });
    return this.numbers.format(number);
  }

  /**
   * Adds a set to those to which an element can be moved or copied.
   * @param {number} number of the set, after the last one
   */
  addPlace(number) {
    for (const last of findAll(this.pattern.content, `[data-to="${number - 1}"]`)) {
      const button = /** @type {HTMLElement} */ (last.cloneNode(true));
      button.dataset.to = String(number);
      button.textContent = String(number);
      button.ariaLabel = (last.ariaLabel ?? "").replace(String(number - 1), String(number));
      last.after(button);
    }
  }

  /**
   * @param {Entry[]} entries in reading order
   * @param {number} number of the set that is shown
   */
  build(entries, number) {
    const pages = groupByPage(entries);
    const sections = pages.map(({ page, parts }) => {
      const title = make("h3", "evidence-page__title", page);
      const built = parts.map((part) => ("rows" in part ? this.table(part, number) : this.list(part, number)));
      return make("section", "evidence-page", title, ...built);
    });
    const figures = figuresOfSet(entries, pages);
    return [...sections, ...figures.map((each) => this.line({ ...each, label: this.text("whole_set") }))];
  }

  /**
   * @param {Texts} texts
   * @param {number} number
   */
  list({ sections, entries }, number) {
    const lines = entries.map((entry) => this.fill(make("li", "element"), entry, number));
    const list = make("ul", "tray__texts", ...lines);
    const around = sections.length ? [make("p", "evidence-page__sections", sections.join(" › "))] : [];
    return make("div", "", ...around, list);
  }

  /**
   * @param {TableGroup} group
   * @param {number} number
   */
  table({ name, sections, columns, rows, figures }, number) {
    const caption = make("caption", "", name);
    if (sections.length) caption.append(" ", make("span", "muted", sections.join(" › ")));
    const table = make("table", "evidence-table", caption);
    if (columns.some(Boolean)) {
      table.append(make("thead", "", make("tr", "", make("td", ""), ...columns.map((label) => header("col", label)))));
    }
    table.append(make("tbody", "", ...rows.map((row) => make(
      "tr", "",
      header("row", row.label || this.text("row", { number: row.number })),
      ...row.cells.map((cell) => (cell ? this.fill(make("td", "element"), cell, number) : make("td", ""))),
    ))));
    return make("div", "evidence-table-box", table, ...figures.map((each) => this.line(each)));
  }

  /** @param {import("./groups.js").Figures} figures */
  line({ label, count, ...numbers }) {
    const shown = Object.entries(numbers).map(([name, number]) => [name, this.withSeparators(number)]);
    const words = this.text("figures", { count, ...Object.fromEntries(shown) });
    return make("p", "figures", ...(label ? [make("strong", "", label), " "] : []), words);
  }

  /**
   * @param {HTMLElement} place
   * @param {Entry} entry
   * @param {number} number
   */
  fill(place, { key, address, text }, number) {
    place.dataset.key = key;
    place.dataset.kind = address.replace(/_\d.*$/, "");
    place.append(copyOf(this.pattern));
    need(place, "[data-text]").textContent = text;
    need(place, "[data-text]").title = text;
    for (const button of findAll(place, "[data-to]")) {
      button.hidden = Number(button.dataset.to) === number;
    }
    return place;
  }
}

/**
 * @param {string} scope
 * @param {string} label
 */
function header(scope, label) {
  const cell = make("th", "", label);
  cell.setAttribute("scope", scope);
  cell.title = label;
  return cell;
}

/**
 * @param {string} tag
 * @param {string} name of its class, or ""
 * @param {...(Node | string)} inner
 */
function make(tag, name, ...inner) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...inner);
  return element;
}
