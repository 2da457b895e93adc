/** The modules that the package ships, and copies with planted leaks, which the checks must find. */
import { createRequire } from 'node:module';
import binaryen from 'binaryen';
import { mapOf as wordsOf } from '../../ts/engine/memory-map.js';
import { bytesOf } from '../../ts/engine/module-text.js';
import type { Kernel } from '../native/compile.js';
import type { LeakName, Suite } from './suite.js';

export const wasm2c = createRequire(import.meta.url).resolve('wabt/bin/wasm2c');

export const moduleOf = (suite: Suite, kernel: Kernel): Uint8Array => bytesOf(suite.shipped[kernel]!.text);

export type Exports = Record<string, (...values: number[]) => number> & { memory: WebAssembly.Memory };

/** The words of a module's map of its memory, in their order (wasm-src/common/module.hpp). */
const mapWords = [
  'state',
  'window',
  'pieceLimit',
  'aeadStateLength',
  'hashStateLength',
  'lanesWork',
  'lanes',
  'firstKey',
  'laneLength',
  'lanePieceLimit',
] as const;
export type MemoryMap = Readonly<Record<(typeof mapWords)[number], number>>;

/** Names the words of a module's map. */
export const mapOf = (exports: Parameters<typeof wordsOf>[0] | Exports): MemoryMap =>
  Object.fromEntries(
    wordsOf(exports as Parameters<typeof wordsOf>[0]).map((word, i) => [mapWords[i], word]),
  ) as MemoryMap;

export const exportsOf = (bytes: Uint8Array): Exports =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)).exports as unknown as Exports;

/** Code that leaks before an exported function is called. `spare` is a local variable that it may use. */
type Leak = (module: binaryen.Module, memory: Addresses, spare: number) => binaryen.ExpressionRef;

interface Addresses {
  window: number;
  /** A key in a lane. */
  laneKey: number;
}

const byteAt = (module: binaryen.Module, address: number) => module.i32.load8_u(0, 1, module.i32.const(address));
/** Writes to a place that no short message reaches. */
const note = (module: binaryen.Module, { window }: Addresses, value: binaryen.ExpressionRef) =>
  module.i32.store8(0, 1, module.i32.const(window + 8192), value);

const leakOf = {
  /** A comparison that ends early for half of all tags. */
  'early end': (module, { window }) =>
    module.if(module.i32.and(byteAt(module, window + 3), module.i32.const(1)), module.return(module.i32.const(0))),
  'table lookup': (module, memory) => note(module, memory, module.i32.load8_u(1024, 1, byteAt(module, memory.window))),
  /** A loop as long as a secret. */
  'secret loop': (module, memory, spare) => {
    const value = module.local.get(spare, binaryen.i32);
    const next = module.local.set(spare, module.i32.sub(value, module.i32.const(1)));
    const again = module.block(null, [note(module, memory, byteAt(module, memory.window)), next, module.br('again')]);
    const start = module.local.set(spare, byteAt(module, memory.window));
    return module.block(null, [start, module.loop('again', module.if(module.local.get(spare, binaryen.i32), again))]);
  },
  'branch on a key': (module, memory) => {
    const isSeven = module.i32.eq(byteAt(module, memory.laneKey), module.i32.const(7));
    return module.if(isSeven, note(module, memory, module.i32.const(1)));
  },
} satisfies Record<LeakName, Leak>;

/** The exported functions that leak in `leakyModuleOf`: those that the suite names and the module has. */
export function leakyFunctions(suite: Suite, kernel: Kernel): string[] {
  const exports = exportsOf(moduleOf(suite, kernel));
  return Object.keys(suite.leaks).filter((name) => name in exports);
}

/** The module with some exported functions replaced by others, which leak and then call the originals. */
export function leakyModuleOf(suite: Suite, kernel: Kernel): Uint8Array {
  const bytes = moduleOf(suite, kernel);
  const exports = exportsOf(bytes);
  const { window, firstKey: laneKey } = mapOf(exports);
  const memory = { window, laneKey };
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.SIMD128);
  for (const name of leakyFunctions(suite, kernel)) {
    const own = binaryen.getExportInfo(module.getExport(name)).value;
    const { params, results } = binaryen.getFunctionInfo(module.getFunction(own));
    const types = binaryen.expandType(params);
    const values = types.map((type, i) => module.local.get(i, type));
    const leak = leakOf[suite.leaks[name]!.leak](module, memory, types.length);
    const body = module.block(null, [leak, module.call(own, values, results)], results);
    module.removeExport(name);
    module.addFunction(`leaky_${name}`, params, results, [binaryen.i32], body);
    module.addFunctionExport(`leaky_${name}`, name);
  }
  if (!module.validate()) throw new Error('the leaky module is not valid');
  return module.emitBinary();
}
