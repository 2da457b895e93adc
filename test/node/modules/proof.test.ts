/** That the proof is awake: modules with a fault are refused, and what it executes is what engines execute. */
import { describe, expect, it } from 'vitest';
import { Binary } from '../../../verify/constant-time/binary.js';
import { Machine } from '../../../verify/proof/machine.js';
import { moduleOf } from '../../../verify/proof/modules.js';
import { kernels, triedOf } from '../../../verify/proof/refusals.js';
import { Romulus } from '../../../verify/proof/romulus.js';
import { rounds, Skinny } from '../../../verify/proof/skinny.js';
import { Terms } from '../../../verify/proof/terms.js';
import { bitsToBytes, bytesToBits } from '../../../verify/proof/value.js';
import { casesOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';

const timeout = 600_000;
const bits = (hex: string) => bytesToBits(Buffer.from(hex, 'hex'));
const hexOf = (value: Int32Array) => Buffer.from(bitsToBytes(value)).toString('hex');

// Of 32 lanes `npm run prove -- --mutants` has it, which takes longer.
describe.each(kernels.slice(0, casesOf({ usual: 1, all: 3 })))('the proof of the kernel: $name', (kernel) => {
  const { whole, tryFault } = triedOf(kernel);

  it('holds, for all rounds and all bits of the result', () => {
    expect(whole.problem).toBeUndefined();
    // A call for a short piece of associated data and one for the text, with all bits after each round.
    expect(whole.stateBits).toBe(whole.calls * rounds * 128);
    expect(whole.bits).toBe((whole.calls / 2) * 128);
  });

  it.each(kernel.faults)('is refused with another %s, at %d of all', { timeout }, (...fault) => {
    const { what, problem, place } = tryFault(fault);
    expect(problem, what).toBeDefined();
    // The round and the bit are named.
    expect(place, what).toMatchObject({
      round: expect.any(Number),
      cell: expect.any(Number),
      bit: expect.any(Number),
    });
  });
});

it('has twenty faults and more', () => {
  expect(kernels.flatMap(({ faults }) => faults).length).toBeGreaterThan(20);
});

it('has the published vector of the cipher, with 40 rounds', () => {
  const cipher = new Skinny(new Terms());
  const tweakey = [
    bits('df889548cfc7ea52d296339301797449'),
    bits('ab588a34a47f1ab2dfe9c8293fbea9a5'),
    bits('ab1afac2611012cd8cef952618c3ebe8'),
  ] as const;
  expect(hexOf(cipher.encrypt(tweakey, bits('a3994b66ad85a3459f44e92b08f550cb')))).toBe(
    'ff38d1d24c864c4352a853690fe36e5e',
  );
});

describe.each(['portable', 'simd128'] as const)('on known bytes, the %s module', (build) => {
  const bytes = moduleOf(build);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>));
  const engine = exports as unknown as Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory };
  const window = engine.window_address!();
  const unknownFrom = (engine.lanes_work_address ?? engine.state_address)!();

  it.each(['n', 'm', 't'] as const)(
    'gives in Romulus-%s what an engine and the definition give',
    { timeout },
    (mode) => {
      const [adLength, textLength] = [21, 43];
      const memory = new Uint8Array(engine.memory.buffer);
      memory.set(pattern('message', memory.length - unknownFrom), unknownFrom);
      const terms = new Terms();
      const machine = new Machine(terms, new Binary(bytes, () => {}), unknownFrom);
      machine.memory.store(unknownFrom, bytesToBits(memory.subarray(unknownFrom)));
      const at = (offset: number, length: number) => machine.memory.load(window + offset, length);
      const message = {
        ad: at(0, adLength),
        key: at(adLength, 16),
        nonce: at(adLength + 16, 16),
        text: at(adLength + 32, textLength),
      };
      const cipher = new Skinny(terms);
      const made = new Romulus(terms, (tweakey, block) => cipher.encrypt(tweakey, block))[mode]('encrypt', message);
      const args = [['n', 'm', 't'].indexOf(mode), adLength, textLength];
      engine.aead_encrypt!(...args);
      machine.run('aead_encrypt', args);
      const result = hexOf(at(adLength + 32, textLength + 16));
      expect(result).toBe(
        Buffer.from(memory.subarray(window + adLength + 32, window + adLength + textLength + 48)).toString('hex'),
      );
      expect(result).toBe(hexOf(made.text) + hexOf(made.tag));
    },
  );
});
