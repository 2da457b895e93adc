/** `npm run bench`: the primitives that only benchmarks call, and figures of others beside the measured ones. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { availableBuilds, kernelOf } from '../../../bench/builds.js';
import { inputOf, libraryCases } from '../../../bench/libraries.js';
import { expectSame } from '../../fixtures/bytes.js';
import { asconP } from '../../reference/ascon.js';
import { keccakP400 } from '../../reference/keccak.js';
import { skinny128384 } from '../../reference/skinny.js';
import { counters, spongent } from '../../reference/spongent.js';
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

it('has the 146 benchmarks, and each primitive alone gives the right result on each build', async () => {
  for (const build of availableBuilds()) {
    const cases = await libraryCases(await kernelOf(build));
    expect(cases.filter(({ printed }) => printed.size > 0)).toHaveLength(146);
    const alone = cases.filter(({ name }) => /_permutation|skinny_tbc/.test(name));
    expect(alone).toHaveLength(13);
    for (const { name, run } of alone) {
      const [, primitive = '', parameters = ''] = /^\w+::(\w+)(?:<(.*)>)?$/.exec(name) ?? [];
      const [length, call] = primitives[primitive]!(...parameters.split(', ').map(Number));
      let state: Uint8Array = inputOf(length);
      for (let calls = 0; calls < 3; calls++) {
        const permuted = call(state);
        state = Uint8Array.from([...permuted, ...state.subarray(permuted.length)]);
      }
      const result = run(3);
      expectSame(result, state.subarray(0, result.length), name);
    }
  }
});

it('shows the figures of the chosen machine', () => {
  const words = ['--time=1', '--machine=A72', 'romulusm_encrypt/32/1024'];
  const argv = ['node_modules/tsx/dist/cli.mjs', 'bench/main.ts', ...words];
  const told = execFileSync(process.execPath, argv, { cwd: root, encoding: 'utf8' });
  expect(told).toMatch(
    /^\| romulus::romulusm_encrypt\/32\/1024 +\| Cortex-A72 \| +\d+ \| +[\d.]+ \| +185800 \| +5\.42 \| +\|$/m,
  );
});
