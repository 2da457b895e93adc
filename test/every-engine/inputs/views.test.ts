/** Byte arrays of every kind: the package reads exactly their bytes, changes none, and returns plain arrays. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { GrowableSharedArrayBuffer, hasGrowable, hasResizable, ResizableArrayBuffer } from '../../fixtures/buffers.js';
import { ad, bytesIn, concatenate, expectOwn, expectSame, text } from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, expectRight, withBytes } from '../../fixtures/calls.js';
import { modes, sync } from '../../fixtures/modes.js';
import { Foreign, node } from '../../fixtures/runtime.js';
import { casesOf } from '../../fixtures/suites.js';
import { poolOf } from '../pool/workers.js';

const forms = { package: { ...romulus, ...stream }, sync, pool: await poolOf(1) };

const over = (buffer: ArrayBufferLike, bytes: Uint8Array, offset = 0) => {
  const view = new Uint8Array(buffer, offset, bytes.length);
  view.set(bytes);
  return view;
};

class Subclass extends Uint8Array {}

/** A subclass whose constructor takes other parameters than Uint8Array's. */
class Labelled extends Uint8Array {
  readonly label: string;
  constructor(label: { text: string }, bytes: ArrayLike<number>) {
    super(bytes);
    this.label = label.text.trim();
  }
}

/** An array that reports another length at each look. */
class Changing extends Uint8Array {
  #asked = 0;
  override get length(): number {
    return this.#asked++ % 2 === 0 ? 16 : 0;
  }
}

type Kinds = Record<string, (bytes: Uint8Array) => Uint8Array>;

/** An array over the empty rest of a growable buffer; it grows with the buffer. */
function tracking<Buffer extends ArrayBufferLike>(
  Growing: new (length: number, options: { maxByteLength: number }) => Buffer,
  lengthen: (buffer: Buffer, length: number) => void,
): Kinds[string] {
  return (bytes) => {
    const buffer = new Growing(4, { maxByteLength: bytes.length + 99 });
    const view = new Uint8Array(buffer, 4);
    lengthen(buffer, bytes.length + 4);
    view.set(bytes);
    return view;
  };
}

const kinds: Kinds = {
  'a Uint8Array of its own': (bytes) => bytes.slice(),
  'a subarray': (bytes) => concatenate(text(13), bytes, text(7)).subarray(13, 13 + bytes.length),
  'a subarray of a large buffer': (bytes) => over(new ArrayBuffer(bytes.length + 70_000), bytes, 33_001),
  ...(node && {
    'a Buffer': (bytes) => Buffer.alloc(bytes.length, bytes),
    'a pooled Buffer': (bytes) => Buffer.from(bytes),
    'a subarray of a Buffer': (bytes) => Buffer.concat([text(5), bytes, text(5)]).subarray(5, 5 + bytes.length),
  }),
  'over a SharedArrayBuffer': (bytes) => over(new SharedArrayBuffer(bytes.length + 9), bytes, 9),
  ...(hasResizable && {
    'over a resizable ArrayBuffer': (bytes) =>
      over(new ResizableArrayBuffer(bytes.length + 3, { maxByteLength: bytes.length + 99 }), bytes, 3),
    'tracking a resizable ArrayBuffer': tracking(ResizableArrayBuffer, (buffer, n) => buffer.resize(n)),
  }),
  ...(hasGrowable && {
    'tracking a growable SharedArrayBuffer': tracking(GrowableSharedArrayBuffer, (buffer, n) => buffer.grow(n)),
  }),
  'of another realm': (bytes) => new Foreign(bytes),
  'a subarray of another realm': (bytes) => new Foreign(concatenate(text(3), bytes)).subarray(3),
  'a subclass': (bytes) => new Subclass(bytes),
  'a subclass with a constructor of its own': (bytes) => new Labelled({ text: 'bytes' }, bytes),
  'with a prototype of its own': (bytes) =>
    Object.setPrototypeOf(bytes.slice(), Object.create(Uint8Array.prototype)) as Uint8Array,
  'that lies about its length by a getter of its class': (bytes) => new Changing(bytes),
  'that tells a shorter length': (bytes) => Object.defineProperty(bytes.slice(), 'length', { value: 3 }),
  'that tells a longer length': (bytes) => Object.defineProperty(bytes.slice(), 'length', { value: 40_000 }),
};

const lengths: [text: number, ad: number][] = [
  [0, 0],
  [40, 33],
  [20_000, 20_000],
];
/** Lengths worked in one call of the engine, and in pieces. */
const edges = [1, 16_384, 16, 16_000, 16_385, 100_000].map((length): [number, number] => [length, 20]);
/** The number of lengths that are tried with every kind; the others are tried with plain arrays alone. */
const ofEveryKind = casesOf({ usual: lengths.length, all: lengths.length + 2 });

/** The length of the memory that Node's small Buffers share. It differs from Buffer.poolSize in Node 26. */
const poolLength = node && Buffer.from('a').buffer.byteLength;

/** The whole memory of an array. Node's shared memory is left out: other Buffers are written into it meanwhile. */
const around = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength === poolLength ? bytes : new Uint8Array(bytes.buffer);

async function expectPlainUse(call: ByteCall, make: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  const made: Uint8Array<ArrayBuffer>[] = [];
  const given = withBytes(call.given, (bytes) => made[made.push(make(bytes) as (typeof made)[0]) - 1]);
  const before = made.map((bytes) => around(bytes).slice());
  const results = await bytesIn(await call.run(given));
  expectRight(call, results);
  if (!call.name.includes('Stream') && !call.name.includes('Blob')) expectOwn(results, made);
  for (const [i, bytes] of made.entries()) expectSame(around(bytes), before[i]!, `input ${i} of ${call.name}`);
}

const tried = [...lengths, ...edges].flatMap(([textLength, adLength]) =>
  Object.entries(forms).map(([name, form]) => ({ textLength, adLength, name, form })),
);
const calls = await Promise.all(
  tried.map(async (row) => ({ ...row, calls: await byteCalls(row.form, sync, row.textLength, row.adLength) })),
);

describe.each(Object.entries(kinds))('%s', (kind, make) => {
  it.each(kind === 'a Uint8Array of its own' ? calls : calls.slice(0, ofEveryKind * 3))(
    'is taken by every function of: $name, $textLength bytes, $adLength of associated data',
    async ({ calls }) => {
      for (const call of calls) await expectPlainUse(call, make);
    },
  );

  it('is compared and wiped in place', () => {
    const bytes = text(33);
    const { timingSafeEqual, wipe } = romulus;
    expect(timingSafeEqual(make(bytes), bytes)).toBe(true);
    expect(timingSafeEqual(bytes, make(bytes))).toBe(true);
    for (const other of [ad(33), text(32)]) expect(timingSafeEqual(make(bytes), other)).toBe(false);
    const made = make(bytes);
    const around = new Uint8Array(made.buffer).slice();
    wipe(made);
    around.fill(0, made.byteOffset, made.byteOffset + bytes.length);
    expectSame(new Uint8Array(made.buffer), around);
  });
});

it.each(modes)('one array serves as several arguments of $aead.name', async ({ aead, twin }) => {
  const bytes = text(20_000);
  const first = bytes.subarray(0, 16);
  const aliased = { key: first, nonce: first, plaintext: bytes, associatedData: bytes };
  const expected = twin.encrypt(withBytes(aliased, (each) => each.slice()));
  expectSame(await aead.encrypt(aliased), expected);
  expectSame(twin.encrypt(aliased), expected);
  expectSame(bytes, text(20_000));
  const small = { key: first, nonce: first, plaintext: first, associatedData: first };
  for (const each of await aead.encryptMany([small, small])) expectSame(each, twin.encrypt(small));
});
