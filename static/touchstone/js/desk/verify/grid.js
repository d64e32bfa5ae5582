// Where the cells of a table are: by row and column, spans counted. Addresses tell the top-left
// corner (cell_0_6_1: table 0, row 6, column 1).

const ADDRESS = /^(?:header_)?cell_\d+_(\d+)_(\d+)$/;
const grids = new WeakMap();

// The grid of a cell, or of nothing that is one.
export function gridAround(element) {
  const root = element.closest("[role='grid']");
  if (!root) return null;
  if (!grids.has(root)) grids.set(root, new Grid(root));
  return grids.get(root);
}

class Grid {
  constructor(root) {
    this.root = root;
    this.box = root.closest(".table-box");
    this.areas = new Map();
    this.cells = [];
    for (const cell of root.querySelectorAll(".cell")) this.place(cell);
  }

  place(cell) {
    const [, row, column] = ADDRESS.exec(cell.dataset.address).map(Number);
    const area = { row, column, bottom: row + cell.rowSpan, right: column + cell.colSpan };
    this.areas.set(cell, area);
    for (let r = area.row; r < area.bottom; r += 1) {
      this.cells[r] ??= [];
      for (let c = area.column; c < area.right; c += 1) this.cells[r][c] = cell;
    }
  }

  at(row, column) {
    return this.cells[row]?.[column] ?? null;
  }

  get width() {
    return Math.max(...this.cells.filter(Boolean).map((row) => row.length));
  }

  // The next cell that way, over holes and spans; none at the edge.
  beside(cell, down, right) {
    const area = this.areas.get(cell);
    let row = down > 0 ? area.bottom : area.row + Math.min(down, 0);
    let column = right > 0 ? area.right : area.column + Math.min(right, 0);
    const width = this.width;
    while (row >= 0 && row < this.cells.length && column >= 0 && column < width) {
      const next = this.at(row, column);
      if (next) return next;
      row += down;
      column += right;
    }
    return null;
  }

  edge(cell, which) {
    const row = (this.cells[this.areas.get(cell).row] ?? []).filter(Boolean);
    return which === "start" ? row[0] : row.at(-1);
  }

  corner(which) {
    const rows = this.cells.filter((row) => row?.some(Boolean));
    const row = (which === "start" ? rows[0] : rows.at(-1)).filter(Boolean);
    return which === "start" ? row[0] : row.at(-1);
  }

  row(cell) {
    return chosen(this.cells[this.areas.get(cell).row] ?? []);
  }

  column(cell) {
    const { column } = this.areas.get(cell);
    return chosen(this.cells.map((row) => row?.[column]));
  }

  // How much of the box its sticky parts cover, so that the cursor never hides under them.
  clearSticky(cell) {
    // Headers stick to the top wherever the table is scrolled; who goes there goes to its top.
    if (cell.closest("thead")) this.box?.scrollTo({ top: 0 });
    if (!this.box || this.box.dataset.cleared) return;
    const head = this.root.querySelector("thead")?.getBoundingClientRect().height ?? 0;
    const stub = this.root.querySelector("tbody th[scope='row']:first-child");
    const isSticky = stub && getComputedStyle(stub).position === "sticky";
    const width = isSticky ? stub.getBoundingClientRect().width : 0;
    this.box.style.scrollPadding = `${Math.ceil(head) + 4}px 4px 4px ${Math.ceil(width) + 4}px`;
    this.box.dataset.cleared = "yes";
  }
}

// What may be selected of a row or a column. Headers come along as context by themselves, so only
// a row or a column of nothing but headers gives them, without the one that heads them.
function chosen(cells) {
  const open = [...new Set(cells)].filter((cell) => cell?.hasAttribute("aria-selected"));
  const values = open.filter((cell) => cell.tagName === "TD");
  if (values.length) return values;
  const body = open.filter((cell) => cell.closest("tbody"));
  return body.length ? body : open;
}
