/**
 * Tells whether WebAssembly is slowed down here. An attached debugger does that: engines then run only the code of their quick
 * compiler. SHA-256 is timed in WebAssembly and in JavaScript, which a debugger leaves fast.
 *
 * This sees the effect, and not DevTools. An engine without an optimising compiler for WebAssembly looks as if DevTools were
 * open. The test runs at the beginning and at the end of a run, so it misses DevTools that are open only in between.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { createSHA256 } from 'hash-wasm';
import { measure } from '../measure.js';

/**
 * WebAssembly takes 0.24 of JavaScript's time in Chromium and 0.19 in Firefox. With a debugger, it takes 1.5 in
 * Chromium.
 */
const slow = 0.4;

/** With samples of `shortest` milliseconds. */
export async function isSlow(shortest: number): Promise<boolean> {
  const wasm = await createSHA256();
  const message = new Uint8Array(4096);
  const tasks = [{ run: () => wasm.init().update(message).digest('binary') }, { run: () => sha256(message) }];
  // A median of rounds, because a busy machine may not have optimised the JavaScript in the first round.
  const [inWebAssembly = 0, inJavaScript = 0] = await measure(tasks, { rounds: 5, time: 60, iterations: 3, shortest });
  return inWebAssembly / inJavaScript >= slow;
}
