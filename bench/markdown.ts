/** Tables in Markdown. */

/** Returns a table whose first `texts` columns are text and whose other columns are figures. */
export function markdownTable(
  heads: readonly string[],
  texts: number,
  rows: readonly (readonly (string | number)[])[],
) {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rules = heads.map((_, i) => (i < texts ? '---' : '--:'));
  return [line(heads), `|${rules.join('|')}|`, ...rows.map(line), ''].join('\n');
}
