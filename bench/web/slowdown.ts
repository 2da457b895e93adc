/**
 * Tells whether WebAssembly is slowed down here, as it is while a debugger is attached: engines then run code of their quick
 * compiler alone. SHA-256 is timed in WebAssembly and in JavaScript, which a debugger leaves fast.
 *
 * It sees the effect, not DevTools: an engine without an optimising compiler for WebAssembly seems to have DevTools open. Opened
 * and closed during a run, DevTools may escape it, as it looks at the beginning and at the end.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { createSHA256 } from 'hash-wasm';
import { measure } from '../measure.js';

/** WebAssembly takes 0.24 of JavaScript's time in Chromium and 0.19 in Firefox; with a debugger, 1.5 in Chromium. */
const slow = 0.4;

/** With samples of `shortest` milliseconds. */
export async function isSlow(shortest: number): Promise<boolean> {
  const wasm = await createSHA256();
  const message = new Uint8Array(4096);
  const tasks = [{ run: () => wasm.init().update(message).digest('binary') }, { run: () => sha256(message) }];
  // The median of rounds, in the first of which a busy machine may not have got to optimise the JavaScript.
  const [inWebAssembly = 0, inJavaScript = 0] = await measure(tasks, { rounds: 5, time: 60, iterations: 3, shortest });
  return inWebAssembly / inJavaScript >= slow;
}
