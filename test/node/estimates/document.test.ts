/** The tables of docs/estimates.md are those that the functions give. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tables } from './tables.js';

const document = readFileSync(new URL('../../../docs/estimates.md', import.meta.url), 'utf8');
const found = [...document.matchAll(/^<!-- computed: (.+) -->\n\n((?:\|.*\n)+)/gm)];

describe('docs/estimates.md', () => {
  it('has each table once', () => {
    expect(found.map(([, name]) => name).sort()).toEqual(Object.keys(tables).sort());
  });

  it.each(found.map(([, name = '', text = '']) => ({ name, text })))(
    'has the table as computed: $name',
    ({ name, text }) => {
      expect(text.trimEnd()).toBe(tables[name]?.());
    },
  );
});
