/** The report that a visitor copies: what was measured, where, and the same table as the page's, in Markdown. */
import { markdownTable } from '../markdown.js';
import { cellsOf, type Results } from './results.js';

/** `facts` are pairs of a name and what it is, as the page lists them. */
export function markdownReport(
  results: Results,
  facts: readonly (readonly [string, string])[],
  warnings: readonly string[],
) {
  const { heads, rows } = cellsOf(results);
  return [
    '### Romulus in a browser, MB/s\n',
    ...facts.map(([name, value]) => `- ${name}: ${value}`),
    ...warnings.map((warning) => `- **${warning}**`),
    '',
    markdownTable(heads, 2, rows),
  ].join('\n');
}
