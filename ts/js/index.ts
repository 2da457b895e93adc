/**
 * romulus-wasm/js: the whole main entry without WebAssembly, for engines that lack it and policies that forbid it. This entry is slower,
 * and an engine may protect secrets in JavaScript less well: see "Without WebAssembly" in the guide. `load()` takes no source here, and
 * `loadSync()` works everywhere. Modes and errors of this entry are known to the others, and theirs to this one.
 *
 * @module romulus-wasm/js
 */
export * from '../index.js';
