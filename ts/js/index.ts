/**
 * romulus-wasm/js: all of the main entry without WebAssembly, for engines that have none and policies that forbid it. It is slower,
 * and an engine may do worse by secrets in JavaScript: see "Without WebAssembly" in the guide. `load()` takes no source here, and
 * `loadSync()` works everywhere. Its classes of errors are not those of the main entry; tell errors by their `code` where you use
 * both.
 *
 * @module romulus-wasm/js
 */
export * from '../index.js';
