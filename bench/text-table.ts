/** Tables for a terminal. Figures are aligned to the right, and a line has at most 120 characters. */

export const widest = 120;

/**
 * Returns a table whose first `texts` columns are text and whose other columns are figures. The first column is cut if
 * a line would be too long.
 */
export function textTable(
  heads: readonly string[],
  texts: number,
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, i) => Math.max(...cells.map((row) => (row[i] ?? '').length)));
  const gap = '  ';
  const others = widths.slice(1).reduce((sum, width) => sum + gap.length + width, 0);
  widths[0] = Math.min(widths[0] ?? 0, widest - others);
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i < texts ? cell.slice(0, widths[i]).padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join(gap)
      .trimEnd();
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line), ''].join('\n');
}
