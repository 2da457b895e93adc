/**
 * `npm run check -- timing` applies dudect's method to the shipped modules in this Node. Each operation is timed on two
 * classes of secret inputs, one fixed and one random, in random order. Welch's t shows whether the means of the two
 * classes differ. It is computed over all measurements, and over those below some percentiles, because the machine
 * causes the slowest ones. The check fails if any t stays above 4.5. For modules with leaks, t must be above 4.5.
 *
 * `--samples=40000` sets the number of measurements.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { timingSafeEqual } from '../../ts/api/secrets.js';
import { keyLength } from '../../ts/engine/message.js';
import type { ModeRow } from '../../ts/suites/table.js';
import { main } from '../native/compile.js';
import { type Suite, suites } from './declarations.js';
import { leakyCopyOf } from './leaks.js';
import { exportsOf, mapOf, moduleOf } from './modules.js';

const limit = 4.5;
const percentiles = [1, 0.99, 0.95, 0.9, 0.75, 0.5];
const sampleCount = Number(parseArgs({ options: { samples: { type: 'string', default: '40000' } } }).values.samples);

/** `bring` writes the inputs of one of the two classes, and is not timed. `work` is timed. */
interface Operation {
  name: string;
  bring(isRandom: number): void;
  work(): void;
}

/** Runs the operation on both classes in random order, and returns the times of each. */
function times({ bring, work }: Operation, samples: number): [Float64Array, Float64Array] {
  const classes = randomBytes(samples).map((byte) => byte & 1);
  const all = new Float64Array(samples);
  for (let i = 0; i < samples; i++) {
    bring(classes[i] as number);
    const start = process.hrtime.bigint();
    work();
    all[i] = Number(process.hrtime.bigint() - start);
  }
  return [all.filter((_, i) => classes[i] === 0), all.filter((_, i) => classes[i] === 1)];
}

/** Welch's t of two samples. */
function welch(a: Float64Array, b: Float64Array): number {
  const moments = (values: Float64Array) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    return { mean, error: variance / values.length };
  };
  const [x, y] = [moments(a), moments(b)];
  return (x.mean - y.mean) / Math.sqrt(x.error + y.error || Number.MIN_VALUE);
}

/** The largest t over the percentiles. Both classes together decide each percentile. */
function largest([a, b]: [Float64Array, Float64Array]): number {
  const sorted = Float64Array.of(...a, ...b).sort();
  const values = percentiles.map((part) => {
    const most = sorted[Math.floor((sorted.length - 1) * part)] as number;
    const below = (value: number) => value <= most;
    return Math.abs(welch(a.filter(below), b.filter(below)));
  });
  return Math.max(...values);
}

function instantiate(bytes: Uint8Array) {
  const exports = exportsOf(bytes);
  return { exports, memory: new Uint8Array(exports.memory.buffer), map: mapOf(exports) };
}

const adLength = 16;
const textLength = 64;

/**
 * Returns a function that writes to memory either the fixed input or the next of some random ones. Both classes come
 * from one array, in which copies of the fixed input alternate with random ones, so that both are supplied alike.
 */
function classesOf(make: (bytes: Uint8Array) => Uint8Array, length: number, memory: Uint8Array, usual = 0) {
  const pairs = 256;
  const all = new Uint8Array(2 * pairs * length);
  const fixed = make(new Uint8Array(length));
  for (let i = 0; i < pairs; i++) {
    all.set(fixed, 2 * i * length);
    all.set(make(randomBytes(length)), (2 * i + 1) * length);
  }
  let next = 0;
  return (isRandom: number, at = usual): void => {
    next = (next + 1) % pairs;
    const start = (2 * next + isRandom) * length;
    for (let i = 0; i < length; i++) memory[at + i] = all[start + i] as number;
  };
}

function comparison({ modes }: Suite, bytes: Uint8Array): Operation {
  const { exports, memory, map } = instantiate(bytes);
  const { window } = map;
  const [{ id, tagLength }] = Object.values(modes) as [ModeRow];
  exports.aead_encrypt!(id, adLength, textLength);
  exports.aead_tag!();
  const tag = memory.slice(window, window + tagLength);
  // The received tag: the right one, or a random one.
  const bring = classesOf((some) => (some.some((byte) => byte !== 0) ? some : tag), tagLength, memory, window);
  return {
    name: 'tag comparison',
    bring,
    work: () => {
      for (let i = 0; i < 32; i++) exports.aead_verify!();
    },
  };
}

function modes(suite: Suite, bytes: Uint8Array): Operation[] {
  const { exports, memory, map } = instantiate(bytes);
  const { window } = map;
  const crypting = Object.values(suite.modes).flatMap(({ name, id, nonceLength, tagLength }): Operation[] => {
    const messageLength = adLength + keyLength + nonceLength + textLength + tagLength;
    const encrypt = () => void exports.aead_encrypt!(id, adLength, textLength);
    const decrypt = () => void exports.aead_decrypt!(id, adLength, textLength);
    const plain = classesOf((some) => some, messageLength, memory, window);
    const sealedOf = (some: Uint8Array) => {
      memory.set(some, window);
      encrypt();
      return memory.slice(window, window + messageLength);
    };
    const sealed = classesOf(sealedOf, messageLength, memory, window);
    return [
      { name: `${name} encrypt`, bring: plain, work: encrypt },
      { name: `${name} decrypt`, bring: sealed, work: decrypt },
    ];
  });
  if (!suite.hash) return crypting;
  const bring = classesOf((some) => some, textLength, memory, window);
  return [...crypting, { name: suite.hash.name, bring, work: () => void exports.hash!(textLength) }];
}

/** The numbers of messages that all modes of a suite process side by side. */
const laneCountsOf = ({ modes }: Suite) => (Object.values(modes) as [ModeRow])[0].laneCosts.map(([count]) => count);

/** Operations that encrypt a whole message in each of the lanes, side by side. */
function lanes(suite: Suite, bytes: Uint8Array, count: number): Operation[] {
  const { exports, memory, map } = instantiate(bytes);
  const { lanes: start, laneLength: length } = map;
  const key = map.firstKey - start;
  const words = new DataView(memory.buffer);
  const modes = Object.values(suite.modes);
  const [{ nonceLength, tagLength }] = modes as [ModeRow];
  const data = classesOf((some) => some, keyLength + nonceLength + tagLength + adLength + textLength, memory);
  const operations = modes.map(({ name, id }) => ({ name, id, ad: adLength }));
  if (suite.hash) operations.push({ ...suite.hash, ad: 0 });
  return operations.map(({ name, id, ad }) => ({
    name: `${name}, ${count} lanes`,
    bring: (isRandom: number) => {
      for (let lane = 0; lane < count; lane++) {
        const at = start + lane * length;
        // The words that a message begins with: request, ad_length, length, last, whole.
        for (const [i, word] of [5, ad, textLength, 1, 1].entries()) words.setUint32(at + 4 * i, word, true);
        data(isRandom, at + key);
      }
    },
    work: () => void exports.lanes_run!(id, 0, count),
  }));
}

function inJavaScript(): Operation {
  const tag = randomBytes(16);
  const received = new Uint8Array(16);
  return {
    name: 'timingSafeEqual',
    bring: classesOf((some) => (some.some((byte) => byte !== 0) ? some : tag), 16, received),
    work: () => {
      for (let i = 0; i < 32; i++) timingSafeEqual(received, tag);
    },
  };
}

/** Measures after a warm-up, in which the engine compiles the code. */
function measure(operation: Operation): number {
  times(operation, Math.min(sampleCount, 5000));
  return largest(times(operation, sampleCount));
}

function check(where: string, operation: Operation, { isLeaky = false } = {}): boolean {
  let t = measure(operation);
  // A difference that the machine causes does not appear again.
  for (let again = 0; again < 2 && t > limit && !isLeaky; again++) t = measure(operation);
  const isGood = isLeaky ? t > limit : t <= limit;
  console.log(`| ${where} | ${operation.name} | ${t.toFixed(1)} |${isGood ? '' : ' **not as it should be**'}`);
  return isGood;
}

await main(async () => {
  console.log(`Node ${process.version}, ${process.arch}, ${sampleCount} measurements of each\n`);
  console.log('| module | operation | largest t |\n| --- | --- | ---: |');
  const outcomes = [check('TypeScript', inJavaScript())];
  for (const suite of suites)
    for (const kernel of suite.kernels) {
      const bytes = moduleOf(kernel, suite.key);
      const where = `${suite.name}, ${kernel}`;
      const sideBySide = kernel === 'simd128' ? laneCountsOf(suite) : [];
      const operations = [...modes(suite, bytes), ...sideBySide.flatMap((count) => lanes(suite, bytes, count))];
      outcomes.push(check(`${where} with leaks`, comparison(suite, leakyCopyOf(bytes).bytes), { isLeaky: true }));
      for (const operation of [comparison(suite, bytes), ...operations]) outcomes.push(check(where, operation));
    }
  return outcomes.filter((isGood) => !isGood).length;
});
