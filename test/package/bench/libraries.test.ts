/** The benchmarks of other libraries: their results, and the figures beside them. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { availableBuilds, kernelOf } from '../../../bench/builds.js';
import { inputOf, libraryCases, request } from '../../../bench/libraries.js';
import { hex } from '../../fixtures/bytes.js';
import { asconP } from '../../reference/ascon.js';
import { keccakP400 } from '../../reference/keccak.js';
import { referenceHash } from '../../reference/romulus.js';
import { skinny128384 } from '../../reference/skinny.js';
import { counters, spongent } from '../../reference/spongent.js';
import { suites } from '../../reference/suites.js';
import { root } from '../tarball.js';

type Permutation = (state: Uint8Array) => Uint8Array;

/** A primitive alone: the bytes of its input, and what a call makes of them. */
const primitives: Record<string, (...parameters: number[]) => [length: number, call: Permutation]> = {
  ascon_permutation: (rounds = 0) => [40, (state) => asconP(state, rounds)],
  keccak_permutation: (rounds = 0) => [50, (state) => keccakP400(state, rounds)],
  spongent_permutation: (width = 0, rounds = 0) => [
    width / 8,
    spongent(width, counters(rounds, width === 160 ? 0x75 : 0x45)),
  ],
  skinny_tbc: () => [
    64,
    (state) => skinny128384(state.subarray(16, 32), state.subarray(32, 48), state.subarray(48), state.subarray(0, 16)),
  ],
};

const modes = suites.flatMap(({ modes }) => modes);

/** The expected result of a benchmark, after three calls if it permutes a state. */
function expectedOf(name: string): Uint8Array {
  const [, primitive = '', parameters = ''] = /^\w+::(\w+)(?:<(.*)>)?$/.exec(name) ?? [];
  if (primitive) {
    const [length, call] = primitives[primitive]!(...parameters.split(', ').map(Number));
    let state: Uint8Array = inputOf(length);
    let result = state;
    for (let calls = 0; calls < 3; calls++) {
      result = call(state);
      state = Uint8Array.from([...result, ...state.subarray(result.length)]);
    }
    return result;
  }
  const plain = request(Number(name.split('/').at(-1)));
  if (name.startsWith('romulus::romulush/')) return referenceHash(plain.plaintext);
  if (name.includes('_decrypt/')) return plain.plaintext;
  const [, written] = /^\w+::(\w+?)(?:_aead)?_encrypt/.exec(name)!;
  const plainly = (text: string) => text.toLowerCase().replaceAll(/\W|_/g, '');
  const mode = modes.find(({ title }) => plainly(title) === plainly(written!))!;
  return mode.encrypt({ ...plain, nonce: inputOf(mode.nonceLength) });
}

it('give the right results on each build: the 146 of the libraries, and Delirium', async () => {
  const kernels = await Promise.all(availableBuilds().map(kernelOf));
  const [cases, ...others] = await Promise.all(kernels.map(libraryCases));
  expect(cases!.filter(({ printed }) => printed.size > 0)).toHaveLength(146);
  expect(cases).toHaveLength(146 + 14);
  for (const [i, { name, run }] of cases!.entries()) {
    const expected = hex(expectedOf(name));
    for (const each of [run, ...others.map((other) => other[i]!.run)]) expect(hex(each(3)), name).toBe(expected);
  }
});

it('stand beside the figures of the chosen machine, under three lines that explain all figures', () => {
  const words = ['--time=1', '--machine=A72', 'romulusm_encrypt/32/1024'];
  const argv = ['node_modules/tsx/dist/cli.mjs', 'bench/main.ts', ...words];
  const lines = execFileSync(process.execPath, argv, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    expect.stringMatching(/^This build: (simd128|relaxed) in Node v/),
    expect.stringMatching(/^To the bare kernel: /),
    expect.stringMatching(/^Times as fast as one by one: /),
    '',
  ]);
  const [row = ''] = lines.filter((line) => line.startsWith('romulus::romulusm_encrypt/32/1024 '));
  expect(row).toMatch(/ Cortex-A72 +\d+ +[\d.]+ +185800 +5\.42$/);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(120);
});
