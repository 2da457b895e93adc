/**
 * Executes functions of a module on values whose bits may be unknown. A value that decides an address must be known,
 * and so must a condition of a branch, unless the caller passes a function that decides it. Memory to which nothing was
 * written may hold anything.
 */
import { type Binary, laneAccesses, operandsOf, vectorLoads } from '../constant-time/binary.js';
import { type MemoryMap, mapOf } from '../constant-time/modules.js';
import { computed } from './instructions.js';
import { Memory } from './memory.js';
import type { Literal, Logic } from './terms.js';
import { bitsOf, bytesToBits, isSymbolic, settled, type Value, widths } from './value.js';

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
export class Machine {
  readonly memory: Memory;
  readonly executed = new Set<number>();
  #locals: Value[] = [];
  #decide: Decide | undefined;

  constructor(
    readonly terms: Logic,
    readonly binary: Binary,
    unknownFrom: number,
  ) {
    this.memory = new Memory(terms, binary, unknownFrom);
  }

  /** Calls an exported function with numbers. */
  run(name: string, args: readonly number[], decide?: Decide): Value {
    const [own] = [...this.binary.exported].find(([, exported]) => exported === name) ?? [];
    if (own === undefined) throw new Error(`the module does not export ${name}`);
    this.#decide = decide;
    return this.call(own, args);
  }

  /** The module's map of its memory, which is a constant. */
  get map(): MemoryMap {
    const constants = new Uint8Array(this.binary.memoryLength);
    for (const { address, bytes } of this.binary.data) constants.set(bytes, address);
    return mapOf({ memory: constants, memory_map: () => this.run('memory_map', []) as number });
  }

  /** Calls a function by the name that the decoder gives it. */
  call(name: string, args: readonly Value[]): Value {
    const types = this.binary.localTypes.get(name)!;
    const before = this.#locals;
    this.#locals = types.map((type, i) => args[i] ?? settled(new Int32Array(widths[this.binary.typeName(type)])));
    try {
      return this.#visit(this.binary.functions.get(name)!);
    } catch (thrown) {
      return valueAt(thrown, undefined);
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
    return this.#decide(this.terms.conjunction(value.map((bit) => bit ^ 1)) ^ 1);
  }

  #visit(reference: number): Value {
    if (!reference) return none;
    this.executed.add(reference);
    const { kind, x } = this.binary.expression(reference);
    switch (kind) {
      case 'Nop':
        return none;
      case 'Const':
        if (Array.isArray(x.value)) return bytesToBits(x.value);
        return this.binary.typeName(x.type) === 'i32' ? x.value >>> 0 : BigInt.asUintN(64, BigInt(x.value));
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
        const [first, second] = [this.#visit(x.ifTrue), this.#visit(x.ifFalse)];
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
        const bytes = x.bytes ?? vectorLoads[x.op];
        const loaded = this.memory.load(this.#number(x.ptr) + x.offset, bytes);
        if (loaded.length === widths[this.binary.typeName(x.type)]) return settled(loaded);
        return computed(this.terms, this.binary, reference, [loaded]);
      }
      case 'Store': {
        const at = this.#number(x.ptr) + x.offset;
        this.memory.store(at, bitsOf(this.#visit(x.value), 8 * Math.max(x.bytes, 4)).subarray(0, 8 * x.bytes));
        return none;
      }
      case 'SIMDLoadStoreLane': {
        const at = this.#number(x.ptr) + x.offset;
        const vector = bitsOf(this.#visit(x.vec), 128).slice();
        const { isStore, width } = laneAccesses[x.op]!;
        const lane = vector.subarray(8 * width * x.index, 8 * width * (x.index + 1));
        if (!isStore) lane.set(this.memory.load(at, width));
        else this.memory.store(at, lane);
        return isStore ? none : vector;
      }
      default: {
        const parts = operandsOf[kind];
        if (!parts) throw new Error(`the proof does not know ${kind}`);
        const operands = parts.map((part) => this.#visit(x[part]));
        return computed(this.terms, this.binary, reference, operands);
      }
    }
  }
}

/** Returns the value that a branch to a label carries. Without a label it is the value that a function returns. */
function valueAt(thrown: unknown, label: string | null | undefined): Value {
  if (thrown instanceof Jump && thrown.label === label) return thrown.value;
  throw thrown;
}
