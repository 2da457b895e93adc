/**
 * The walk of `npm run check -- constant-time` is awake. Small modules have one leak for each kind of place and one for
 * each path of a secret to it. The walk reports each by function, kind and cell.
 */
import binaryen from 'binaryen';
import { describe, expect, it } from 'vitest';
import type { PublicField, VerdictCells } from '../../../verify/constant-time/layout.js';
import { findings } from '../../../verify/constant-time/static.js';
import { Walk } from '../../../verify/constant-time/taint.js';

const regions = { constantsEnd: 1024, list: [{ name: 'state', start: 1024, end: 65_536 }] };

/** The secrets in memory, as numbers and as a vector, and the walk's names for them. */
const number = '(i32.load (i32.const 1024))';
const long = '(i64.load (i32.const 1032))';
const vector = '(v128.load (i32.const 1040))';
const names = { [number]: 'state + 0, 4 bytes', [long]: 'state + 8, 8 bytes', [vector]: 'state + 16, 16 bytes' };

function walk(body: string): Walk {
  const module = binaryen.parseText(`(module
    (memory 1 1)
    (func $leak (export "leak") (param $length i32) (local $i i32) (local $v v128) ${body})
    (func $same (param $x i32) (result i32) (local.get $x))
    (func $early (param $x i32) (result i32) (return (local.get $x)))
    (func $own (result i32) ${number}))`);
  module.setFeatures(binaryen.Features.All);
  expect(module.validate()).toBe(1);
  return new Walk(module.emitBinary(), regions);
}

const lane = (vector: string) => `(i32x4.extract_lane 2 ${vector})`;

/** Numbers that depend on a secret, for each kind of expression and each of its operands; the walk knows four sums. */
const made = [
  number,
  ...['add', 'sub', 'mul', 'shl', 'xor'].flatMap((operation) => [
    `(i32.${operation} ${number} (local.get $length))`,
    `(i32.${operation} (local.get $length) ${number})`,
  ]),
  `(i32.wrap_i64 ${long})`,
  `(select ${number} (i32.const 2) (local.get $length))`,
  `(select (i32.const 2) ${number} (local.get $length))`,
  `(block (result i32) (drop (i32.const 1)) ${number})`,
  `(block $out (result i32) (br $out ${number}))`,
  `(block $out (result i32) (drop (br_if $out ${number} (local.get $length))) (i32.const 1))`,
  `(block $out (result i32) (br_table $out $out ${number} (local.get $length)))`,
  `(loop (result i32) ${number})`,
  `(if (result i32) (local.get $length) (then ${number}) (else (i32.const 1)))`,
  `(if (result i32) (local.get $length) (then (i32.const 1)) (else ${number}))`,
  `(local.tee $i ${number})`,
  `(block (result i32) (local.set $i ${number}) (local.get $i))`,
  `(call $same ${number})`,
  `(call $early ${number})`,
  '(call $own)',
  `(i8x16.extract_lane_u 3 ${vector})`,
  ...[
    `(v128.andnot (local.get $v) ${vector})`,
    `(i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 ${vector} (local.get $v))`,
    `(i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $v) ${vector})`,
    `(i8x16.shl ${vector} (local.get $length))`,
    `(i64x2.shr_s (local.get $v) ${number})`,
    `(v128.bitselect ${vector} (local.get $v) (local.get $v))`,
    `(v128.bitselect (local.get $v) ${vector} (local.get $v))`,
    `(v128.bitselect (local.get $v) (local.get $v) ${vector})`,
    `(i32x4.replace_lane 1 ${vector} (i32.const 1))`,
    `(i32x4.replace_lane 1 (local.get $v) ${number})`,
    `(v128.load8_lane 1 (i32.const 2048) ${vector})`,
  ].map(lane),
];

describe('a place that depends on a secret', () => {
  it.each<[kind: string, body: string]>([
    ['branch', `(block $out (br_if $out ${number}))`],
    ['branch', `(block $out (block $other (br_table $out $other ${number})))`],
    ['branch', `(drop (select (i32.const 1) (i32.const 2) ${number}))`],
    ['branch', `(loop $again (br_if $again ${number}))`],
    ['address', `(drop (i32.load8_u (select (i32.const 1) (i32.const 2) ${number})))`],
    ['address', `(drop (v128.load32_splat ${number}))`],
    ['address', `(drop (v128.load8_lane 1 ${number} (local.get $v)))`],
    ['address', `(v128.store8_lane 1 ${number} (local.get $v))`],
    ['address', `(v128.store ${number} (local.get $v))`],
    ['division', `(drop (i32.div_u ${number} (i32.const 7)))`],
    ['division', `(drop (i64.rem_s (i64.const 7) ${long}))`],
    ...made.map((value) => ['branch', `(if ${value} (then (nop)))`] satisfies [string, string]),
  ])('has a site, %s: %s', (kind, body) => {
    const cell = Object.entries(names).find(([secret]) => body.includes(secret))?.[1] ?? names[number];
    expect(walk(body).sites).toContainEqual({ function: 'leak', kind, cells: expect.arrayContaining([cell]) });
  });

  it('has no site where only a length decides', () => {
    const body = `(if (local.get $length) (then (nop)))
      (i32.store8 (i32.add (i32.const 2048) (local.get $length)) ${number})
      (drop (i32.div_u (local.get $length) (i32.const 3)))`;
    expect(walk(body).sites).toEqual([]);
  });
});

it('ends at an instruction that it does not know', () => {
  const body = '(memory.fill (i32.const 2048) (i32.const 0) (local.get $length))';
  expect(() => walk(body)).toThrow('the walk does not know MemoryFill');
});

describe('the declaration', () => {
  const field = (offset: number, width: number, overlaidBy: string[] = []): PublicField => {
    const name = `field at ${offset}`;
    return { name, region: 'state', offset, width, count: 1, overlaidBy };
  };
  const seen = (body: string, fields: PublicField[], verdicts: VerdictCells[] = []) =>
    findings({ fields, verdicts }, walk(body)).map(({ function: name, what }) => `${name}: ${what}`);
  const branch = `(if ${number} (then (nop)))`;

  it('allows values made of public fields, of their width, and nothing else', () => {
    expect(seen(branch, [field(0, 4)])).toEqual([]);
    for (const other of [field(0, 8), field(4, 4)])
      expect(seen(branch, [other])).toEqual(['leak: branch made of state + 0, 4 bytes']);
    const sum = `(if (i32.add ${number} (i32.wrap_i64 ${long})) (then (nop)))`;
    expect(seen(sum, [field(0, 4)])).toEqual(['leak: branch made of state + 8, 8 bytes']);
  });

  it.each([
    [`(i32.store (i32.const 2048) ${number})`, 'i32.load', 4, 'state + 0, 4 bytes'],
    [
      `(i32.store (i32.const 2048) (i32.add (i32.load (i32.const 2048)) ${number}))`,
      'i32.load',
      4,
      'state + 0, 4 bytes',
    ],
    [`(v128.store64_lane 1 (i32.const 2048) ${vector})`, 'i64.load', 8, 'state + 16, 16 bytes'],
  ])('refuses a secret in a public field, and follows it from any other: %s', (store, load, width, cell) => {
    expect(seen(store, [field(1024, width)])).toEqual([`leak: ${cell} written to field at 1024, which is public`]);
    expect(seen(store, [field(1024, width, [cell])])).toEqual([]);
    const read = `(${load} (i32.const 2048))`;
    const { sites } = walk(`${store} (if ${width === 8 ? `(i32.wrap_i64 ${read})` : read} (then (nop)))`);
    expect(sites).toContainEqual({ function: 'leak', kind: 'branch', cells: [`state + 1024, ${width} bytes`] });
  });

  it('allows one branch on a verdict, and wants it', () => {
    const verdict = { function: 'leak', cells: ['state + 0, 4 bytes'] };
    expect(seen(branch, [], [verdict])).toEqual([]);
    expect(seen(branch + branch, [], [verdict])).toEqual(['leak: branch made of state + 0, 4 bytes']);
    const missing = 'leak: no branch is made of the verdict on state + 0, 4 bytes';
    expect(seen('(nop)', [], [verdict])).toEqual([missing]);
    const address = `(drop (i32.load8_u ${number}))`;
    expect(seen(address, [], [verdict])).toEqual(['leak: address made of state + 0, 4 bytes', missing]);
  });
});
