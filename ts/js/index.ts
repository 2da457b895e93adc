/**
 * romulus-wasm/js: all of the main entry without WebAssembly, for engines and policies that have none of it. It is slower, and its
 * promise of constant time is weaker: docs/constant-time.md. `load()` takes no source here, and `loadSync()` works everywhere. Its
 * classes of errors are not those of the main entry; tell errors by their `code` where you use both.
 *
 * @module romulus-wasm/js
 */
export * from '../index.js';
