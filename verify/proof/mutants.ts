/**
 * Modules with a fault in them, made of the shipped ones: a bit of a table, an index of a shuffle, a round constant, a
 * missing complement and the like. The proof must refuse all.
 */
import binaryen from 'binaryen';
import { Binary } from '../constant-time/binary.js';
import { instructionsOf } from './coverage.js';
import type { Outcome } from './prove.js';

export interface Mutant {
  what: string;
  bytes: Uint8Array;
}

/** A module, and what a proof of it executed and read. */
export type Faultless = Pick<Outcome, 'executed' | 'constantsRead'> & { bytes: Uint8Array; binary: Binary };

/** A kind of fault: the instructions that can have it, and the function that plants it. */
interface Fault {
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
/** Replaces instructions by others, given in pairs. */
const replacedOp = (what: string, kind: 'Binary' | 'SIMDShift', ...pairs: [from: number, to: number][]): Fault => ({
  what,
  fits: (found, { op }) => found === kind && new Map(pairs).has(op),
  plant: (reference, { op }) => set[kind].setOp(reference, new Map(pairs).get(op)!),
});

const faults = {
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
} satisfies Record<string, Fault>;
export type FaultName = keyof typeof faults;

/** Plants a fault in an executed instruction that can have it. `part`, from 0 to 1, selects the instruction. */
export function planted({ bytes, binary, executed }: Faultless, name: FaultName, part: number): Mutant {
  const fault: Fault = faults[name];
  const instructions = instructionsOf(binary);
  const sites = instructions.flatMap((reference, i) => {
    const { kind, x } = binary.expression(reference);
    return executed.has(reference) && x && fault.fits(kind, x) ? [i] : [];
  });
  const site = sites[Math.floor(part * sites.length)];
  if (site === undefined) throw new Error(`nothing can have ${fault.what}`);
  // Finds the instruction in a copy of the module that may change.
  const other = new Binary(bytes, () => {});
  const reference = instructionsOf(other)[site]!;
  fault.plant(reference, other.expression(reference).x);
  return { what: `${fault.what}, instruction ${site}`, bytes: other.emit() };
}

/** Changes the lowest bit of a constant that was read. `part`, from 0 to 1, selects the constant. */
export function withOtherBit({ bytes, binary, constantsRead }: Faultless, part: number): Mutant {
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
