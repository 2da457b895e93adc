/** The proof is awake: it refuses modules with a fault, and it executes what engines execute. */
import binaryen from 'binaryen';
import { describe, expect, it } from 'vitest';
import { Binary } from '../../../verify/constant-time/binary.js';
import { type Build, exportsOf, mapOf, moduleOf } from '../../../verify/constant-time/modules.js';
import { Circuit } from '../../../verify/proof/circuit.js';
import { type Goal, lanes, single } from '../../../verify/proof/goals.js';
import { Machine } from '../../../verify/proof/machine.js';
import { ofOthers, ofRomulus } from '../../../verify/proof/members.js';
import { piecesOf } from '../../../verify/proof/pieces.js';
import { differenceIn, type Outcome, Subject } from '../../../verify/proof/prove.js';
import { Terms } from '../../../verify/proof/terms.js';
import { bitsOf, bytesToBits } from '../../../verify/proof/value.js';
import { casesOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';

const timeout = 1_800_000;

const b = binaryen;
/** Functions that binaryen's types lack. */
type Setter = (reference: number, value: number | bigint | number[]) => void;
type Setters = Record<'setOp' | 'setMask' | 'setOffset' | 'setValueI64', Setter>;
const set = binaryen as unknown as Record<string, Setters>;

/** Operations, and one that gives something else: OR for XOR, a rotation or a shift to the other side. */
const others: Record<string, Map<number, number>> = {
  Binary: new Map([
    [b.XorInt64, b.OrInt64],
    [b.AndInt64, b.XorInt64],
    [b.RotLInt32, b.RotRInt32],
    [b.RotLInt64, b.RotRInt64],
    [b.ShrUInt64, b.ShlInt64],
    [b.XorVec128, b.OrVec128],
    [b.AndVec128, b.OrVec128],
    [b.AndNotVec128, b.AndVec128],
  ]),
  SIMDShift: new Map([[b.ShrUVecI16x8, b.ShlVecI16x8]]),
};

/** Kinds of faults. Each gives the function that plants the fault in an instruction, if the instruction can have it. */
// biome-ignore lint/suspicious/noExplicitAny: binaryen has a type for each kind of expression, and none for all.
const kinds: Record<string, (kind: string, x: any) => ((reference: number) => void) | false> = {
  operation(kind, { op }) {
    const other = others[kind]?.get(op);
    return other !== undefined && ((reference) => set[kind]!.setOp(reference, other));
  },
  shuffle: (kind, { mask }) =>
    kind === 'SIMDShuffle' && ((reference) => set[kind]!.setMask(reference, [mask[0] ^ 1, ...mask.slice(1)])),
  // A vector comes to the place of the next.
  store: (kind, { bytes, offset }) =>
    kind === 'Store' && bytes === 16 && ((reference) => set[kind]!.setOffset(reference, offset + 16)),
  // A constant below 64 may count a shift.
  constant: (kind, { type, value }) =>
    kind === 'Const' &&
    type === b.i64 &&
    BigInt.asUintN(64, BigInt(value)) > 63n &&
    ((reference) => set[kind]!.setValueI64(reference, BigInt.asIntN(64, BigInt(value) ^ 0x0100_0000n))),
};

/** The module, and what a proof of it executed and read. */
type Faultless = Pick<Outcome, 'executed' | 'constantsRead'> & { bytes: Uint8Array; binary: Binary };

/** Plants a fault in an executed instruction that can have it. `part`, from 0 to 1, selects the instruction. */
function planted({ bytes, binary, executed }: Faultless, name: string, part: number): Uint8Array {
  const plantOf = (from: Binary, reference: number) => {
    const { kind, x } = from.expression(reference);
    return x && kinds[name]!(kind, x);
  };
  const sites = binary
    .instructions()
    .flatMap((reference, i) => (executed.has(reference) && plantOf(binary, reference) ? [i] : []));
  // Finds the instruction in a copy of the module that may change.
  const copy = new Binary(bytes, () => {});
  const reference = copy.instructions()[sites[Math.floor(part * sites.length)]!]!;
  const plant = plantOf(copy, reference);
  if (!plant) throw new Error(`nothing can have the fault ${name}`);
  plant(reference);
  return copy.emit();
}

/** Changes the lowest bit of a constant that was read. `part`, from 0 to 1, selects the constant. */
function withOtherBit({ bytes, binary, constantsRead }: Faultless, part: number): Uint8Array {
  const places = [...constantsRead]
    .sort((x, y) => x - y)
    .flatMap((address) =>
      binary.data.flatMap(({ address: start, bytes: data }) => {
        const byte = data[address - start];
        // A changed bit of a shuffle's 0xff changes nothing.
        return byte !== undefined && byte < 0x80 ? [Buffer.from(bytes).indexOf(data) + address - start] : [];
      }),
    );
  const changed = bytes.slice();
  changed[places[Math.floor(part * places.length)]!]! ^= 1;
  return changed;
}

/** True if the second engine finds a difference on random inputs. */
function hasDifference(bytes: Uint8Array, goal: Goal): boolean {
  const circuit = new Circuit();
  const { execute } = new Subject(bytes).begin(goal, circuit);
  circuit.isWatching = true;
  return differenceIn(execute(), circuit) !== undefined;
}

const { n } = ofRomulus;
const nothing = { ad: 0, text: 0 };
const row = (build: Build, goal: Goal, faults: string) => ({
  build,
  goal,
  title: goal.title,
  faults: faults.split(', '),
});
const piece = (mode: keyof typeof piecesOf, title: string, fault: string) =>
  row('javascript', piecesOf[mode].find((goal) => goal.title.endsWith(title))!, fault);
/** The suites besides Romulus: a mode with this number of rounds. */
const ofRounds = (rounds: number, fault: string) =>
  row(
    'simd128',
    single(ofOthers.find(({ cipher }) => cipher(new Terms()).rounds === rounds)!, 'encrypt', { ad: 16, text: 16 }),
    fault,
  );

/** The kernels of Romulus, pieces of each mode that have few calls, and each cipher, with their faults. */
const rows = [
  row(
    'javascript',
    single(n, 'encrypt', nothing),
    'operation 0.3, operation 0.1, operation 0.5, operation 0.7, operation 0.65, constant 0.6, table 0, table 0.5, table 0.95',
  ),
  row(
    'simd128',
    single(n, 'encrypt', nothing),
    'operation 0.3, operation 0.6, operation 0.8, table 0.1, table 0.5, table 0.9',
  ),
  row('simd128', lanes(8, n, 'encrypt', nothing), 'operation 0.4, operation 0.8, store 0.6, table 0.3'),
  row('simd128', lanes(32, n, 'encrypt', nothing), 'shuffle 0.5, store 0.7'),
  piece('m', 'pieces read 32, read 32 after 0', 'operation 0.5'),
  piece('n', 'pieces ad 17 last, encrypt 32', 'operation 0.4'),
  piece('m', 'pieces decrypt 1 last after 32', 'constant 0.6'),
  piece('t', 'pieces read 16 last after 0', 'operation 0.9'),
  ...[36, 16, 20, 18, 56, 40, 48].map((rounds) => ofRounds(rounds, 'operation 0.5')),
  ofRounds(72, 'shuffle 0.5'),
  ...[12, 80, 90].map((rounds) => ofRounds(rounds, 'table 0.5')),
];
const [first] = rows as [(typeof rows)[0]];

it.each(casesOf({ usual: [{ ...first, faults: first.faults.slice(0, 1) }], all: rows }))(
  'the $build module is proven as it ships, and refused with a fault, by both engines: $title',
  { timeout },
  ({ build, goal, faults }) => {
    const bytes = moduleOf(build, goal.suite);
    const subject = new Subject(bytes);
    const whole = { ...subject.prove(goal), bytes, binary: subject.binary };
    expect(whole.problem).toBeUndefined();
    expect(hasDifference(bytes, goal)).toBe(false);
    for (const fault of faults) {
      const [kind, part] = fault.split(' ') as [string, string];
      const mutant = kind === 'table' ? withOtherBit(whole, Number(part)) : planted(whole, kind, Number(part));
      const { problem, place } = new Subject(mutant).prove(goal);
      expect(problem, fault).toBeDefined();
      expect(place, fault).toMatch(/^call \d+, (input|round \d+), bit \d+$/);
      expect(hasDifference(mutant, goal), fault).toBe(true);
    }
  },
);

const bytesOf = (value: Int32Array) =>
  Uint8Array.from({ length: value.length / 8 }, (_, i) => {
    let byte = 0;
    for (let bit = 7; bit >= 0; bit--) byte = 2 * byte + value[8 * i + bit]!;
    return byte;
  });
const hexOf = (value: Int32Array) => Buffer.from(bytesOf(value)).toString('hex');

describe.each(['javascript', 'simd128'] as const)('on random states, the %s module', (build) => {
  const bytes = moduleOf(build);
  const engine = exportsOf(bytes);
  const memory = new Uint8Array(engine.memory.buffer);
  // Lanes lie below the state, and none of these calls uses them.
  const { state: unknownFrom } = mapOf(engine);
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
    ['hash_finish'],
  ];

  it('leaves in the proof what it leaves in the engine, bit for bit, call by call', { timeout }, () => {
    memory.set(pattern('message', memory.length - unknownFrom), unknownFrom);
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
});
