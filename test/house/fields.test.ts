/** The constant-time checks know fields by their names. They refuse a field that the compiler does not confirm. */
import { describe, expect, it } from 'vitest';
import type { PublicFields } from '../../verify/constant-time/declaration.js';
import { layoutOf } from '../../verify/constant-time/layout.js';
import { type Suite, suites } from '../../verify/constant-time/suite.js';
import { isMissing } from '../fixtures/programs.js';

const [first, second] = suites as [Suite, Suite];
const declaring = (...fields: PublicFields[]): Suite => ({ ...first, declaration: { fields, verdicts: [] } });
const fieldsOf = async (name: string) => (await layoutOf(declaring(['known', name]), 'portable')).fields;

describe.skipIf(isMissing('em++'))('a field', { timeout: 60_000 }, () => {
  it('lies where the compiler says, a private one too', async () => {
    expect(await fieldsOf('aead.{mode,n.counter_}')).toMatchObject([
      { name: 'aead.mode', region: 'state', width: 4, count: 1 },
      { name: 'aead.n.counter_', region: 'state', width: 8, count: 1 },
    ]);
  });

  it('shares its place with another member of a union, or with those behind it', async () => {
    expect(await fieldsOf('aead.{mode,mode}')).toMatchObject([{ name: 'aead.mode, aead.mode' }]);
    expect(await fieldsOf('aead.m.{odd_&ad_odd_&due_}')).toMatchObject([{ width: 1, count: 3 }]);
  });

  it.each([
    ['aead.nothing_', "no member named 'nothing_'"],
    ['aead.m.{odd_&due_}', 'a member does not lie behind the one before it'],
    ['aead.{mode&n.counter_}', 'or has another width'],
  ])('is refused where the sources have none: %s', (name, message) => expect(fieldsOf(name)).rejects.toThrow(message));

  it('is refused if the sources give another module', () =>
    expect(layoutOf({ ...first, shipped: second.shipped, modes: second.modes }, 'portable')).rejects.toThrow(
      'wasm-src/ has another layout than the module',
    ));
});
