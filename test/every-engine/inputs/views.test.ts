/** The kinds of byte arrays that callers have: all are read where they start and as far as they reach, none is changed. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { GrowableSharedArrayBuffer, hasGrowable, hasResizable, ResizableArrayBuffer } from '../../fixtures/buffers.js';
import { ad, concatenate, expectAllSame, expectSame, key, nonce, text } from '../../fixtures/bytes.js';
import { messageCalls } from '../../fixtures/calls.js';
import { modes, modesOf, sync } from '../../fixtures/modes.js';
import { Foreign, node } from '../../fixtures/runtime.js';
import { casesOf } from '../../fixtures/suites.js';
import { poolOf } from '../pool/workers.js';

const pool = await poolOf(1);
const pooled = modesOf(pool, sync);

/** A copy of the bytes over another kind of memory, at an offset. */
const over = (buffer: ArrayBufferLike, bytes: Uint8Array, offset = 0) => {
  const view = new Uint8Array(buffer, offset, bytes.length);
  view.set(bytes);
  return view;
};

class Subclass extends Uint8Array {}

/** Its constructor takes something else than Uint8Array's does. */
class Labelled extends Uint8Array {
  readonly label: string;
  constructor(label: { text: string }, bytes: ArrayLike<number>) {
    super(bytes);
    this.label = label.text.trim();
  }
}

type Kinds = Record<string, (bytes: Uint8Array) => Uint8Array>;

const buffers: Kinds = {
  'a Buffer': (bytes) => Buffer.alloc(bytes.length, bytes),
  'a pooled Buffer': (bytes) => Buffer.from(bytes),
  'a subarray of a Buffer': (bytes) => Buffer.concat([text(5), bytes, text(5)]).subarray(5, 5 + bytes.length),
};

/** An array that is made over an empty rest of a buffer, and gets longer with it. */
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

const resizables: Kinds = {
  'over a resizable ArrayBuffer': (bytes) =>
    over(new ResizableArrayBuffer(bytes.length + 3, { maxByteLength: bytes.length + 99 }), bytes, 3),
  'tracking the length of a resizable ArrayBuffer': tracking(ResizableArrayBuffer, (buffer, n) => buffer.resize(n)),
};

const growable: Kinds = {
  'tracking the length of a growable SharedArrayBuffer': tracking(GrowableSharedArrayBuffer, (buffer, n) =>
    buffer.grow(n),
  ),
};

const kinds: Kinds = {
  'a Uint8Array of its own': (bytes) => bytes.slice(),
  'a subarray': (bytes) => concatenate(text(13), bytes, text(7)).subarray(13, 13 + bytes.length),
  'a subarray of a large buffer': (bytes) => over(new ArrayBuffer(bytes.length + 200_000), bytes, 100_001),
  ...(node && buffers),
  'over a SharedArrayBuffer': (bytes) => over(new SharedArrayBuffer(bytes.length + 9), bytes, 9),
  ...(hasResizable && resizables),
  ...(hasGrowable && growable),
  'of another realm': (bytes) => new Foreign(bytes),
  'a subarray of another realm': (bytes) => new Foreign(concatenate(text(3), bytes)).subarray(3),
  'a subclass': (bytes) => new Subclass(bytes),
  'a subclass with a constructor of its own': (bytes) => new Labelled({ text: 'bytes' }, bytes),
  'with a prototype of its own': (bytes) =>
    Object.setPrototypeOf(bytes.slice(), Object.create(Uint8Array.prototype)) as Uint8Array,
};

const lengths: [text: number, ad: number][] = [
  [0, 0],
  [40, 33],
  [20_000, 20_000],
  ...casesOf<[number, number][]>({
    usual: [],
    all: [
      [1, 0],
      [16_384, 0],
    ],
  }),
];

describe.each(Object.entries(kinds))('%s', (_, make) => {
  /** The same arguments made of arrays of this kind; they are compared with what they were after each call. */
  async function unchanged<Request extends Record<string, Uint8Array>, Result>(
    request: Request,
    call: (request: Request) => Result,
  ): Promise<Awaited<Result>> {
    const made = Object.fromEntries(Object.entries(request).map(([name, bytes]) => [name, make(bytes)]));
    const around = Object.values(made).map((bytes) => new Uint8Array(bytes.buffer).slice());
    const result = await call(made as Request);
    for (const [i, bytes] of Object.values(made).entries())
      expectSame(new Uint8Array(bytes.buffer), around[i] as Uint8Array, `argument ${Object.keys(made)[i]}`);
    return result;
  }

  describe.each(lengths)('%i bytes, %i of associated data', (textLength, adLength) => {
    const plaintext = text(textLength);
    const associatedData = ad(adLength);

    it.each(modes.map((each, i) => ({ ...each, inPool: pooled[i]!.aead })))('Romulus-$mode', async (tested) => {
      const { mode, aead, twin, inPool } = tested;
      const calls = messageCalls(twin, { key, nonce, plaintext, associatedData });
      for (const form of [aead, twin, inPool])
        for (const { name, given, call, expected } of calls)
          expectAllSame(await unchanged(given, (request) => call(form, request)), expected, name);
      for (const form of [romulus, sync, pool]) {
        const options = ({ associatedData }: { associatedData: Uint8Array }) => ({ mode, associatedData });
        const given = { key, plaintext, associatedData };
        const sealed = await unchanged(given, (r) => form.seal({ key: r.key, plaintext: r.plaintext, ...options(r) }));
        const toOpen = { key, sealed, associatedData };
        expectSame(
          await unchanged(toOpen, (r) => form.unseal({ key: r.key, sealed: r.sealed, ...options(r) })),
          plaintext,
        );
      }
    });

    it('Romulus-H', async () => {
      const given = { message: plaintext };
      const digest = sync.romulusH(plaintext);
      for (const form of [romulus, sync, pool]) {
        expectSame(await unchanged(given, (r) => form.romulusH(r.message)), digest);
        for (const result of await unchanged(given, (r) => form.hashMany([r.message, r.message])))
          expectSame(result, digest);
      }
      const hasher = await romulus.createHasher();
      expectSame(await unchanged(given, (r) => hasher.update(r.message).digest()), digest);
      async function* chunk(bytes: Uint8Array) {
        yield bytes;
      }
      expectSame(await unchanged(given, (r) => romulus.hashStream(chunk(r.message))), digest);
    });
  });

  it('is compared and wiped where it is', () => {
    const bytes = text(33);
    expect(romulus.timingSafeEqual(make(bytes), bytes)).toBe(true);
    expect(romulus.timingSafeEqual(bytes, make(bytes))).toBe(true);
    expect(romulus.timingSafeEqual(make(bytes), ad(33))).toBe(false);
    expect(romulus.timingSafeEqual(make(bytes), text(32))).toBe(false);
    const made = make(bytes);
    const before = new Uint8Array(made.buffer).slice();
    romulus.wipe(made);
    expect(made.every((byte) => byte === 0)).toBe(true);
    before.fill(0, made.byteOffset, made.byteOffset + made.length);
    expectSame(new Uint8Array(made.buffer), before, 'what is around');
  });
});

describe('the same array for several arguments', () => {
  it.each(modes)('Romulus-$mode', async ({ aead, twin }) => {
    const bytes = text(20_000);
    const first = bytes.subarray(0, 16);
    const aliased = { key: first, nonce: first, plaintext: bytes, associatedData: bytes };
    const apart = { key: first.slice(), nonce: first.slice(), plaintext: bytes.slice(), associatedData: bytes.slice() };
    expectSame(await aead.encrypt(aliased), twin.encrypt(apart));
    expectSame(twin.encrypt(aliased), twin.encrypt(apart));
    expectSame(bytes, text(20_000));
    const small = { key: first, nonce: first, plaintext: first, associatedData: first };
    const [one, two] = await aead.encryptMany([small, small]);
    expectSame(one, twin.encrypt(small));
    expectSame(two, one as Uint8Array);
  });
});
