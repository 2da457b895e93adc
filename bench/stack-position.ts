/**
 * Measures how the time of a message depends on the position of the stack: `npx tsx bench/stack-position.ts`, after
 * `npm run build`. An engine may keep vectors of the cipher's loop on the stack. It is slow if one of them lies across
 * two pages of memory.
 */
import { generateKey, generateNonce, load } from 'romulus-wasm';
import { median } from './figures.js';

const { romulusN } = await load();
const plaintext = new Uint8Array(4096);
const output = new Uint8Array(plaintext.length + romulusN.tagLength);
const request = { key: generateKey(), nonce: generateNonce(), plaintext, output };

function time(): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < 2; i++) romulusN.encrypt(request);
  return Number(process.hrtime.bigint() - start);
}

/** Returns the time of a call that has this number of further frames and words below it on the stack. */
function timeBehind(frames: number, words: number): number {
  if (frames === 0) return Reflect.apply(time, undefined, new Array(words).fill(0));
  // The addition keeps this frame on the stack.
  return 0 + timeBehind(frames - 1, words);
}

const mostFrames = 110;
const rounds = 14;

// The engine compiles all functions before their times count.
for (let i = 0; i < 1500; i++) timeBehind(i % mostFrames, i % 8);
const times = Array.from({ length: 8 }, (_, words) => {
  const ofWords = new Array<number>(mostFrames).fill(Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++)
    for (const [frames, least] of ofWords.entries()) ofWords[frames] = Math.min(least, timeBehind(frames, words));
  return ofWords;
}).flat();
const usual = median(times);
const slow = times.filter((time) => time > 1.2 * usual);
const slowest = Math.max(...times) / usual;
console.log(
  `Node ${process.versions.node}: ${slow.length} of ${times.length} positions take more than 1.2 times as long as usual, ` +
    `the slowest ${slowest.toFixed(1)} times`,
);
