// @ts-check
// The positions of the cells of a table: by row and column, spans counted. Addresses tell the top-left
// corner.
import { cellIn } from "./addresses.js";
import { around, find, findAll } from "../../dom.js";

/** @typedef {{ row: number, column: number, bottom: number, right: number }} Area */

/** @type {WeakMap<Element, Grid>} */
const grids = new WeakMap();

/**
 * Returns the grid around an element, or null.
 * @param {Element} element
 */
export function gridAround(element) {
  const root = around(element, "[role='grid']");
  if (!root) return null;
  const grid = grids.get(root) ?? new Grid(root);
  grids.set(root, grid);
  return grid;
}

class Grid {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.box = around(root, ".table-box");
    /** @type {Map<HTMLElement, Area>} */
    this.areas = new Map();
    /** @type {HTMLTableCellElement[][]} */
    this.cells = [];
    for (const cell of findAll(root, ".cell", HTMLTableCellElement)) this.place(cell);
    this.width = Math.max(0, ...this.cells.filter(Boolean).map((row) => row.length));
    // The tab stop of the table.
    this.stop = find(root, ".cell[tabindex]");
  }

  /** @param {HTMLTableCellElement} cell */
  place(cell) {
    const at = cellIn(cell.dataset.address ?? "");
    if (!at) return;
    const { row, column } = at;
    const area = { row, column, bottom: row + cell.rowSpan, right: column + cell.colSpan };
    this.areas.set(cell, area);
    for (let r = area.row; r < area.bottom; r += 1) {
      this.cells[r] ??= [];
      for (let c = area.column; c < area.right; c += 1) this.cells[r][c] = cell;
    }
  }

  /** @param {HTMLElement} cell */
  areaOf(cell) {
    return /** @type {Area} */ (this.areas.get(cell));
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  at(row, column) {
    return this.cells[row]?.[column] ?? null;
  }

  /**
   * Returns the next cell that way, over holes and spans; null at the edge.
   * @param {HTMLElement} cell
   * @param {number} down
   * @param {number} right
   */
  beside(cell, down, right) {
    const area = this.areaOf(cell);
    let row = down > 0 ? area.bottom : area.row + Math.min(down, 0);
    let column = right > 0 ? area.right : area.column + Math.min(right, 0);
    while (row >= 0 && row < this.cells.length && column >= 0 && column < this.width) {
      const next = this.at(row, column);
      if (next) return next;
      row += down;
      column += right;
    }
    return null;
  }

  /**
   * @param {HTMLElement} cell
   * @param {"start" | "end"} which
   */
  edge(cell, which) {
    const row = (this.cells[this.areaOf(cell).row] ?? []).filter(Boolean);
    return which === "start" ? row[0] : row.at(-1);
  }

  /** @param {"start" | "end"} which */
  corner(which) {
    const cells = this.cells.flat().filter(Boolean);
    return which === "start" ? cells[0] : cells.at(-1);
  }

  /** @param {HTMLElement} cell */
  row(cell) {
    return chosen(this.cells[this.areaOf(cell).row] ?? []);
  }

  /** @param {HTMLElement} cell */
  column(cell) {
    const { column } = this.areaOf(cell);
    return chosen(this.cells.map((row) => row?.[column]));
  }

  /**
   * Returns what may be selected between two cells, as a rectangle.
   * @param {HTMLElement} from
   * @param {HTMLElement} to
   */
  between(from, to) {
    const [a, b] = [this.areaOf(from), this.areaOf(to)];
    const rows = this.cells.slice(Math.min(a.row, b.row), Math.max(a.bottom, b.bottom));
    const [left, right] = [Math.min(a.column, b.column), Math.max(a.right, b.right)];
    return chosen(rows.flatMap((row) => row?.slice(left, right) ?? []));
  }

  /**
   * Keeps clear of the box's sticky parts, so that the cursor never hides under them.
   * @param {HTMLElement} cell
   */
  clearSticky(cell) {
    // Headers stick to the top wherever the table is scrolled; who goes there goes to its top.
    if (cell.closest("thead")) this.box?.scrollTo({ top: 0 });
    // All of the box is in sight, and so are its headers: it is never taller than the room.
    if (!this.box?.matches(".table-box--infobox")) this.box?.scrollIntoView({ block: "nearest" });
    if (!this.box || this.box.dataset.cleared) return;
    const head = find(this.root, "thead")?.getBoundingClientRect().height ?? 0;
    const stub = find(this.root, "tbody th[scope='row']:first-child");
    const isSticky = stub && getComputedStyle(stub).position === "sticky";
    const width = isSticky ? stub.getBoundingClientRect().width : 0;
    this.box.style.scrollPadding = `${Math.ceil(head) + 4}px 4px 2rem ${Math.ceil(width) + 4}px`;
    this.box.dataset.cleared = "yes";
  }
}

/**
 * Returns what may be selected of a row or a column. Headers come along as context by themselves,
 * so only a row or a column of nothing but headers gives them, without the one that heads them.
 * @param {(HTMLTableCellElement | undefined)[]} cells
 */
function chosen(cells) {
  const open = [...new Set(cells)].filter((cell) => cell !== undefined)
    .filter((cell) => cell.hasAttribute("aria-selected"));
  const values = open.filter((cell) => cell.tagName === "TD");
  if (values.length) return values;
  const body = open.filter((cell) => cell.closest("tbody"));
  return body.length ? body : open;
}
