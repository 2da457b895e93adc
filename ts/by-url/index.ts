/**
 * romulus-wasm/by-url: all of the main entry, but with the WebAssembly module in a file beside it, which is read when it is
 * first needed. Its classes of errors are not those of the main entry; tell errors by their `code` where you use both.
 *
 * @module romulus-wasm/by-url
 */
export * from '../index.js';
