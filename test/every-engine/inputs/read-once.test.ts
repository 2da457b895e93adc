/** Each input's length and bytes are read once: arrays that lie about their length, that shrink or that another thread changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load } from '../../../ts/index.js';
import { createPool, type Pool } from '../../../ts/pool/index.js';
import { GrowableSharedArrayBuffer, hasGrowable, hasResizable, ResizableArrayBuffer } from '../../fixtures/buffers.js';
import { ad, concatenate, expectSame, includes, key, nonce, same, text, thrown } from '../../fixtures/bytes.js';
import { loadedPackage } from '../../fixtures/instance.js';
import { loadModes } from '../../fixtures/suites.js';
import { Writer } from '../../fixtures/writer.js';
import { worker } from '../pool/workers.js';

const sync = await load();
/** They read a text before they decrypt it. */
const readingModes = (await loadModes()).filter(({ mode }) => mode.readsTextFirst === 'decrypt');
const plaintext = text(64);

/** A 16-byte array that tells another length each time that it is asked. */
class Changing extends Uint8Array {
  #asked = 0;
  override get length(): number {
    return this.#asked++ % 2 === 0 ? 16 : 0;
  }
}

/** The same by a property of its own. */
const withOwnLength = (length: number) => Object.defineProperty(text(16), 'length', { value: length });

describe('an array that lies about its length', () => {
  it.each([
    ['by a getter of its class', () => new Changing(text(16))],
    ['by a property: shorter', () => withOwnLength(3)],
    ['by a property: longer', () => withOwnLength(40)],
  ])('%s is read as it is', async (_, make) => {
    const expected = sync.romulusN.encrypt({ key, nonce, plaintext, associatedData: text(16) });
    expectSame(sync.romulusN.encrypt({ key, nonce, plaintext, associatedData: make() }), expected, 'associated data');
    const short = sync.romulusN.encrypt({ key, nonce, plaintext: text(16) });
    expectSame(sync.romulusN.encrypt({ key, nonce, plaintext: make() }), short, 'plaintext');
    const [one, two] = sync.romulusN.encryptMany([
      { key, nonce, plaintext: make() },
      { key, nonce, plaintext: make() },
    ]);
    expectSame(one, short, 'the first of two');
    expectSame(two, short, 'the second of two');
    expectSame(sync.romulusH(make()), sync.romulusH(text(16)), 'hash');
    expectSame(sync.createHasher().update(make()).digest(), sync.romulusH(text(16)), 'hasher');
    expectSame(sync.hashMany([make(), make()])[1], sync.romulusH(text(16)), 'hashMany');
  });

  it.each([3, 15, 17, 32])('is no key where it has %i bytes and tells 16', (length) => {
    const lying = Object.defineProperty(text(length), 'length', { value: 16 });
    class Subclass extends Uint8Array {
      override get length() {
        return 16;
      }
    }
    for (const wrong of [lying, new Subclass(text(length))]) {
      expect(thrown(() => sync.seal({ key: wrong, plaintext }))).toMatchObject({
        code: 'ERR_ROMULUS_LENGTH',
        received: length,
      });
      expect(thrown(() => sync.romulusM.encrypt({ key: wrong, nonce, plaintext }))).toMatchObject({ argument: 'key' });
    }
  });
});

it('associated data that tells its length late has no forgery accepted', () => {
  // Were one length taken for addresses and another for copying, a key, a nonce and a tag of somebody else's would stand where the
  // caller's should.
  const forgedKey = text(16).reverse();
  const forged = concatenate(forgedKey, nonce, sync.romulusN.encrypt({ key: forgedKey, nonce, plaintext: text(0) }));
  for (let late = 0; late < 6; late++) {
    let asked = 0;
    class Late extends Uint8Array {
      override get length() {
        return asked++ < late ? 0 : forged.length;
      }
    }
    const request = { key, nonce: text(16), ciphertext: text(16), associatedData: new Late(forged) };
    expect(thrown(() => sync.romulusN.decrypt(request))).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
  }
});

describe.runIf(hasResizable)('a buffer that shrinks or is taken away while arguments are read', () => {
  /** A key over a buffer that can be emptied; and the code of the caller's that does it, wherever a call runs such code. */
  const resizable = (bytes: Uint8Array) => {
    const buffer = new ResizableArrayBuffer(bytes.length, { maxByteLength: 64 });
    const view = new Uint8Array(buffer);
    view.set(bytes);
    return { view, shrink: () => buffer.resize(0) };
  };
  const signalThat = (act: () => void) => ({
    aborted: false,
    throwIfAborted: act,
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  /** Of which reading the text does something. */
  const requestThat = (act: () => unknown) => ({
    key,
    nonce,
    get plaintext() {
      act();
      return plaintext;
    },
  });
  const underZeros = sync.romulusN.encrypt({ key: new Uint8Array(16), nonce, plaintext });

  it('never encrypts under zeros', async () => {
    const { romulusN } = await import('../../../ts/index.js');
    const { view, shrink } = resizable(key);
    const outcome = await romulusN
      .encrypt({ key: view, nonce, plaintext }, { signal: signalThat(shrink) })
      .catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_LENGTH', argument: 'key', received: 0 });
    expect(outcome).not.toEqual(underZeros);
  });

  it('fails a list of which a later request shrinks an earlier one', () => {
    const ofKey = resizable(key);
    const ofData = resizable(ad(16));
    for (const [request, shrink] of [
      [{ key: ofKey.view, nonce, plaintext }, ofKey.shrink],
      [{ key, nonce, plaintext, associatedData: ofData.view }, ofData.shrink],
    ] as const)
      expect(thrown(() => sync.romulusN.encryptMany([request, requestThat(shrink)]))).toMatchObject({
        code: 'ERR_ROMULUS_USAGE',
      });
  });

  it('leaves no key in the module when a list fails while it is laid in', async () => {
    const { sync: romulus, memory } = await loadedPackage();
    const taken = text(64);
    const later = requestThat(() => structuredClone(taken.buffer, { transfer: [taken.buffer] }));
    // The longest is laid in first, and its key is laid in when the text turns out to be gone.
    const requests = [
      { key, nonce, plaintext: taken, associatedData: ad(128) },
      ...new Array(8).fill({ key, nonce, plaintext }),
      later,
    ];
    expect(thrown(() => romulus.romulusN.encryptMany(requests))).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
    expect(includes(memory, key)).toBe(false);
  });
});

describe('another thread', () => {
  let writer: Writer;
  let pool: Pool;
  beforeAll(async () => {
    writer = await Writer.start();
    pool = await createPool({ size: 1, worker });
  });
  afterAll(async () => {
    await writer.stop();
    await pool.close();
  });

  describe.runIf(hasGrowable)('that makes associated data longer', () => {
    const step = 16;
    const most = 8000;

    /** Calls again and again while associated data grows, with the lengths that it had before and after. */
    const whileGrowing = async (call: (associatedData: Uint8Array) => unknown) => {
      const shared = new GrowableSharedArrayBuffer(step, { maxByteLength: most });
      const associatedData = new Uint8Array(shared);
      await writer.grow(shared, most, step);
      writer.go();
      while (shared.byteLength < most) await call(associatedData);
    };
    const grewWhileCopied = (error: unknown) => {
      expect(error).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
      return undefined;
    };
    const opensWithSome = (open: (associatedData: Uint8Array) => boolean, from: number, to: number) => {
      for (let length = from; length <= to; length += step) if (open(new Uint8Array(length))) return true;
      return false;
    };

    it('never moves the key', async () => {
      let calls = 0;
      const call = (associatedData: Uint8Array) => {
        const from = associatedData.length;
        let sealed: Uint8Array;
        try {
          sealed = sync.seal({ key, plaintext, associatedData });
        } catch (error) {
          return grewWhileCopied(error);
        }
        calls++;
        const to = associatedData.length;
        const open = (associatedData: Uint8Array) => {
          try {
            return same(sync.unseal({ key, sealed, associatedData }), plaintext);
          } catch {
            return false;
          }
        };
        expect(opensWithSome(open, from, to), `opens, of ${from} to ${to}`).toBe(true);
      };
      for (let i = 0; i < 100; i++) await whileGrowing(call);
      expect(calls).toBeGreaterThan(10);
    });

    it('never moves the key of a pool either', async () => {
      const long = text(8192);
      let calls = 0;
      const call = async (associatedData: Uint8Array) => {
        const from = associatedData.length;
        const work = pool.romulusM.encrypt({ key, nonce, plaintext: long, associatedData });
        const to = associatedData.length;
        const ciphertext = await work.catch(grewWhileCopied);
        if (!ciphertext) return;
        calls++;
        const open = (associatedData: Uint8Array) =>
          sync.romulusM.decryptMany([{ key, nonce, ciphertext, associatedData }])[0] !== null;
        expect(opensWithSome(open, from, to), `opens, of ${from} to ${to}`).toBe(true);
      };
      for (let i = 0; i < 20; i++) await whileGrowing(call);
      expect(calls).toBeGreaterThan(10);
    });
  });

  describe('that writes to a long text', () => {
    const long = text(40_000);
    /** Works ten times on a list of eight copies while they change. */
    const whileFlipping = async (bytes: Uint8Array, work: (texts: Uint8Array[]) => void) => {
      const texts = Array.from({ length: 8 }, () => {
        const view = new Uint8Array(new SharedArrayBuffer(bytes.length));
        view.set(bytes);
        return view;
      });
      await writer.flip(texts);
      try {
        for (let i = 0; i < 10; i++) work(texts);
      } finally {
        await writer.rest();
      }
    };
    it.each(readingModes)('gets no plaintext of $mode.name that is not authentic', async ({ twin: mode }) => {
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
