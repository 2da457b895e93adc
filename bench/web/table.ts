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
      const sizes = heads.slice(2);
      const cells = [headerCell(by, 'row'), ...figures.map((_, place) => figureCell(sizes[place] ?? ''))];
      body.append(row(i === 0 ? [function_, ...cells] : cells));
    }
  }
}

/** Writes the figures that have changed. */
export function fill(table: HTMLTableElement, results: Results): void {
  const bodies = Array.from(table.tBodies).flatMap(({ rows }) => Array.from(rows));
  for (const [i, each] of results.rows.entries()) {
    const { figures } = each;
    const row = bodies[i];
    const doubt = row?.querySelector('th[scope="row"]');
    if (doubt) doubt.textContent = results.disagrees(each) ? `${each.by} ±` : each.by;
    const cells = Array.from(row?.querySelectorAll('td') ?? []);
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

/** On a phone, where there is no room for heads, its size stands beside it. */
function figureCell(size: string): HTMLTableCellElement {
  const cell = document.createElement('td');
  cell.dataset.size = size;
  return cell;
}

function headerCell(text: string, scope: 'col' | 'row' | 'rowgroup'): HTMLTableCellElement {
  const cell = document.createElement('th');
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}
