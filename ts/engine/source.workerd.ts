/** The module on Cloudflare's workerd, which compiles .wasm files only when a Worker is deployed. */
// biome-ignore lint/suspicious/noTsIgnore: an error only where Vite's types, which the tests bring, are not in sight
// @ts-ignore: resolved by the runtime, to a WebAssembly.Module
import module from './romulus.wasm';

export const defaultSource = (): object => module;
