/** The module on edge runtimes that know a compiled .wasm file by `?module`, such as Vercel's. */
// @ts-expect-error: resolved by the bundler, to a WebAssembly.Module
import module from './romulus.wasm?module';

export const defaultSource = (): object => module;
