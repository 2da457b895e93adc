/** The proof of the other suites' ciphers: its definition gives what the engine gives, and it refuses modules with a fault. */
import { expect, it } from 'vitest';
import { moduleOf } from '../../../verify/constant-time/modules.js';
import { single } from '../../../verify/proof/goals.js';
import { ofOthers } from '../../../verify/proof/members.js';
import { Romulus } from '../../../verify/proof/romulus.js';
import { Terms } from '../../../verify/proof/terms.js';
import { engineOf, type Fault, triedOf } from '../../fixtures/proof/refusals.js';
import { casesOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';

const timeout = 600_000;
const build = 'simd128';

/** A fault for each cipher, by its rounds. The proof takes seconds for each, and least for the first. */
const faulty: readonly (readonly [rounds: number, fault: Fault])[] = [
  [36, ['vectorAnd', 0.5]],
  [72, ['shuffle', 0.5]],
  [48, ['table', 0.5]],
  [40, ['vectorXor', 0.5]],
  [56, ['vectorXor', 0.5]],
  [16, ['and', 0.7]],
  [12, ['rotation', 0.5]],
  [20, ['rotation', 0.5]],
  [18, ['vectorXor', 0.5]],
  [80, ['table', 0.5]],
  [90, ['table', 0.5]],
];

it.each(ofOthers)(
  'the definition of $row.name gives what the module gives in the engine',
  ({ suite, row, cipher, mode }) => {
    const { engine, memory, window, messageOf } = engineOf(moduleOf(build, suite));
    memory.set(pattern('message', 128), window);
    const made = mode(new Romulus(cipher(new Terms())), 'encrypt', messageOf(13, 40, row), false);
    engine.aead_encrypt!(row.id, 13, 40);
    const { text, received } = messageOf(13, 40, row);
    expect([...made.text, ...made.tag]).toEqual([...text, ...received]);
  },
);

it.each(faulty.slice(0, casesOf({ usual: 1, all: faulty.length })))(
  'refuses a fault in the cipher of %d rounds',
  { timeout },
  (rounds, fault) => {
    const member = ofOthers.find(({ cipher }) => cipher(new Terms()).rounds === rounds)!;
    const { whole, tryFault } = triedOf({ build, goal: single(member, 'encrypt', { ad: 16, text: 16 }) });
    expect(whole.problem).toBeUndefined();
    const { problem, place, what } = tryFault(fault);
    expect(problem, what).toBeDefined();
    expect(place, what).toMatch(/^call \d+, (input|round \d+), bit \d+$/);
  },
);
