// @ts-check
// The grammar of cells' addresses: cell_0_6_1 is the cell of table 0 in row 6 and column 1.

const CELL = /^(?:header_)?cell_(\d+)_(\d+)_(\d+)$/;

/**
 * Returns the table, row and column in the address of a cell; null for other addresses.
 * @param {string} address
 */
export function cellIn(address) {
  const found = CELL.exec(address);
  if (!found) return null;
  const [table, row, column] = found.slice(1).map(Number);
  return { table, row, column };
}
