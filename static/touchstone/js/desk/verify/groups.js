// @ts-check
// Chosen elements as the list of evidence shows them: by page, and the cells of a table together, as
// a small table with the labels of rows and columns. Pure.

/** @typedef {import("./descriptions.js").CellPlace} CellPlace */
/**
 * @typedef {object} Entry
 * @property {string} key
 * @property {string} page
 * @property {string} address
 * @property {string} text
 * @property {string[]} sections
 * @property {CellPlace | null} cell
 */
/** @typedef {{ sections: string[], entries: Entry[] }} Texts */
/** @typedef {{ label: string, number: number, cells: (Entry | null)[] }} Row */
/**
 * The figures of the numbers in a column, in a row or in a whole set.
 * @typedef {{ label: string, count: number, sum: number, mean: number, least: number, largest: number }} Figures
 */
/** @typedef {{ name: string, sections: string[], columns: string[], rows: Row[], figures: Figures[] }} TableGroup */
/** @typedef {{ page: string, parts: (Texts | TableGroup)[] }} PageGroup */

/**
 * Returns the entries, which are in reading order, by page.
 * @param {Entry[]} entries
 * @returns {PageGroup[]}
 */
export function groupByPage(entries) {
  return [...Map.groupBy(entries, ({ page }) => page)]
    .map(([page, own]) => ({ page, parts: partsOfPage(own) }));
}

/**
 * @param {Entry[]} entries
 * @returns {(Texts | TableGroup)[]}
 */
function partsOfPage(entries) {
  /** @type {(Texts | Entry[])[]} */
  const parts = [];
  /** @type {Map<number, Entry[]>} */
  const tables = new Map();
  for (const entry of entries) {
    const last = parts.at(-1);
    if (entry.cell) {
      const cells = tables.get(entry.cell.table);
      if (cells) cells.push(entry);
      else {
        tables.set(entry.cell.table, [entry]);
        parts.push(tables.get(entry.cell.table) ?? []);
      }
    } else if (last && !Array.isArray(last) && last.sections.join() === entry.sections.join()) {
      last.entries.push(entry);
    } else parts.push({ sections: entry.sections, entries: [entry] });
  }
  return parts.map((part) => (Array.isArray(part) ? tableOf(part) : part));
}

/**
 * @param {Entry[]} cells
 * @returns {TableGroup}
 */
function tableOf(cells) {
  const places = cells.map(({ cell }) => /** @type {CellPlace} */ (cell));
  const columns = inOrder(places.map(({ column, columnLabel }) => [column, columnLabel]));
  const rows = inOrder(places.map(({ row, rowLabel }) => [row, rowLabel]));
  const at = new Map(cells.map((entry) => [`${entry.cell?.row} ${entry.cell?.column}`, entry]));
  return {
    name: places[0].name,
    sections: cells[0].sections,
    columns: columns.map(([, label]) => label),
    figures: figuresOfTable(places, { rows, columns }),
    rows: rows.map(([row, label]) => ({
      label,
      number: row + 1,
      cells: columns.map(([column]) => at.get(`${row} ${column}`) ?? null),
    })),
  };
}

/**
 * Returns the figures of each column, or of the row that all cells are in.
 * @param {CellPlace[]} places
 * @param {{ rows: [number: number, label: string][], columns: [number: number, label: string][] }} lines
 */
function figuresOfTable(places, { rows, columns }) {
  if (rows.length === 1) return figuresOf(rows[0][1], places);
  return columns.flatMap(([column, label]) => figuresOf(
    label, places.filter((place) => place.column === column),
  ));
}

/**
 * Returns the figures of all cells of a set, where those of no table say the same.
 * @param {Entry[]} entries
 * @param {PageGroup[]} pages
 */
export function figuresOfSet(entries, pages) {
  const shown = pages.flatMap(({ parts }) => parts.flatMap((part) => ("figures" in part ? part.figures : [])));
  return figuresOf("", entries.flatMap(({ cell }) => (cell ? [cell] : [])))
    .filter(({ count }) => !shown.some((one) => one.count === count));
}

/**
 * Returns count, sum, mean, least and largest of at least two numbers.
 * @param {string} label
 * @param {CellPlace[]} places
 * @returns {Figures[]}
 */
function figuresOf(label, places) {
  const numbers = places.filter(({ number }) => number !== null).map(({ number }) => Number(number));
  if (numbers.length < 2) return [];
  const sum = numbers.reduce((total, number) => total + number, 0);
  const [least, largest] = [Math.min(...numbers), Math.max(...numbers)];
  return [{ label, count: numbers.length, sum, mean: sum / numbers.length, least, largest }];
}

/**
 * Returns each number once, the smallest first, with a label that is not empty if there is one.
 * @param {[number: number, label: string][]} pairs
 */
function inOrder(pairs) {
  const labels = new Map(pairs);
  for (const [number, label] of pairs) if (label) labels.set(number, label);
  return [...labels].sort(([one], [other]) => one - other);
}
