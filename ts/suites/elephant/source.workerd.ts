/** The module on Cloudflare's workerd, which compiles .wasm files only when a Worker is deployed. */
// @ts-expect-error: resolved by the runtime, to a WebAssembly.Module
import module from './elephant.wasm';

export const defaultSource = (): object => module;
