/** Runs one instruction in the engine: on constants, or to see where it moves the bits of its operands. */
import binaryen from 'binaryen';
import { type Binary, operandsOf } from '../constant-time/binary.js';
import { words } from './cipher.js';
import { mixed } from './products.js';
import type { Bits } from './terms.js';
import { bytesToBits, concat, isSymbolic, numberOf, settled, type Value, widths } from './value.js';

// biome-ignore lint/suspicious/noExplicitAny: binaryen has a type for each kind of expression, and none for all.
const accessors: Record<string, any> = binaryen;
const operandLength = 16;
const result = 3 * operandLength;

/** The number of the operand's bit that each bit of a result is; 0 for a constant. `complement` is added to it. */
type Wiring = readonly { from: number; complement: number }[];

export class Instruction {
  readonly #memory: DataView;
  readonly #run: () => void;
  readonly #width: number;
  readonly #wirings = new Map<string, Wiring>();

  constructor(binary: Binary, reference: number) {
    const { kind } = binary.expression(reference);
    const module = new binaryen.Module();
    module.setFeatures(binaryen.Features.SIMD128 | binaryen.Features.RelaxedSIMD);
    module.setMemory(1, 1, 'memory');
    const copy = module.copyExpression(reference);
    for (const [i, part] of operandsOf[kind]!.entries()) {
      const place = module.i32.const(operandLength * i);
      const name = part[0]!.toUpperCase() + part.slice(1);
      const type = binary.typeName(binaryen.getExpressionType(accessors[kind][`get${name}`](copy)));
      accessors[kind][`set${name}`](copy, part === 'ptr' ? place : module[type].load(0, 1, place));
      if (part === 'ptr') accessors[kind].setOffset(copy, 0);
    }
    const type = binary.typeName(binaryen.getExpressionType(copy));
    this.#width = widths[type];
    const { none } = binaryen;
    module.addFunction('run', none, none, [], module[type].store(0, 1, module.i32.const(result), copy));
    module.addFunctionExport('run', 'run');
    const compiled = new WebAssembly.Module(module.emitBinary() as Uint8Array<ArrayBuffer>);
    module.dispose();
    const exports = new WebAssembly.Instance(compiled).exports as { run: () => void; memory: WebAssembly.Memory };
    this.#run = exports.run;
    this.#memory = new DataView(exports.memory.buffer);
  }

  onConstants(operands: readonly Value[]): Value {
    this.#start(operands);
    if (this.#width === 32) return this.#memory.getUint32(result, true);
    return this.#width === 64 ? this.#memory.getBigUint64(result, true) : this.#resultBits();
  }

  /**
   * Returns the result of an instruction that only moves bits, complements them or makes constants. Returns undefined
   * for any other instruction. Scalar operands that are constants count as a part of the instruction.
   */
  moved(operands: readonly Value[]): Value | undefined {
    const key = operands.map((operand) => (isSymbolic(operand) ? operand.length : operand)).join();
    const wiring = this.#wirings.get(key) ?? this.#wiringOf(operands);
    if (!wiring) return undefined;
    this.#wirings.set(key, wiring);
    const bits = concat(Int32Array.of(0), ...operands.filter(isSymbolic));
    return settled(Int32Array.from(wiring, ({ from, complement }) => bits[from]! ^ complement));
  }

  /**
   * Finds out where an instruction moves each bit. All bits of the operands get numbers from 1 on. The instruction runs
   * once for each binary digit of these numbers, and once on zeros. Random operands show if it does more.
   */
  #wiringOf(operands: readonly Value[]): Wiring | undefined {
    const ran = (bitAt: (number: number) => number): Bits => {
      let number = 0;
      this.#start(operands.map((operand) => (isSymbolic(operand) ? operand.map(() => bitAt(++number) & 1) : operand)));
      return this.#resultBits();
    };
    const digits = Array.from({ length: 9 }, (_, digit) => ran((number) => number >> digit));
    const wiring = Array.from(
      ran(() => 0),
      (complement, bit) => ({
        complement,
        from: digits.reduce((sum, out, digit) => sum | ((out[bit]! ^ complement) << digit), 0),
      }),
    );
    const isRight = (time: number) => {
      const bitAt = (number: number) => (number === 0 ? 0 : mixed(16 * number + time) & 1);
      const out = ran(bitAt);
      return wiring.every(({ from, complement }, i) => out[i] === (bitAt(from) ^ complement));
    };
    return [...Array(16).keys()].every(isRight) ? wiring : undefined;
  }

  #start(operands: readonly Value[]): void {
    for (const [i, operand] of operands.entries()) {
      const place = operandLength * i;
      if (typeof operand === 'number') this.#memory.setUint32(place, operand, true);
      else if (typeof operand === 'bigint') this.#memory.setBigUint64(place, operand, true);
      else for (const [at, byte] of words(operand, 8).entries()) this.#memory.setUint8(place + at, numberOf(byte));
    }
    this.#run();
  }

  #resultBits = () => bytesToBits(new Uint8Array(this.#memory.buffer, result, this.#width / 8));
}
