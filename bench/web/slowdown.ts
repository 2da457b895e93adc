/**
 * Tells whether WebAssembly is slowed down here. Under a debugger, for example, engines run only the code of their
 * quick compiler. SHA-256 is timed in WebAssembly and in JavaScript, which a debugger does not slow down. An engine
 * that never optimises WebAssembly looks the same. DevTools that are open only in the middle of a run go unnoticed.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { createSHA256 } from 'hash-wasm';
import { measure } from '../measure.js';

/** WebAssembly takes 0.24 of JavaScript's time in Chromium, 0.19 in Firefox, and 1.5 with a debugger in Chromium. */
const slow = 0.4;

/** Measures in samples of at least `shortest` milliseconds. */
export async function isSlow(shortest: number): Promise<boolean> {
  const wasm = await createSHA256();
  const message = new Uint8Array(4096);
  const tasks = [{ run: () => wasm.init().update(message).digest('binary') }, { run: () => sha256(message) }];
  // A median of rounds, because a busy machine may not have optimised the JavaScript in the first round.
  const [inWebAssembly = 0, inJavaScript = 0] = await measure(tasks, { rounds: 5, time: 60, iterations: 3, shortest });
  return inWebAssembly / inJavaScript >= slow;
}
