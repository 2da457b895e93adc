/** Copies of modules with planted leaks, which the checks must find. */
import binaryen from 'binaryen';
import { exportsOf, type MemoryMap, mapOf } from './modules.js';

interface Leak {
  /** The case of a suite's first mode in which memcheck sees the leak. */
  seenIn: string;
  /** Makes code that leaks. `spare` is a local variable that the code may use. */
  code(module: binaryen.Module, map: MemoryMap, spare: number): binaryen.ExpressionRef;
}

const byteAt = ({ i32 }: binaryen.Module, address: number) => i32.load8_u(0, 1, i32.const(address));
/** Writes to a place that no short message reaches. */
const note = ({ i32 }: binaryen.Module, { window }: MemoryMap, value: binaryen.ExpressionRef) =>
  i32.store8(0, 1, i32.const(window + 8192), value);

/** The leaks, by the names of the exported functions that they are planted before. */
const leaks: Readonly<Record<string, Leak>> = {
  /** A comparison that ends early for half of all tags. */
  aead_verify: {
    seenIn: 'decrypt by pieces',
    code: (module, { window }) =>
      module.if(module.i32.and(byteAt(module, window + 3), module.i32.const(1)), module.return(module.i32.const(0))),
  },
  /** A table that is looked up by a secret. */
  aead_encrypt: {
    seenIn: 'encrypt whole',
    code: (module, map) => note(module, map, module.i32.load8_u(1024, 1, byteAt(module, map.window))),
  },
  /** A loop as long as a secret. */
  aead_absorb_ad: {
    seenIn: 'encrypt by pieces',
    code(module, map, spare) {
      const { i32, local } = module;
      const count = byteAt(module, map.window);
      const next = local.set(spare, i32.sub(local.get(spare, binaryen.i32), i32.const(1)));
      const again = module.block(null, [note(module, map, byteAt(module, map.window)), next, module.br('again')]);
      const loop = module.loop('again', module.if(local.get(spare, binaryen.i32), again));
      return module.block(null, [local.set(spare, count), loop]);
    },
  },
  /** A branch on a key. */
  lanes_run: {
    seenIn: 'encrypt whole in 8 lanes',
    code: (module, map) =>
      module.if(
        module.i32.eq(byteAt(module, map.firstKey), module.i32.const(7)),
        note(module, map, module.i32.const(1)),
      ),
  },
};

/** Returns a module with some exported functions replaced by others, which leak and then call the originals. */
export function leakyCopyOf(bytes: Uint8Array): { bytes: Uint8Array; leaks: [name: string, leak: Leak][] } {
  const exports = exportsOf(bytes);
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.SIMD128);
  const planted = Object.entries(leaks).filter(([name]) => name in exports);
  for (const [name, { code }] of planted) {
    const own = binaryen.getExportInfo(module.getExport(name)).value;
    const { params, results } = binaryen.getFunctionInfo(module.getFunction(own));
    const types = binaryen.expandType(params);
    const values = types.map((type, i) => module.local.get(i, type));
    const leak = code(module, mapOf(exports), types.length);
    const body = module.block(null, [leak, module.call(own, values, results)], results);
    module.removeExport(name);
    module.addFunction(`leaky_${name}`, params, results, [binaryen.i32], body);
    module.addFunctionExport(`leaky_${name}`, name);
  }
  if (!module.validate()) throw new Error('the leaky module is not valid');
  return { bytes: module.emitBinary(), leaks: planted };
}
