/** The modules that the package ships, and the same with leaks in them, for the checks to find. */
import { createRequire } from 'node:module';
import binaryen from 'binaryen';
import type { Kernel } from '../native/compile.js';
import { bytesOf } from '../ts/engine/hexadecimal.js';
import * as portable from '../ts/engine/portable.generated.js';
import * as simd128 from '../ts/engine/simd128.generated.js';

const shipped = { portable, simd128 };

export const wasm2c = createRequire(import.meta.url).resolve('wabt/bin/wasm2c');

export const moduleOf = (kernel: Kernel): Uint8Array => bytesOf(shipped[kernel].hex);

/** What leaks before an exported function is called; there is a spare local. */
type Leak = (module: binaryen.Module, memory: Addresses, spare: number) => binaryen.ExpressionRef;

interface Addresses {
  window: number;
  /** A key in a lane. */
  laneKey: number;
}

const byteAt = (module: binaryen.Module, address: number) => module.i32.load8_u(0, 1, module.i32.const(address));
const note = (module: binaryen.Module, { window }: Addresses, value: binaryen.ExpressionRef) =>
  module.i32.store8(0, 1, module.i32.const(window + 16_384), value);

const leakOf = {
  aead_verify: {
    params: 0,
    returns: true,
    what: 'a comparison that ends early for half of all tags',
    seenIn: 'Romulus-N decrypt by pieces',
    leak: (module, { window }) =>
      module.if(module.i32.and(byteAt(module, window + 3), module.i32.const(1)), module.return(module.i32.const(0))),
  },
  aead_encrypt: {
    params: 3,
    returns: false,
    what: 'a table lookup',
    seenIn: 'Romulus-N encrypt whole',
    leak: (module, memory) => note(module, memory, module.i32.load8_u(1024, 1, byteAt(module, memory.window))),
  },
  hash_update: {
    params: 1,
    returns: false,
    what: 'a loop as long as a secret',
    seenIn: 'Romulus-H hash by pieces',
    leak: (module, memory, spare) => {
      const value = module.local.get(spare, binaryen.i32);
      const next = module.local.set(spare, module.i32.sub(value, module.i32.const(1)));
      const again = module.block(null, [note(module, memory, byteAt(module, memory.window)), next, module.br('again')]);
      const start = module.local.set(spare, byteAt(module, memory.window));
      return module.block(null, [start, module.loop('again', module.if(module.local.get(spare, binaryen.i32), again))]);
    },
  },
  lanes_run: {
    params: 3,
    returns: true,
    what: 'a branch on a key',
    seenIn: 'Romulus-N encrypt whole in 8 lanes',
    leak: (module, memory) => {
      const isSeven = module.i32.eq(byteAt(module, memory.laneKey), module.i32.const(7));
      return module.if(isSeven, note(module, memory, module.i32.const(1)));
    },
  },
} satisfies Record<string, { params: number; returns: boolean; what: string; seenIn: string; leak: Leak }>;

type LeakyName = keyof typeof leakOf;

/** The exported functions that leak in `leakyModuleOf`. */
export const leaks: Record<Kernel, LeakyName[]> = {
  portable: ['aead_verify', 'aead_encrypt', 'hash_update'],
  simd128: ['aead_verify', 'aead_encrypt', 'hash_update', 'lanes_run'],
};

/** In which case of the memcheck program a leak is seen, where without it there is none. */
export const seenIn = (name: LeakyName): string => leakOf[name].seenIn;

/** The module with functions in the place of some that it exports, which leak and then call those. */
export function leakyModuleOf(kernel: Kernel): Uint8Array {
  const bytes = moduleOf(kernel);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>));
  const at = (name: string) => (exports[name] as (() => number) | undefined)?.() ?? 0;
  const memory = { window: at('window_address'), laneKey: at('lanes_address') + at('lane_key_offset') };
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.SIMD128);
  const { i32, none } = binaryen;
  for (const name of leaks[kernel]) {
    const { params, leak, returns } = leakOf[name];
    const own = binaryen.getExportInfo(module.getExport(name)).value;
    const values = Array.from({ length: params }, (_, i) => module.local.get(i, i32));
    const result = returns ? i32 : none;
    const body = module.block(null, [leak(module, memory, params), module.call(own, values, result)], result);
    const types = binaryen.createType(new Array<number>(params).fill(i32));
    module.removeExport(name);
    module.addFunction(`leaky_${name}`, types, result, [i32], body);
    module.addFunctionExport(`leaky_${name}`, name);
  }
  if (!module.validate()) throw new Error('the leaky module is not valid');
  return module.emitBinary();
}
