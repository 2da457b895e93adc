/** The modules that the package ships, and the one of which it makes JavaScript. */
import { type EngineExports, mapOf as wordsOf } from '../../ts/engine/memory-map.js';
import { bytesOf, relaxed } from '../../ts/engine/module-text.js';
import { type SuiteKey, suites } from '../../ts/suites/table.js';

export const builds = ['javascript', 'simd128', 'relaxed'] as const;
export type Build = (typeof builds)[number];

const textOf = async (suite: string, name: string): Promise<string> =>
  (await import(`../../ts/suites/${suite}/${name}.generated.ts`)).text;
const forJavaScript = await textOf('romulus', 'for-javascript');
const texts = new Map(
  await Promise.all(Object.keys(suites).map(async (suite) => [suite, await textOf(suite, 'simd128')] as const)),
);

export function moduleOf(build: Build, suite: SuiteKey = 'romulus'): Uint8Array {
  const simd128 = texts.get(suite)!;
  return bytesOf({ javascript: forJavaScript, simd128, relaxed: relaxed(simd128) }[build]);
}

export type Exports = Record<string, (...values: number[]) => number> &
  Pick<EngineExports, 'memory_map'> & { memory: WebAssembly.Memory };

export const exportsOf = (bytes: Uint8Array): Exports =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)).exports as unknown as Exports;

/** The module's map of its memory (wasm-src/common/module.hpp). What a module does not have is 0. */
export function mapOf(exports: Parameters<typeof wordsOf>[0]) {
  const [state, window, pieceLimit, aeadStateLength, hashStateLength, ...ofLanes] = wordsOf(exports);
  const [lanesWork, lanes, firstKey, laneLength, lanePieceLimit] = ofLanes;
  const ofOne = { state, window, pieceLimit, aeadStateLength, hashStateLength };
  return { ...ofOne, lanesWork, lanes, firstKey, laneLength, lanePieceLimit };
}
export type MemoryMap = ReturnType<typeof mapOf>;
