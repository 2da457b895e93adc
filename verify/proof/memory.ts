/** A module's memory, bit by bit. */
import type { Binary } from '../constant-time/binary.js';
import type { Bits, Logic } from './terms.js';
import { bytesToBits } from './value.js';

const unknown = -1;

/** Constants that are stored at an address, and bits that stand for them. */
type General = Record<'constants' | 'bits', Bits> & { address: number };

export class Memory {
  /** The addresses of constants that were read. */
  readonly constantsRead = new Set<number>();
  readonly #bits: Int32Array;
  readonly #generals: General[] = [];

  /** The memory begins with the module's constants and zeros. From `unknownFrom` on, it may hold anything. */
  constructor(
    readonly terms: Logic,
    { data, memoryLength }: Binary,
    readonly unknownFrom: number,
  ) {
    this.#bits = new Int32Array(8 * memoryLength).fill(unknown, 8 * unknownFrom);
    for (const { address, bytes } of data) {
      if (address + bytes.length > unknownFrom) throw new Error('constants lie where the memory is written');
      this.#bits.set(bytesToBits(bytes), 8 * address);
    }
  }

  load(address: number, length: number): Bits {
    this.#check(address, length);
    for (let at = address; at < address + length; at++)
      if (at < this.unknownFrom) this.constantsRead.add(at);
      else if (this.#bits[8 * at] === unknown) this.#bits.set(this.terms.byte(), 8 * at);
    return this.#bits.slice(8 * address, 8 * (address + length));
  }

  /** Puts bits that may be anything where these constants are stored. A proof for all values holds for them. */
  generalize(address: number, constants: Bits, bits: Bits): void {
    this.#generals.push({ address: 8 * address, constants, bits });
  }

  store(address: number, bits: Bits): void {
    this.#check(address, bits.length / 8);
    if (address < this.unknownFrom) throw new Error(`a constant at ${address} is overwritten`);
    this.#bits.set(
      this.#generals.reduce((stored, general) => generalized(8 * address, stored, general), bits),
      8 * address,
    );
  }

  #check(address: number, length: number): void {
    if (address < 0 || 8 * (address + length) > this.#bits.length) throw new Error(`a trap: no memory at ${address}`);
  }
}

/** The bits to store at an address: general bits, if the stored ones equal all the constants that lie there. */
function generalized(at: number, stored: Bits, { address, constants, bits }: General): Bits {
  const meets = stored.map((_, i) => constants[at + i - address] ?? unknown);
  if (!meets.some((bit) => bit !== unknown) || meets.some((bit, i) => bit !== unknown && bit !== stored[i]))
    return stored;
  return stored.map((bit, i) => bits[at + i - address] ?? bit);
}
