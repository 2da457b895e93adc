/** The proof is awake: it refuses modules with a fault, it executes what engines execute, and its definitions are theirs. */
import binaryen from 'binaryen';
import { describe, expect, it } from 'vitest';
import { Binary } from '../../../verify/constant-time/binary.js';
import { type Build, exportsOf, mapOf, moduleOf } from '../../../verify/constant-time/modules.js';
import { Circuit } from '../../../verify/proof/circuit.js';
import { type Goal, hash, lanes, single } from '../../../verify/proof/goals.js';
import { Machine } from '../../../verify/proof/machine.js';
import { ofOthers, ofRomulus } from '../../../verify/proof/members.js';
import { piecesOf } from '../../../verify/proof/pieces.js';
import { differenceIn, type Outcome, Subject } from '../../../verify/proof/prove.js';
import { Romulus } from '../../../verify/proof/romulus.js';
import { Skinny } from '../../../verify/proof/skinny.js';
import { Terms } from '../../../verify/proof/terms.js';
import { bitsOf, bytesToBits } from '../../../verify/proof/value.js';
import { casesOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';

const timeout = 600_000;

// Modules with a fault in them, made of the shipped ones: a bit of a table, an index of a shuffle, a round constant, a
// missing complement and the like. The proof must refuse all.

interface Mutant {
  what: string;
  bytes: Uint8Array;
}

/** A module, and what a proof of it executed and read. */
type Faultless = Pick<Outcome, 'executed' | 'constantsRead'> & { bytes: Uint8Array; binary: Binary };

/** A kind of fault: the instructions that can have it, and the function that plants it. */
interface FaultKind {
  what: string;
  // biome-ignore lint/suspicious/noExplicitAny: binaryen has a type for each kind of expression, and none for all.
  fits(kind: string, x: any): boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  plant(reference: number, x: any): void;
}

/** A function that binaryen's types lack. */
type Setter = (reference: number, value: number | bigint | number[]) => void;
type Setters = Record<'setOp' | 'setMask' | 'setOffset' | 'setValueI64', Setter>;
const b = binaryen;
const set = binaryen as unknown as Record<'Binary' | 'SIMDShift' | 'SIMDShuffle' | 'Store' | 'Const', Setters>;
const replacedOp = (what: string, kind: 'Binary' | 'SIMDShift', ...pairs: [from: number, to: number][]): FaultKind => ({
  what,
  fits: (found, { op }) => found === kind && new Map(pairs).has(op),
  plant: (reference, { op }) => set[kind].setOp(reference, new Map(pairs).get(op)!),
});

const kinds = {
  shuffle: {
    what: 'another index in a shuffle',
    fits: (kind) => kind === 'SIMDShuffle',
    plant: (reference, { mask }) => set.SIMDShuffle.setMask(reference, [mask[0] ^ 1, ...mask.slice(1)]),
  },
  complement: replacedOp('a complement missing', 'Binary', [b.AndNotVec128, b.AndVec128]),
  vectorXor: replacedOp('OR in the place of XOR', 'Binary', [b.XorVec128, b.OrVec128]),
  vectorAnd: replacedOp('OR in the place of AND', 'Binary', [b.AndVec128, b.OrVec128]),
  xor: replacedOp('OR in the place of XOR', 'Binary', [b.XorInt64, b.OrInt64]),
  and: replacedOp('XOR in the place of AND', 'Binary', [b.AndInt64, b.XorInt64]),
  rotation: replacedOp(
    'a rotation to the other side',
    'Binary',
    [b.RotLInt32, b.RotRInt32],
    [b.RotLInt64, b.RotRInt64],
  ),
  shift: replacedOp('a shift to the other side', 'Binary', [b.ShrUInt64, b.ShlInt64]),
  vectorShift: replacedOp('a shift to the other side', 'SIMDShift', [b.ShrUVecI16x8, b.ShlVecI16x8]),
  store: {
    what: 'a vector stored at the place of the next',
    fits: (kind, { bytes }) => kind === 'Store' && bytes === 16,
    plant: (reference, { offset }) => set.Store.setOffset(reference, offset + 16),
  },
  constant: {
    what: 'another bit in a mask',
    // A constant below 64 may count a shift.
    fits: (kind, { type, value }) => kind === 'Const' && type === b.i64 && BigInt.asUintN(64, BigInt(value)) > 63n,
    plant: (reference, { value }) => set.Const.setValueI64(reference, BigInt.asIntN(64, BigInt(value) ^ 0x0100_0000n)),
  },
} satisfies Record<string, FaultKind>;

/** A fault of a kind, or in a table, at a part of the way through all places that can have it. */
type Fault = readonly [keyof typeof kinds | 'table', part: number];

/** Plants a fault in an executed instruction that can have it. `part`, from 0 to 1, selects the instruction. */
function planted({ bytes, binary, executed }: Faultless, name: keyof typeof kinds, part: number): Mutant {
  const fault: FaultKind = kinds[name];
  const instructions = binary.instructions();
  const sites = instructions.flatMap((reference, i) => {
    const { kind, x } = binary.expression(reference);
    return executed.has(reference) && x && fault.fits(kind, x) ? [i] : [];
  });
  const site = sites[Math.floor(part * sites.length)];
  if (site === undefined) throw new Error(`nothing can have ${fault.what}`);
  // Finds the instruction in a copy of the module that may change.
  const other = new Binary(bytes, () => {});
  const reference = other.instructions()[site]!;
  fault.plant(reference, other.expression(reference).x);
  return { what: `${fault.what}, instruction ${site}`, bytes: other.emit() };
}

/** Changes the lowest bit of a constant that was read. `part`, from 0 to 1, selects the constant. */
function withOtherBit({ bytes, binary, constantsRead }: Faultless, part: number): Mutant {
  const byteAt = (address: number) => {
    const segment = binary.data.find((data) => address >= data.address && address < data.address + data.bytes.length);
    return segment && { segment, offset: address - segment.address };
  };
  // A changed bit of a shuffle's 0xff changes nothing.
  const addresses = [...constantsRead]
    .sort((x, y) => x - y)
    .filter((address) => {
      const at = byteAt(address);
      return at && at.segment.bytes[at.offset]! < 0x80;
    });
  const address = addresses[Math.floor(part * addresses.length)]!;
  const { segment, offset } = byteAt(address)!;
  const changed = bytes.slice();
  changed[Buffer.from(bytes).indexOf(segment.bytes) + offset]! ^= 1;
  return { what: `another bit of the constant at ${address}`, bytes: changed };
}

/** The proof of a goal by a module as it ships, and by the module with a fault. */
function triedOf({ build, goal }: { build: Build; goal: Goal }) {
  const bytes = moduleOf(build, goal.suite);
  const subject = new Subject(bytes);
  const whole = subject.prove(goal);
  const faultless = { ...whole, bytes, binary: subject.binary };
  const tryFault = ([name, part]: Fault): Outcome & Mutant => {
    const mutant = name === 'table' ? withOtherBit(faultless, part) : planted(faultless, name, part);
    return { ...mutant, ...new Subject(mutant.bytes).prove(goal) };
  };
  return { whole, tryFault };
}

const { n, m, t } = ofRomulus;
const nothing = { ad: 0, text: 0 };
const faultsOf = (text: string) =>
  text.split(', ').map((fault) => [fault.split(' ')[0], Number(fault.split(' ')[1])] as unknown as Fault);

const kernel = (name: string, build: Build, goal: Goal, faults: string) =>
  ({ ...{ name, build, goal }, faults: faultsOf(faults) }) as const;

/** Each kernel with its faults; `npm test` tries one fault of the first kernel, and no other fault of this file. */
const kernels = [
  kernel(
    'words',
    'javascript',
    single(n, 'encrypt', nothing),
    'xor 0.3, table 0.5, and 0.9, shift 0.7, rotation 0.8, constant 0.6, xor 0.5, rotation 0.2, table 0, table 0.95',
  ),
  kernel(
    'one vector',
    'simd128',
    single(n, 'encrypt', nothing),
    'vectorXor 0.6, vectorAnd 0.4, vectorXor 0.3, vectorShift 0.5, table 0.1, table 0.5, table 0.9',
  ),
  kernel('8 lanes', 'simd128', lanes(8, n, 'encrypt', nothing), 'vectorXor 0.8, store 0.6, vectorXor 0.4, table 0.3'),
  kernel('32 lanes', 'simd128', lanes(32, n, 'encrypt', nothing), 'complement 0.4, shuffle 0.5, store 0.7'),
];

/** A module in the engine: its functions, its memory, and the parts of a message in its window. */
function engineOf(bytes: Uint8Array) {
  const engine = exportsOf(bytes);
  const memory = new Uint8Array(engine.memory.buffer);
  const { window } = mapOf(engine);
  const at = (offset: number, length: number) => bytesToBits(memory.slice(window + offset, window + offset + length));
  const messageOf = (adLength: number, textLength: number, row = { nonceLength: 16, tagLength: 16 }) => {
    const place = adLength + 16 + row.nonceLength;
    return {
      ...{ ad: at(0, adLength), key: at(adLength, 16), nonce: at(adLength + 16, row.nonceLength) },
      ...{ text: at(place, textLength), received: at(place + textLength, row.tagLength) },
    };
  };
  return { engine, memory, window, messageOf };
}

function hasDifference(bytes: Uint8Array, goal: Goal): boolean {
  const circuit = new Circuit();
  const { execute } = new Subject(bytes).begin(goal, circuit);
  circuit.isWatching = true;
  return differenceIn(execute(), circuit) !== undefined;
}

const bytesOf = (value: Int32Array) =>
  Uint8Array.from({ length: value.length / 8 }, (_, i) => {
    let byte = 0;
    for (let bit = 7; bit >= 0; bit--) byte = 2 * byte + value[8 * i + bit]!;
    return byte;
  });
const hexOf = (value: Int32Array) => Buffer.from(bytesOf(value)).toString('hex');

describe.each(kernels.slice(0, casesOf({ usual: 1, all: kernels.length })))(
  'the proof of the kernel: $name',
  (kernel) => {
    const { whole, tryFault } = triedOf(kernel);

    it('agrees with the definition in the second engine, on random inputs', () => {
      expect(hasDifference(moduleOf(kernel.build), kernel.goal)).toBe(false);
    });

    it('holds, for all rounds and all bits of the result', () => {
      expect(whole.problem).toBeUndefined();
      // Makes one call for a short piece of associated data and one for the text, with all bits after each round.
      expect(whole.stateBits).toBe(whole.calls * 40 * 128);
      expect(whole.bits).toBe((whole.calls / 2) * 128);
    });

    it.each(kernel.faults.slice(0, casesOf({ usual: 1, all: undefined })))(
      'is refused with another %s, at %d of all',
      { timeout },
      (...fault) => {
        const { what, problem, place, bytes } = tryFault(fault);
        expect(problem, what).toBeDefined();
        // The circuit of the second engine refuses it too, already on random inputs.
        expect(hasDifference(bytes, kernel.goal), what).toBe(true);
        expect(place, what).toMatch(/^call \d+, (input|round \d+), bit \d+$/);
      },
    );
  },
);

/** A piece of each mode that has few calls, and a fault in what it executes. */
const pieces: readonly [mode: keyof typeof piecesOf, title: string, fault: Fault][] = [
  ['m', 'pieces read 32, read 32 after 0', ['shift', 0.5]],
  ['n', 'pieces ad 17 last, encrypt 32', ['xor', 0.4]],
  ['m', 'pieces decrypt 1 last after 32', ['constant', 0.6]],
  ['t', 'pieces read 16 last after 0', ['xor', 0.9]],
];

it.each(casesOf({ usual: [], all: pieces }))(
  'is refused by pieces of Romulus-%s with a fault: %s',
  { timeout },
  (mode, title, fault) => {
    const goal = piecesOf[mode].find((each) => each.title.endsWith(title))!;
    const { whole, tryFault } = triedOf({ build: 'javascript', goal });
    expect(whole.problem).toBeUndefined();
    const { what, problem } = tryFault(fault);
    expect(problem, what).toBeDefined();
  },
);

/** They read and write fields of a message that no kernel above has: its second counter, and the halves of a hash. */
const others = [single(m, 'encrypt', nothing), single(t, 'encrypt', { ad: 0, text: 1 }), hash(0)];

it.each(casesOf({ usual: others.slice(-1), all: others }))('holds from any beginning: $title', { timeout }, (goal) => {
  expect(new Subject(moduleOf('javascript')).prove(goal).problem).toBeUndefined();
});

describe.each(['javascript', 'simd128'] as const)('on random states, the %s module', (build) => {
  const bytes = moduleOf(build);
  const { engine, memory, messageOf } = engineOf(bytes);
  // Lanes lie below the state, and none of these calls uses them.
  const { state: unknownFrom } = mapOf(engine);
  const fill = () => memory.set(pattern('message', memory.length - unknownFrom), unknownFrom);
  const binary = new Binary(bytes, () => {});

  /** Calls in sequence. Each starts with the memory that the one before left in the engine. */
  const calls: [name: string, ...args: number[]][] = [
    ...casesOf({ usual: [2], all: [0, 1, 2] }).flatMap((mode): typeof calls => [
      ['aead_encrypt', mode, 21, 43],
      ['aead_decrypt', mode, 21, 43],
      ['aead_start', mode],
      ['aead_absorb_ad', 32, 0],
      ['aead_absorb_ad', 7, 1],
    ]),
    ['aead_start', 0],
    ['aead_absorb_ad', 7, 1],
    ['aead_encrypt_text', 32, 0],
    ['aead_decrypt_text', 19, 1],
    ['aead_tag'],
    ['aead_verify'],
    ['hash', 45],
    ['hash_start'],
    ['hash_update', 64],
    ['hash_update', 9],
    ['hash_digest'],
  ];

  it('leaves in the proof what it leaves in the engine, bit for bit, call by call', { timeout }, () => {
    fill();
    let known = 0;
    for (const [name, ...args] of calls) {
      const run = engine[name];
      if (!run) continue;
      known++;
      const machine = new Machine(new Terms(), binary, unknownFrom);
      machine.memory.store(unknownFrom, bytesToBits(memory.subarray(unknownFrom)));
      const made = machine.run(name, args);
      const answer = run(...args);
      const what = `${name}(${args})`;
      if (answer !== undefined) expect(hexOf(bitsOf(made, 32)), what).toBe(hexOf(bitsOf(answer >>> 0, 32)));
      const left = bytesOf(machine.memory.load(unknownFrom, memory.length - unknownFrom));
      expect(Buffer.compare(left, memory.subarray(unknownFrom)), what).toBe(0);
    }
    expect(known).toBeGreaterThan(calls.length / 2);
  });

  it.each(['n', 'm', 't'] as const)("gives the definition's result in Romulus-%s", { timeout }, (mode) => {
    fill();
    const made = new Romulus(new Skinny(new Terms(), 40))[mode]('encrypt', messageOf(21, 43));
    engine.aead_encrypt!(['n', 'm', 't'].indexOf(mode), 21, 43);
    const { text, received } = messageOf(21, 43);
    expect(hexOf(text) + hexOf(received)).toBe(hexOf(made.text) + hexOf(made.tag));
  });
});

/** The rounds of each cipher, and a fault in it. The proof takes seconds for each, and least for the first. */
const rounds = [36, 72, 48, 40, 56, 16, 12, 20, 18, 80, 90];
const ofCiphers = faultsOf(
  'vectorAnd 0.5, shuffle 0.5, table 0.5, vectorXor 0.5, vectorXor 0.5, and 0.7, rotation 0.5, rotation 0.5, ' +
    'vectorXor 0.5, table 0.5, table 0.5',
);
const faulty = rounds.map((count, i) => [count, ofCiphers[i]!] as const);

it.each(ofOthers)(
  'the definition of $row.name gives what the module gives in the engine',
  ({ suite, row, cipher, mode }) => {
    const { engine, memory, window, messageOf } = engineOf(moduleOf('simd128', suite));
    memory.set(pattern('message', 128), window);
    const made = mode(new Romulus(cipher(new Terms())), 'encrypt', messageOf(13, 40, row), false);
    engine.aead_encrypt!(row.id, 13, 40);
    const { text, received } = messageOf(13, 40, row);
    expect([...made.text, ...made.tag]).toEqual([...text, ...received]);
  },
);

it.each(casesOf({ usual: [], all: faulty }))(
  'refuses a fault in the cipher of %d rounds',
  { timeout },
  (rounds, fault) => {
    const member = ofOthers.find(({ cipher }) => cipher(new Terms()).rounds === rounds)!;
    const { whole, tryFault } = triedOf({ build: 'simd128', goal: single(member, 'encrypt', { ad: 16, text: 16 }) });
    expect(whole.problem).toBeUndefined();
    const { problem, place, what } = tryFault(fault);
    expect(problem, what).toBeDefined();
    expect(place, what).toMatch(/^call \d+, (input|round \d+), bit \d+$/);
  },
);
