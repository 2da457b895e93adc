/** Makes the table in docs/guide.md of the places where the package is tried, from the rows of its tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Entry, type Place, places } from '../../test/package/consumers/places.js';

const names: Record<Entry, string> = {
  main: 'main',
  stream: '`/stream`',
  pool: '`/pool`',
  js: '`/js`',
};

/** One line for all rows of a file with the same entry points and the same recipe. */
function linesOf(rows: readonly Place[]): string[] {
  const lines = new Map<string, string[]>();
  for (const { name, entries, recipe } of rows) {
    const link = recipe ? `[${recipe}](#${recipe.toLowerCase().replaceAll(' ', '-')})` : '';
    const rest = `${entries.map((entry) => names[entry]).join(', ')} | ${link}`;
    lines.set(rest, [...(lines.get(rest) ?? []), name.replaceAll(/script-src '.*'/g, '`$&`')]);
  }
  return [...lines].map(([rest, places]) => `| ${places.join('; ')} | ${rest} |`);
}

/** Replaces the table in a document. Throws if no test iterates over the rows of a file. */
export function withPlaces(document: string, root: string): string {
  for (const name of Object.keys(places)) {
    const file = `test/package/${name.split('#')[0]}.test.ts`;
    if (!readFileSync(join(root, file), 'utf8').includes(`(places['${name}']`))
      throw new Error(`${file} does not iterate over the rows ${name} of places.ts`);
  }
  const table = ['| where | entry points | see |', '| --- | --- | --- |', ...Object.values(places).flatMap(linesOf)];
  const [start, end] = ['<!-- #region places -->\n', '<!-- #endregion places -->'];
  const [before, shown] = [document.split(start), document.split(end)];
  if (before.length !== 2 || shown.length !== 2) throw new Error('the document has no region for the places');
  return `${before[0]}${start}${table.join('\n')}\n${end}${shown[1]}`;
}
