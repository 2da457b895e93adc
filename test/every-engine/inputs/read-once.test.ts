/** Each input's length and bytes are read once: arrays lie about their length, shrink, or change in another thread. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { load, romulusN } from '../../../ts/index.js';
import { GrowableSharedArrayBuffer, hasGrowable, hasResizable, ResizableArrayBuffer } from '../../fixtures/buffers.js';
import { concatenate, expectSame, includes, key, nonce, outcomeOf, same, text, thrown } from '../../fixtures/bytes.js';
import { loadedPackage } from '../../fixtures/instance.js';
import { loadModes } from '../../fixtures/suites.js';
import { Writer } from '../../fixtures/writer.js';
import { poolOf } from '../pool/workers.js';

const sync = await load();
const pool = await poolOf(1);
/** The modes that read a text before they decrypt it. */
const readingModes = (await loadModes()).filter(({ mode }) => mode.readsTextFirst === 'decrypt');
const plaintext = text(64);
/** A request whose key acts when it is read. */
const requestThat = (act: () => unknown) => ({
  get key() {
    act();
    return key;
  },
  ...{ nonce, plaintext },
});

it.each([3, 15, 17, 32])('an array of %i bytes that claims 16 is no key', (length) => {
  class Subclass extends Uint8Array {
    override get length() {
      return 16;
    }
  }
  const error = { code: 'ERR_ROMULUS_LENGTH', argument: 'key', received: length };
  for (const wrong of [Object.defineProperty(text(length), 'length', { value: 16 }), new Subclass(text(length))]) {
    expect(thrown(() => sync.seal({ key: wrong, plaintext }))).toMatchObject(error);
    expect(thrown(() => sync.romulusM.encrypt({ key: wrong, nonce, plaintext }))).toMatchObject(error);
  }
});

it.each([0, 1, 2, 3, 4, 5])('associated data that shows its length after %i looks lets no forgery through', (late) => {
  // If one length served for addresses and another for copying, an attacker's key, nonce and tag would replace the
  // caller's.
  const forgedKey = text(16).reverse();
  const forged = concatenate(forgedKey, nonce, sync.romulusN.encrypt({ key: forgedKey, nonce, plaintext: text(0) }));
  let asked = 0;
  class Late extends Uint8Array {
    override get length() {
      return asked++ < late ? 0 : forged.length;
    }
  }
  const request = { key, nonce: text(16), ciphertext: text(16), associatedData: new Late(forged) };
  expect(thrown(() => sync.romulusN.decrypt(request))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
});

describe.runIf(hasResizable)('a buffer that shrinks or is taken away while arguments are read', () => {
  /** An array over a buffer, and a function of the caller's that empties the buffer. */
  const resizable = (bytes: Uint8Array) => {
    const buffer = new ResizableArrayBuffer(bytes.length, { maxByteLength: 64 });
    const view = new Uint8Array(buffer);
    view.set(bytes);
    return { view, shrink: () => buffer.resize(0) };
  };
  it('never encrypts under zeros', async () => {
    const { view, shrink } = resizable(key);
    const signal = { aborted: false, throwIfAborted: shrink, addEventListener() {}, removeEventListener() {} };
    const outcome = await outcomeOf(() => romulusN.encrypt({ key: view, nonce, plaintext }, { signal }));
    expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_LENGTH', argument: 'key', received: 0 });
  });

  it.each([
    ['key', key],
    ['associatedData', text(16)],
  ])('fails a list of which a later request shrinks the %s of an earlier one', (name, bytes) => {
    const { view, shrink } = resizable(bytes);
    const list = [{ key, nonce, plaintext, [name]: view }, requestThat(shrink)];
    expect(thrown(() => sync.romulusN.encryptMany(list))).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
  });

  it('leaves no key in the module when a list fails while its inputs are copied', async () => {
    const { sync: romulus, memory } = await loadedPackage();
    const taken = text(64);
    const later = requestThat(() => structuredClone(taken.buffer, { transfer: [taken.buffer] }));
    // The engine takes the longest request first, and copies its key before it finds that the text is gone.
    const longest = { key, nonce, plaintext: taken, associatedData: text(128) };
    const requests = [longest, ...new Array(8).fill({ key, nonce, plaintext }), later];
    expect(thrown(() => romulus.romulusN.encryptMany(requests))).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
    expect(includes(memory, key)).toBe(false);
  });
});

it.runIf(hasGrowable)('a message of a list that gets longer while others are read is taken as it was', () => {
  const texts = Array.from({ length: 60 }, (_, i) => text(16 * (1 + ((i * 7) % 40))));
  const expected = texts.map((plaintext) => sync.romulusN.encrypt({ key, nonce, plaintext }));
  for (let growing = 0; growing < texts.length; growing++) {
    const buffer = new GrowableSharedArrayBuffer(texts[growing]!.length, { maxByteLength: 4096 });
    const array = new Uint8Array(buffer);
    array.set(texts[growing]!);
    const requests = texts.map((plaintext, i) => ({ key, nonce, plaintext: i === growing ? array : plaintext }));
    const last = requestThat(() => buffer.byteLength < 4096 && buffer.grow(4096));
    for (const [i, ciphertext] of sync.romulusN
      .encryptMany([...requests, last])
      .slice(0, -1)
      .entries())
      expectSame(ciphertext, expected[i]!, `message ${i} while ${growing} grows`);
  }
});

it.runIf(hasGrowable)('a key or nonce of a list that gets longer while others are read is refused', async () => {
  const { sync: romulus, memory, image } = await loadedPackage();
  for (const name of ['key', 'nonce']) {
    const buffer = new GrowableSharedArrayBuffer(16, { maxByteLength: 100_000 });
    const grown = new Uint8Array(buffer);
    const requests = new Array(40).fill({ key, nonce, plaintext });
    requests[5] = { key, nonce, plaintext, [name]: grown };
    const last = requestThat(() => {
      if (buffer.byteLength === 16) buffer.grow(100_000);
      grown.fill(0x5a);
    });
    const call = () => romulus.romulusN.encryptMany([...requests, last]);
    expect(thrown(call)).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
    expect(same(memory, image), name).toBe(true);
  }
});

const apart = sync.romulusN.encryptDetached({ key, nonce, plaintext });

it.runIf(hasGrowable).each([
  ['key', key],
  ['nonce', nonce],
  ['associatedData', text(40)],
  ['plaintext', plaintext],
  ['tag', apart.tag],
])('a %s that gets longer while it is copied leaves nothing in the module', async (name, bytes) => {
  const { sync: romulus, memory, image } = await loadedPackage();
  const call = ({ tag, ...given }: Record<string, Uint8Array>) =>
    tag
      ? romulus.romulusN.decryptDetached({ key, nonce, ciphertext: apart.ciphertext, tag })
      : romulus.romulusN.encrypt({ key, nonce, plaintext, ...given });
  const expected = call({ [name]: bytes });
  const buffer = new GrowableSharedArrayBuffer(bytes.length, { maxByteLength: 4096 });
  const growing = new Uint8Array(buffer);
  growing.set(bytes);
  const { set } = Uint8Array.prototype;
  // Another thread does this at any time.
  const spy = vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function grow(this: Uint8Array, source, at) {
    if (source === growing && buffer.byteLength < 4096) {
      buffer.grow(4096);
      growing.fill(0x5a, bytes.length);
    }
    set.call(this, source, at);
  });
  onTestFinished(() => spy.mockRestore());
  expectSame(call({ [name]: growing }), expected);
  expect(buffer.byteLength).toBe(4096);
  expect(same(memory, image)).toBe(true);
});

it('values of a request that no loop over its names shows are read', () => {
  const output = new Uint8Array(plaintext.length + 16);
  const values = { key, nonce, plaintext, associatedData: text(5) };
  const request = Object.create(Object.prototype, Object.getOwnPropertyDescriptors({ ...values, output }));
  for (const name of ['associatedData', 'output', 'key']) {
    Object.defineProperty(request, name, { enumerable: false });
    output.fill(0);
    expect(sync.romulusN.encrypt(request)).toBe(output);
    expectSame(output, sync.romulusN.encrypt(values));
  }
});

describe('another thread', () => {
  let writer: Writer;
  beforeAll(async () => {
    writer = await Writer.start();
  });
  afterAll(() => writer.stop());

  type Encrypt = (associatedData: Uint8Array) => Promise<Uint8Array>;
  type Decrypt = (ciphertext: Uint8Array, associatedData: Uint8Array) => Uint8Array | null;
  const long = text(8192);

  it.runIf(hasGrowable).each<[of: string, times: number, text: Uint8Array, encrypt: Encrypt, decrypt: Decrypt]>([
    [
      'a call at once',
      100,
      plaintext,
      async (associatedData) => sync.seal({ key, plaintext, associatedData }),
      (sealed, associatedData) =>
        sync.romulusM.decryptMany([
          { key, nonce: sealed.subarray(0, 16), ciphertext: sealed.subarray(16), associatedData },
        ])[0]!,
    ],
    [
      'a call of a pool',
      20,
      long,
      (associatedData) => pool.romulusM.encrypt({ key, nonce, plaintext: long, associatedData }),
      (ciphertext, associatedData) => sync.romulusM.decryptMany([{ key, nonce, ciphertext, associatedData }])[0]!,
    ],
  ])('that makes associated data longer never moves the key of %s', async (_, times, text, encrypt, decrypt) => {
    const [step, most] = [16, 8000];
    let calls = 0;
    for (let time = 0; time < times; time++) {
      const shared = new GrowableSharedArrayBuffer(step, { maxByteLength: most });
      const associatedData = new Uint8Array(shared);
      await writer.grow(shared, most, step);
      writer.go();
      while (shared.byteLength < most) {
        const from = associatedData.length;
        const promise = encrypt(associatedData);
        const to = associatedData.length;
        const result = await outcomeOf(() => promise);
        if (!(result instanceof Uint8Array)) {
          expect(result).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
          continue;
        }
        calls++;
        const lengths = Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);
        const opens = lengths.some((length) => same(decrypt(result, new Uint8Array(length)) ?? nonce, text));
        expect(opens, `opens, with ${from} to ${to} bytes`).toBe(true);
      }
    }
    expect(calls).toBeGreaterThan(10);
  });

  describe('that writes to a long text', () => {
    const long = text(40_000);
    /** Works ten times on a list of eight copies while another thread changes them. */
    const whileFlipping = async (bytes: Uint8Array, work: (texts: Uint8Array[]) => void) => {
      const texts = Array.from({ length: 8 }, () => new Uint8Array(new SharedArrayBuffer(bytes.length)));
      for (const each of texts) each.set(bytes);
      await writer.flip(texts);
      try {
        for (let i = 0; i < 10; i++) work(texts);
      } finally {
        await writer.rest();
      }
    };

    it.each(readingModes)('gets no forged plaintext of $mode.name', async ({ twin: mode }) => {
      const nonce = text(mode.nonceLength);
      const ciphertext = mode.encrypt({ key, nonce, plaintext: long });
      let refused = 0;
      await whileFlipping(ciphertext, (texts) => {
        for (const opened of mode.decryptMany(texts.map((each) => ({ key, nonce, ciphertext: each })))) {
          if (opened) expectSame(opened, long, 'what was taken for authentic');
          else refused++;
        }
      });
      expect(refused, 'how often the other thread was seen').toBeGreaterThan(0);
    });

    it('gets no ciphertext of Romulus-M that does not decrypt', async () => {
      const seen = new Set<string>();
      await whileFlipping(long, (texts) => {
        for (const ciphertext of sync.romulusM.encryptMany(texts.map((each) => ({ key, nonce, plaintext: each })))) {
          seen.add(ciphertext.subarray(-16).join());
          sync.romulusM.decrypt({ key, nonce, ciphertext });
        }
      });
      expect(seen.size, 'how many texts the other thread made').toBeGreaterThan(1);
    });
  });
});
