/**
 * romulus-wasm/js: the whole main entry without WebAssembly, for engines that lack it and policies that forbid it. This entry is slower,
 * and an engine may protect secrets in JavaScript less well: see "Without WebAssembly" in the guide. `load()` takes no source here, and
 * `loadSync()` works everywhere. This entry has its own error classes. If you use both entries, tell errors apart by their `code`.
 *
 * @module romulus-wasm/js
 */
export * from '../index.js';
