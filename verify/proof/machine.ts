/**
 * Executes functions of a module on values whose bits may be unknown. A value that decides an address must be known,
 * and so must a condition of a branch, unless the caller passes a function that decides it. Memory to which nothing was
 * written may hold anything.
 */
import binaryen from 'binaryen';
import { type Binary, laneAccesses } from '../constant-time/binary.js';
import { operandsOf } from './engine.js';
import { computed } from './instructions.js';
import { Memory } from './memory.js';
import type { Bits, Literal, Logic } from './terms.js';
import { bitsOf, isSymbolic, settled, type Value, widths } from './value.js';

/** A branch out of a block, or, without a label, out of the function. */
class Jump {
  constructor(
    readonly label: string | undefined,
    readonly value: Value,
  ) {}
}

/** Says which way to go if the condition is not known. */
export type Decide = (condition: Literal) => boolean;

const none: Value = 0;
/** The number of bytes that a load reads if it makes a vector of fewer than 16 bytes. */
const vectorLoads = new Map(
  Object.entries(binaryen).flatMap(([name, op]) => {
    const [, bits, times = 1] = /^Load(\d+)(?:x(\d)[SU]|Splat|Zero)Vec128$/.exec(name) ?? [];
    return bits ? [[op as unknown as number, (Number(bits) * Number(times)) / 8]] : [];
  }),
);

export class Machine {
  readonly memory: Memory;
  /** The instructions that were executed. */
  readonly executed = new Set<number>();
  readonly #binary: Binary;
  readonly #terms: Logic;
  readonly #exports: ReadonlyMap<string, string>;
  #locals: Value[] = [];
  #decide: Decide | undefined;

  /** The memory from `unknownFrom` on may hold anything. */
  constructor(terms: Logic, binary: Binary, unknownFrom: number) {
    this.#terms = terms;
    this.#binary = binary;
    this.#exports = new Map(Array.from(binary.exported, ([name, exported]) => [exported, name]));
    this.memory = new Memory(terms, binary, unknownFrom);
  }

  /** Calls an exported function with numbers. */
  run(name: string, args: readonly number[], decide?: Decide): Value {
    const own = this.#exports.get(name);
    if (own === undefined) throw new Error(`the module does not export ${name}`);
    this.#decide = decide;
    return this.call(own, args);
  }

  /** Calls an exported function that returns an address or a length. */
  ask(name: string): number {
    const answer = this.run(name, []);
    if (typeof answer !== 'number') throw new Error(`${name} gives no number`);
    return answer;
  }

  /** Calls a function by the name that the decoder gives it. */
  call(name: string, args: readonly Value[]): Value {
    const types = this.#binary.localTypes.get(name)!;
    const before = this.#locals;
    this.#locals = types.map((type, i) => args[i] ?? zeroOf(this.#binary.typeName(type)));
    try {
      return this.#visit(this.#binary.functions.get(name)!);
    } catch (thrown) {
      if (thrown instanceof Jump && thrown.label === undefined) return thrown.value;
      throw thrown;
    } finally {
      this.#locals = before;
    }
  }

  #number(reference: number): number {
    const value = this.#visit(reference);
    if (typeof value !== 'number') throw new Error('an address, a length or a count is not known');
    return value;
  }

  #holds(reference: number): boolean {
    const value = this.#visit(reference);
    if (!isSymbolic(value)) return BigInt(value) !== 0n;
    if (!this.#decide) throw new Error('a branch on what is not known');
    return this.#decide(this.#terms.conjunction(value.map((bit) => bit ^ 1)) ^ 1);
  }

  #bits(reference: number): Bits {
    return bitsOf(this.#visit(reference), 128);
  }

  #visit(reference: number): Value {
    if (!reference) return none;
    this.executed.add(reference);
    const { kind, x } = this.#binary.expression(reference);
    switch (kind) {
      case 'Nop':
        return none;
      case 'Const':
        return constantOf(x.value, this.#binary.typeName(x.type));
      case 'LocalGet':
        return this.#locals[x.index]!;
      case 'LocalSet': {
        const value = this.#visit(x.value);
        this.#locals[x.index] = value;
        return value;
      }
      case 'Block': {
        let last: Value = none;
        try {
          for (const child of x.children) last = this.#visit(child);
          return last;
        } catch (thrown) {
          return valueAt(thrown, x.name);
        }
      }
      case 'Loop':
        for (;;)
          try {
            return this.#visit(x.body);
          } catch (thrown) {
            valueAt(thrown, x.name);
          }
      case 'If':
        return this.#visit(this.#holds(x.condition) ? x.ifTrue : x.ifFalse);
      case 'Break': {
        const value = this.#visit(x.value);
        if (x.condition && !this.#holds(x.condition)) return value;
        throw new Jump(x.name, value);
      }
      case 'Switch': {
        const value = this.#visit(x.value);
        throw new Jump(x.names[this.#number(x.condition)] ?? x.defaultName, value);
      }
      case 'Select': {
        const first = this.#visit(x.ifTrue);
        const second = this.#visit(x.ifFalse);
        return this.#holds(x.condition) ? first : second;
      }
      case 'Return':
        throw new Jump(undefined, this.#visit(x.value));
      case 'Call':
        return this.call(
          x.target,
          x.operands.map((operand: number) => this.#visit(operand)),
        );
      case 'Drop':
        return this.#visit(x.value);
      case 'Load':
      case 'SIMDLoad': {
        const bytes = x.bytes ?? vectorLoads.get(x.op);
        const loaded = this.memory.load(this.#number(x.ptr) + x.offset, bytes);
        if (loaded.length === widths[this.#binary.typeName(x.type)]) return settled(loaded);
        return computed(this.#terms, this.#binary, reference, [loaded]);
      }
      case 'Store': {
        const at = this.#number(x.ptr) + x.offset;
        this.memory.store(at, bitsOf(this.#visit(x.value), 8 * Math.max(x.bytes, 4)).subarray(0, 8 * x.bytes));
        return none;
      }
      case 'SIMDLoadStoreLane': {
        const at = this.#number(x.ptr) + x.offset;
        const vector = this.#bits(x.vec);
        const { isStore, width } = laneAccesses[x.op]!;
        const first = 8 * width * x.index;
        if (isStore) this.memory.store(at, vector.subarray(first, first + 8 * width));
        else return replaced(vector, first, this.memory.load(at, width));
        return none;
      }
      case 'MemoryFill': {
        const at = this.#number(x.dest);
        const byte = bitsOf(this.#visit(x.value), 32).subarray(0, 8);
        const size = this.#number(x.size);
        for (let i = 0; i < size; i++) this.memory.store(at + i, byte);
        return none;
      }
      case 'MemoryCopy': {
        const at = this.#number(x.dest);
        const from = this.#number(x.source);
        this.memory.store(at, this.memory.load(from, this.#number(x.size)));
        return none;
      }
      default: {
        const parts = operandsOf[kind];
        if (!parts) throw new Error(`the proof does not know ${kind}`);
        const operands = parts.map((part) => this.#visit(x[part]));
        return computed(this.#terms, this.#binary, reference, operands);
      }
    }
  }
}

function valueAt(thrown: unknown, label: string | null): Value {
  if (thrown instanceof Jump && thrown.label !== undefined && thrown.label === label) return thrown.value;
  throw thrown;
}

const zeroOf = (type: keyof typeof widths): Value => (type === 'i32' ? 0 : type === 'i64' ? 0n : new Int32Array(128));

function constantOf(value: number | bigint | number[], type: keyof typeof widths): Value {
  if (Array.isArray(value)) return Int32Array.from({ length: 128 }, (_, i) => (value[i >> 3]! >> (i & 7)) & 1);
  return type === 'i32' ? Number(value) >>> 0 : BigInt.asUintN(64, BigInt(value));
}

function replaced(vector: Bits, at: number, by: Bits): Bits {
  const out = vector.slice();
  out.set(by, at);
  return out;
}
