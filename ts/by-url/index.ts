/**
 * romulus-wasm/by-url: the whole main entry, but with the WebAssembly module in a separate file, which is read at its first use. This entry
 * has its own error classes. If you use both entries, tell errors apart by their `code`.
 *
 * @module romulus-wasm/by-url
 */
export * from '../index.js';
