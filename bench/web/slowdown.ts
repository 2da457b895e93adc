/**
 * Tells whether WebAssembly is slowed down here, as it is while a debugger is attached: engines then run code of their quick
 * compiler alone. The same mixing of 16 numbers is timed in WebAssembly and in JavaScript, which a debugger leaves fast.
 * Optimised, WebAssembly took 0.63 of JavaScript's time in Chromium and 0.46 in Firefox; with the debugger 6 to 9 times as
 * long in Chromium and 2.8 times in Firefox. A short loop would not do: with numbers enough for the registers Chromium's quick
 * compiler is as good as the other.
 *
 * Its limits: it sees the effect, not DevTools. Panes that bring no debugger (Firefox's console) slow nothing down and cause
 * no warning; an engine without an optimising compiler for WebAssembly causes one with DevTools closed. Opened and closed
 * during a run, DevTools may escape it, as it looks at the beginning and at the end. The sizes of the window and the time of a
 * debugger statement are no alternative: they tell where panes are docked, or halt the page, and neither tells whether
 * anything is slower.
 */
import { measure } from '../measure.js';

/** WebAssembly is called slow if it takes this many times as long as JavaScript. */
const slow = 1.5;

const count = 16;
const rounds = 2000;

/** With samples of `shortest` milliseconds. */
export async function isSlow(shortest: number): Promise<boolean> {
  const { instance } = await WebAssembly.instantiate(moduleBytes());
  const mix = instance.exports.mix as (rounds: number) => number;
  if (mix(3) !== mixInJavaScript(3)) throw new Error('WebAssembly and JavaScript calculate differently');
  const tasks = [{ run: () => mix(rounds) }, { run: () => mixInJavaScript(rounds) }];
  // The median of rounds, in the first of which a busy machine may not have got to optimise the JavaScript.
  const [inWebAssembly = 0, inJavaScript = 0] = await measure(tasks, { rounds: 5, time: 60, iterations: 3, shortest });
  return inWebAssembly / inJavaScript >= slow;
}

/** Steps of x[i] = rotl(x[i] + x[i + 1], 7) ^ x[i + 5], indices modulo 16; local 0 counts the rounds, x starts at 1. */
function moduleBytes() {
  const get = (i: number) => [0x20, 1 + (i % count)];
  const step = (i: number) => [...get(i), ...get(i + 1), 0x6a, 0x41, 7, 0x77, ...get(i + 5), 0x73, 0x21, 1 + i];
  const steps = Array.from({ length: count }, (_, i) => step(i)).flat();
  const start = [0x20, 0, 0x21, 1];
  const loop = [0x03, 0x40, ...steps, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b];
  const body = [1, count, 0x7f, ...start, ...loop, ...get(0), 0x0b];
  const number = (value: number) => [(value & 0x7f) | 0x80, value >> 7];
  const name = [...'mix'].map((letter) => letter.charCodeAt(0));
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f],
    ...[3, 2, 1, 0],
    ...[7, 4 + name.length, 1, name.length, ...name, 0, 0],
    ...[10, ...number(body.length + 3), 1, ...number(body.length), ...body],
  ]);
}

const rotl7 = (x: number) => (x << 7) | (x >>> 25);

function mixInJavaScript(left: number): number {
  let [a, b, c, d, e, f, g, h] = [left, 0, 0, 0, 0, 0, 0, 0];
  let [i, j, k, l, m, n, o, p] = [0, 0, 0, 0, 0, 0, 0, 0];
  do {
    a = rotl7((a + b) | 0) ^ f;
    b = rotl7((b + c) | 0) ^ g;
    c = rotl7((c + d) | 0) ^ h;
    d = rotl7((d + e) | 0) ^ i;
    e = rotl7((e + f) | 0) ^ j;
    f = rotl7((f + g) | 0) ^ k;
    g = rotl7((g + h) | 0) ^ l;
    h = rotl7((h + i) | 0) ^ m;
    i = rotl7((i + j) | 0) ^ n;
    j = rotl7((j + k) | 0) ^ o;
    k = rotl7((k + l) | 0) ^ p;
    l = rotl7((l + m) | 0) ^ a;
    m = rotl7((m + n) | 0) ^ b;
    n = rotl7((n + o) | 0) ^ c;
    o = rotl7((o + p) | 0) ^ d;
    p = rotl7((p + a) | 0) ^ e;
    left--;
  } while (left > 0);
  return a;
}
