/** The table of all figures. */
import { cellsOf, type Results } from './results.js';

/** Lays the table out anew, for these results. */
export function layOut(table: HTMLTableElement, results: Results): void {
  const { heads, rows } = cellsOf(results);
  table.tHead!.replaceChildren(row(heads.map((head) => headerCell(head, 'col'))));
  for (const body of Array.from(table.tBodies)) body.remove();
  const names = [...new Set(rows.map(([name = '']) => name))];
  for (const name of names) {
    const body = table.createTBody();
    const group = rows.filter((cells) => cells[0] === name);
    for (const [i, [, by = '', ...figures]] of group.entries()) {
      const function_ = headerCell(name, 'rowgroup');
      function_.rowSpan = group.length;
      const cells = [headerCell(by, 'row'), ...figures.map(() => document.createElement('td'))];
      body.append(row(i === 0 ? [function_, ...cells] : cells));
    }
  }
}

/** Writes the figures that have changed. */
export function fill(table: HTMLTableElement, results: Results): void {
  const bodies = Array.from(table.tBodies).flatMap(({ rows }) => Array.from(rows));
  for (const [i, { figures }] of results.rows.entries()) {
    const cells = Array.from(bodies[i]?.querySelectorAll('td') ?? []);
    for (const [j, cell] of cells.entries()) {
      const text = figures[j]?.toString() ?? '';
      if (cell.textContent !== text) cell.textContent = text;
    }
  }
}

function row(cells: HTMLElement[]): HTMLTableRowElement {
  const element = document.createElement('tr');
  element.append(...cells);
  return element;
}

function headerCell(text: string, scope: 'col' | 'row' | 'rowgroup'): HTMLTableCellElement {
  const cell = document.createElement('th');
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}
