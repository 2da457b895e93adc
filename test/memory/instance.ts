/** Fresh copies of the package, with the instance that each makes, for tests that look behind the API. */
import { expect, inject, vi } from 'vitest';
import type { EngineExports } from '../../ts/engine/engine.js';
import type { RomulusSync } from '../../ts/index.js';
import { clocks } from '../inputs/clock.js';

export type Romulus = typeof import('../../ts/index.js') & typeof import('../../ts/stream/index.js');

type Instantiate = (source: unknown, imports?: unknown) => Promise<object>;

/** What was loaded, and the module's instance behind it. */
interface Watched<Sync> {
  sync: Sync;
  exports: EngineExports;
  /** The whole linear memory. */
  memory: Uint8Array;
  /** The linear memory as it was before the first call. */
  image: Uint8Array;
}

export interface LoadedPackage extends Watched<RomulusSync> {
  romulus: Romulus;
}

/** The package, and what it has for files, as a new realm has them: nothing is loaded. Its classes are not those of other copies; codes tell errors apart. */
export async function freshPackage(): Promise<Romulus> {
  const { clock, ...romulus } = await freshModules();
  clocks.push(clock);
  return romulus;
}

async function freshModules(): Promise<Romulus & typeof import('../../ts/event-loop.js')> {
  const text = inject('packageText');
  if (text === undefined) {
    vi.resetModules();
    const [index, stream, eventLoop] = [
      await import('../../ts/index.js'),
      await import('../../ts/stream/index.js'),
      await import('../../ts/event-loop.js'),
    ];
    return { ...index, ...stream, ...eventLoop };
  }
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return import(/* @vite-ignore */ address).finally(() => URL.revokeObjectURL(address));
}

/** The same, loaded; `around` as below. */
export async function loadedPackage(around?: (exports: EngineExports) => EngineExports): Promise<LoadedPackage> {
  const romulus = await freshPackage();
  return { romulus, ...(await watched(() => romulus.load(), around)) };
}

/** Loads what is not loaded yet; `around` may put other functions in the place of those that the instance exports. */
export async function watched<Sync>(
  load: () => Promise<Sync>,
  around = (exports: EngineExports): EngineExports => exports,
): Promise<Watched<Sync>> {
  const original = WebAssembly.instantiate as Instantiate;
  let found: { exports: EngineExports; image: Uint8Array } | undefined;
  const spy = vi.spyOn(WebAssembly as { instantiate: Instantiate }, 'instantiate');
  spy.mockImplementation(async (source, imports) => {
    const result = await original.call(WebAssembly, source, imports);
    const { exports } = ('instance' in result ? result.instance : result) as { exports: EngineExports };
    // A probe for what the runtime can do is a module too, but not the one.
    if (!('state_address' in exports)) return result;
    found = { exports, image: new Uint8Array(exports.memory.buffer).slice() };
    return { instance: { exports: around(exports) } };
  });
  try {
    const sync = await load();
    if (!found) throw new Error('no instance was made');
    return { sync, memory: new Uint8Array(found.exports.memory.buffer), ...found };
  } finally {
    spy.mockRestore();
  }
}

/** Where lanes, state and window are: the first byte and the one after the last. */
export function workingRange({
  lanes_work_address,
  state_address,
  window_address,
  piece_limit,
}: EngineExports): [start: number, end: number] {
  return [(lanes_work_address ?? state_address)(), window_address() + piece_limit() + 48];
}

/** What fails, naming what was called, unless the linear memory is what it was before the first call. */
export function cleanCheck({ exports, memory, image }: Watched<unknown>): (what: string) => void {
  // By words, as there are thousands of looks at all of it.
  const words = new Uint32Array(memory.buffer);
  const before = new Uint32Array(image.buffer);
  return (what) => {
    if (words.length === before.length && words.every((word, i) => word === before[i])) return;
    const from = memory.findIndex((byte, i) => byte !== image[i]);
    let to = memory.length - 1;
    while (memory[to] === image[to]) to--;
    const [start, end] = workingRange(exports);
    // Told once: what was left is removed, so that later tests speak for themselves.
    memory.set(image);
    expect.fail(
      `${what}: bytes ${from} to ${to} of the memory are not as before (lanes, state and window: ${start} to ${end})`,
    );
  };
}
