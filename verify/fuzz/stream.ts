/**
 * Fuzzes the reader of encrypted files. The reference seals files, which are changed at random and read in random
 * pieces. The reader must return only whole chunks from the beginning of the plaintext, and must refuse a changed file.
 * Each case follows from its seed: `tsx verify/fuzz/stream.ts --seed=N` repeats one.
 */
import { ReadableStream, type ReadableWritablePair } from 'node:stream/web';
import { parseArgs } from 'node:util';
import { referenceParts } from '../../test/reference/encrypted-file.js';
import { pattern } from '../../test/reference/kats.js';
import { AuthenticationError } from '../../ts/base/errors.js';
import { decryptStream, FormatError, SecretKindError, VersionError } from '../../ts/stream/index.js';
import { Random } from './random.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    // The reader gets the unchanged file, so it accepts a file that it should refuse. The fuzzer must find this.
    faulty: { type: 'boolean', default: false },
  },
});

const key = pattern('key', 16);
const headerLength = 64;
const tagLength = 16;
const chunkLength = 1024;

interface FileCase {
  file: Uint8Array;
  plaintext: Uint8Array;
  associatedData: Uint8Array;
}

async function fileCases(): Promise<FileCase[]> {
  const cases: FileCase[] = [];
  for (const mode of ['N', 'M', 'T'] as const)
    for (const length of [0, 1, 1023, 1024, 1025, 2048, 3500])
      for (const adLength of [0, 21]) {
        const plaintext = pattern('message', length);
        const associatedData = pattern('associatedData', adLength);
        const salt = pattern('nonce', 16 + cases.length).slice(cases.length);
        const inputs = { mode, secret: { key }, salt, associatedData, plaintext };
        const { header, chunks } = referenceParts({ ...inputs, chunkLog: Math.log2(chunkLength) });
        cases.push({ file: Buffer.concat([header, ...chunks]), plaintext, associatedData });
      }
  return cases;
}

const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

type Mutation = (file: Uint8Array, random: Random, others: FileCase[]) => Uint8Array;

/** A likely place of faults: anywhere, in the header, or near the start of a chunk. */
function placeIn(file: Uint8Array, random: Random): number {
  const near = headerLength + random.below(4) * (chunkLength + tagLength) + random.below(35) - 17;
  const place = random.pick([random.below(file.length + 1), random.below(headerLength), near]);
  return Math.max(0, Math.min(file.length, place));
}

/** Makes a mutation from a function that gets the bytes before a place and the bytes from there on. */
const atPlace =
  (change: (before: Uint8Array, after: Uint8Array, random: Random, others: FileCase[]) => Uint8Array): Mutation =>
  (file, random, others) => {
    const place = placeIn(file, random);
    return change(file.subarray(0, place), file.subarray(place), random, others);
  };

const mutations: Mutation[] = [
  atPlace((before, after, random) => {
    const [first = 0] = after;
    return joined(before, Uint8Array.of(first ^ (1 << random.below(8))), after.subarray(1));
  }),
  atPlace((before, after, random) => joined(before, random.bytes(1), after.subarray(1))),
  atPlace((before) => before),
  atPlace((before, after, random) => joined(before, after.subarray(random.below(2000)))),
  atPlace((before, after, random) => joined(before, random.bytes(random.below(1100)), after)),
  (file, random) => {
    const [a, b] = [placeIn(file, random), placeIn(file, random)].sort((x, y) => x - y) as [number, number];
    return joined(file.subarray(0, b), file.subarray(a, b), file.subarray(b));
  },
  atPlace((before, _, random, others) => {
    const other = random.pick(others).file;
    return joined(before, other.subarray(random.pick([before.length, placeIn(other, random)])));
  }),
  // Puts the first four chunks into a random order.
  (file, random) => {
    const stride = chunkLength + tagLength;
    const chunk = (i: number) => file.subarray(headerLength + i * stride, headerLength + (i + 1) * stride);
    const order = [0, 1, 2, 3].sort(() => random.below(3) - 1);
    return joined(file.subarray(0, headerLength), ...order.map(chunk));
  },
];

function pieces(file: Uint8Array, random: Random): Uint8Array[] {
  const most = random.pick([1, 7, headerLength, 100, 1040, 5000]);
  const result: Uint8Array[] = [];
  for (let start = 0; start < file.length; ) {
    const length = random.below(most + 1);
    result.push(file.slice(start, start + length));
    start += length;
  }
  return result;
}

async function decrypted(input: Uint8Array[], associatedData: Uint8Array) {
  const parts: Uint8Array[] = [];
  let error: unknown;
  try {
    const readable = ReadableStream.from(input).pipeThrough(
      decryptStream({ key, associatedData }) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>,
    );
    for await (const part of readable) parts.push(part);
  } catch (thrown) {
    error = thrown;
  }
  return { bytes: joined(...parts), error };
}

async function check(seed: number, cases: FileCase[]): Promise<void> {
  const random = new Random(seed);
  const { file, plaintext, associatedData } = random.pick(cases);
  let changed: Uint8Array = file;
  for (let i = random.below(4); i > 0; i--) changed = random.pick(mutations)(changed, random, cases);
  const isSame = Buffer.compare(changed, file) === 0;
  // Other associated data counts as a change too.
  const isOtherAd = random.below(16) === 0;
  const ad = isOtherAd ? pattern('associatedData', 1 + random.below(20)) : associatedData;
  const { bytes, error } = await decrypted(pieces(values.faulty ? file : changed, random), ad);
  // The changed file may equal another file of these cases.
  const became = cases.find(
    (other) => Buffer.compare(changed, other.file) === 0 && Buffer.compare(ad, other.associatedData) === 0,
  );
  if (became) {
    if (error !== undefined || Buffer.compare(bytes, became.plaintext) !== 0)
      throw new Error(`a right file is refused: ${error}`);
    return;
  }
  if (error === undefined) throw new Error(isSame ? 'other associated data is accepted' : 'a changed file is accepted');
  const refusals = [AuthenticationError, FormatError, VersionError, SecretKindError];
  if (!refusals.some((refusal) => error instanceof refusal)) throw error;
  if (bytes.length % chunkLength !== 0) throw new Error('a part of a chunk came out');
  const isOfSome = [plaintext, ...cases.map((other) => other.plaintext)].some(
    (whole) => Buffer.compare(bytes, whole.subarray(0, bytes.length)) === 0,
  );
  if (!isOfSome) throw new Error('what came out is not of the plaintext');
}

const cases = await fileCases();
const first = values.seed === undefined ? 1 : Number(values.seed);
const end = performance.now() + 1000 * Number(values.seconds);
let seed = first;
try {
  do {
    // If a check never settled, Node would end without a message. The timer prints the seed.
    const late = setTimeout(() => {
      console.error(`seed ${seed}: no end`);
      process.exit(1);
    }, 30_000);
    await check(seed, cases);
    clearTimeout(late);
    seed++;
  } while (values.seed === undefined && performance.now() < end);
  console.log(`${seed - first} files, no finding`);
} catch (error) {
  console.error(`seed ${seed}:`, error);
  process.exit(1);
}
