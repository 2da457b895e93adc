/** The benchmarks of other libraries: their names, their results, and the figures beside them. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { availableBuilds, kernelOf } from '../../../bench/builds.js';
import { inputOf, type LibraryCase, libraryCases, request } from '../../../bench/libraries.js';
import { asconP } from '../../reference/ascon.js';
import { keccakP400 } from '../../reference/keccak.js';
import { referenceHash } from '../../reference/romulus.js';
import { skinny128384 } from '../../reference/skinny.js';
import { counters, spongent } from '../../reference/spongent.js';
import { suites } from '../../reference/suites.js';
import { root } from '../tarball.js';

const kernels = await Promise.all(availableBuilds().map(kernelOf));
const cases = await libraryCases(kernels.at(-1)!);

const lengths = [64, 128, 256, 512, 1024, 2048, 4096];
const ofMode = (name: string) =>
  lengths.flatMap((length) => ['encrypt', 'decrypt'].map((direction) => `${name}_${direction}/32/${length}`));

/** The primitives alone: what one call makes of the bytes of an input. */
const primitives: Record<string, [length: number, call: (state: Uint8Array) => Uint8Array]> = {
  'romulus::skinny_tbc': [
    64,
    (state) => skinny128384(state.subarray(16, 32), state.subarray(32, 48), state.subarray(48), state.subarray(0, 16)),
  ],
};
for (const rounds of [1, 6, 12])
  primitives[`isap::ascon_permutation<${rounds}>`] = [40, (state) => asconP(state, rounds)];
for (const rounds of [1, 8, 12, 16, 20])
  primitives[`isap::keccak_permutation<${rounds}>`] = [50, (state) => keccakP400(state, rounds)];
for (const [width, first, most] of [
  [160, 0x75, 80],
  [176, 0x45, 90],
] as const)
  for (const rounds of [1, most])
    primitives[`elephant::spongent_permutation<${width}, ${rounds}>`] = [
      width / 8,
      spongent(width, counters(rounds, first)),
    ];

it('have the 146 names of the libraries, and Delirium', () => {
  const isap = ['a_128a', 'a_128', 'k_128a', 'k_128'].flatMap((mode) => ofMode(`isap::isap_${mode}_aead`));
  const names = [
    ...Object.keys(primitives),
    ...lengths.map((length) => `romulus::romulush/${length}`),
    ...['romulus::romulusn', 'romulus::romulusm', 'romulus::romulust'].flatMap(ofMode),
    ...['elephant::dumbo', 'elephant::jumbo'].flatMap(ofMode),
    ...isap,
  ];
  const printed = cases.filter(({ printed }) => printed.has('Core i5-8279U')).map(({ name }) => name);
  expect(printed.sort()).toEqual(names.sort());
  expect(printed).toHaveLength(146);
  const others = cases.filter(({ printed }) => printed.size === 0).map(({ name }) => name);
  expect(others).toEqual(expect.arrayContaining(ofMode('elephant::delirium')));
  expect(cases).toHaveLength(146 + 14);
});

const modes = suites.flatMap(({ modes }) => modes);
/** The expected result of a benchmark of a mode or of the hash. */
function expectedOf(name: string): Uint8Array {
  const length = Number(name.split('/').at(-1));
  const plain = request(length);
  if (name.startsWith('romulus::romulush')) return referenceHash(plain.plaintext);
  if (name.includes('_decrypt/')) return plain.plaintext;
  const written = name.replace(/^\w+::/, '').replace(/_encrypt.*/, '');
  const mode = modes.find(({ title }) => title.toLowerCase().replaceAll('-', '_') === written.replace('_aead', ''));
  const romulus = modes.find(({ title }) => title.toLowerCase().replace('-', '') === written);
  const found = (mode ?? romulus)!;
  return found.encrypt({ ...plain, nonce: inputOf(found.nonceLength) });
}

it('give the right results', () => {
  const resultOf = (each: LibraryCase) => Buffer.from(each.run(1)).toString('hex');
  for (const each of cases.filter(({ name }) => !(name in primitives)))
    expect(resultOf(each), each.name).toBe(Buffer.from(expectedOf(each.name)).toString('hex'));
});

it('give the right results with the primitives of each build, for several calls too', async () => {
  for (const kernel of kernels) {
    const own = (await libraryCases(kernel)).filter(({ name }) => name in primitives);
    expect(own).toHaveLength(Object.keys(primitives).length);
    for (const { name, run } of own) {
      const [length, call] = primitives[name]!;
      let state: Uint8Array = inputOf(length);
      for (let calls = 1; calls <= 3; calls++) {
        const result = call(state);
        expect(Buffer.from(run(calls)).toString('hex'), name).toBe(Buffer.from(result).toString('hex'));
        state = Uint8Array.from([...result, ...state.subarray(result.length)]);
      }
    }
  }
});

it('stand beside the figures of the chosen machine, under three lines that explain all figures', () => {
  const words = ['--time=1', '--machine=A72', 'romulusm_encrypt/32/1024'];
  const argv = ['node_modules/tsx/dist/cli.mjs', 'bench/main.ts', ...words];
  const lines = execFileSync(process.execPath, argv, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n');
  const [build, kernel, oneByOne, empty] = lines;
  expect(build).toMatch(/^This build: (simd128|relaxed) in Node v/);
  expect(kernel).toMatch(/^To the bare kernel: /);
  expect(oneByOne).toMatch(/^Times as fast as one by one: /);
  expect(empty).toBe('');
  const [row = ''] = lines.filter((line) => line.startsWith('romulus::romulusm_encrypt/32/1024 '));
  expect(row).toMatch(/ Cortex-A72 +\d+ +[\d.]+ +185800 +5\.42$/);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(120);
});
