/**
 * Inputs that lie about their length, or that their caller or another thread changes during the call: each input's length
 * and bytes are read once. Inputs of more than 8 MiB are not copied before the first pause. The matrix tries shorter ones.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as main from '../../../ts/index.js';
import { mostCopied } from '../../../ts/runtime/event-loop.js';
import {
  GrowableSharedArrayBuffer,
  hasGrowable,
  hasResizable,
  made,
  ResizableArrayBuffer,
} from '../../fixtures/arrays.js';
import {
  concatenate,
  expectSame,
  includes,
  key,
  nonce,
  nonEmpty,
  outcomeOf,
  rejection,
  same,
  text,
  thrown,
} from '../../fixtures/bytes.js';
import { freshPackage, loadedPackage } from '../../fixtures/instance.js';
import { modes, sync } from '../../fixtures/modes.js';
import { pausingEverywhere, watchedSignal } from '../../fixtures/runtime.js';
import { casesOf, loadModes } from '../../fixtures/suites.js';
import { poolOf } from '../pool/workers.js';

const pool = await poolOf(1);
const plaintext = text(64);
/** A request whose key acts when it is read. */
const requestThat = (act: () => unknown) => ({
  get key() {
    act();
    return key;
  },
  ...{ nonce, plaintext },
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
    const outcome = await outcomeOf(() => main.romulusN.encrypt({ key: view, nonce, plaintext }, { signal }));
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

describe.runIf(hasGrowable)('an array that gets longer', () => {
  const growable = (bytes: Uint8Array, most = 100_000) => {
    const buffer = new GrowableSharedArrayBuffer(bytes.length, { maxByteLength: most });
    const array = new Uint8Array(buffer);
    array.set(bytes);
    const grow = () => {
      if (buffer.byteLength < most) buffer.grow(most);
      array.fill(0x5a, bytes.length);
    };
    return { array, grow };
  };

  it('while others of its list are read is taken as it was', () => {
    const texts = Array.from({ length: 60 }, (_, i) => text(16 * (1 + ((i * 7) % 40))));
    const expected = texts.map((plaintext) => sync.romulusN.encrypt({ key, nonce, plaintext }));
    for (let growing = 0; growing < texts.length; growing += casesOf({ usual: 7, all: 1 })) {
      const { array, grow } = growable(texts[growing]!);
      const requests = texts.map((plaintext, i) => ({ key, nonce, plaintext: i === growing ? array : plaintext }));
      const results = sync.romulusN.encryptMany([...requests, requestThat(grow)]);
      for (const [i, bytes] of expected.entries()) expectSame(results[i], bytes, `message ${i} while ${growing} grows`);
    }
  });

  it.each(['key', 'nonce'])('is no %s of a list, and leaves nothing', async (name) => {
    const { sync: romulus, memory, image } = await loadedPackage();
    const { array, grow } = growable(text(16));
    const requests = new Array(40).fill({ key, nonce, plaintext });
    requests[5] = { key, nonce, plaintext, [name]: array };
    const call = () => romulus.romulusN.encryptMany([...requests, requestThat(grow)]);
    expect(thrown(call)).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
    expect(same(memory, image), name).toBe(true);
  });

  const apart = sync.romulusN.encryptDetached({ key, nonce, plaintext });
  it.each([
    ['key', key],
    ['nonce', nonce],
    ['associatedData', text(40)],
    ['plaintext', plaintext],
    ['tag', apart.tag],
  ])('while it is copied as %s leaves nothing in the module', async (name, bytes) => {
    const { sync: romulus, memory, image } = await loadedPackage();
    const call = ({ tag, ...given }: Record<string, Uint8Array>) =>
      tag
        ? romulus.romulusN.decryptDetached({ key, nonce, ciphertext: apart.ciphertext, tag })
        : romulus.romulusN.encrypt({ key, nonce, plaintext, ...given });
    const expected = call({ [name]: bytes });
    // The module's memory has room for the longer array.
    const { array, grow } = growable(bytes, 4096);
    const { set } = Uint8Array.prototype;
    // Another thread does this at any time.
    const spy = vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function growing(
      this: Uint8Array,
      source,
      at,
    ) {
      if (source === array) grow();
      set.call(this, source, at);
    });
    onTestFinished(() => spy.mockRestore());
    expectSame(call({ [name]: array }), expected);
    expect(array.length).toBe(4096);
    expect(same(memory, image)).toBe(true);
  });
});

/** At an order this thread grows a buffer step by step, or flips bits of arrays until it must rest. */
const script = `
  const port = globalThis.process?.getBuiltinModule?.('node:worker_threads').parentPort ?? self;
  const listen = (act) => (port.on ? port.on('message', act) : port.addEventListener('message', ({ data }) => act(data)));
  listen(({ told, order, grown, most, step, texts }) => {
    port.postMessage('ready');
    if (grown) {
      while (Atomics.load(told, 0) < order);
      while (grown.byteLength < most) grown.grow(Math.min(grown.byteLength + step, most));
    } else {
      while (Atomics.load(told, 0) < order) for (const text of texts) for (let at = 0; at < text.length; at += 997) text[at] ^= 1;
      port.postMessage('resting');
    }
  });
  port.postMessage('started');
`;

describe('another thread', () => {
  /** The number of the thread's latest order that may begin or end. */
  const told = new Int32Array(new SharedArrayBuffer(4));
  let orders = 0;
  let hear: (said: unknown) => void;
  let worker: Worker | import('node:worker_threads').Worker;
  const heard = (expected: string) =>
    new Promise<void>((resolve) => {
      hear = (said) => {
        if (said === expected) resolve();
      };
    });
  const order = async (what: object) => {
    const ready = heard('ready');
    worker.postMessage({ ...what, order: ++orders, told });
    await ready;
  };
  const go = () => Atomics.store(told, 0, orders);

  beforeAll(async () => {
    const started = heard('started');
    const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');
    if (threads) {
      worker = new threads.Worker(script, { eval: true }).on('message', (said) => hear(said));
    } else {
      worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
      worker.onmessage = ({ data }) => hear(data);
    }
    await started;
  });
  afterAll(() => void worker.terminate());

  it.runIf(hasGrowable).each([
    { of: 'a call at once', form: sync.romulusM, times: casesOf({ usual: 40, all: 100 }), text: plaintext },
    { of: 'a call of a pool', form: pool.romulusM, times: 20, text: text(8192) },
  ])('that makes associated data longer never moves the key of $of', async ({ form, times, text }) => {
    const [step, most] = [16, 8000];
    let calls = 0;
    for (let time = 0; time < times; time++) {
      const shared = new GrowableSharedArrayBuffer(step, { maxByteLength: most });
      const associatedData = new Uint8Array(shared);
      await order({ grown: shared, most, step });
      go();
      while (shared.byteLength < most) {
        const from = associatedData.length;
        const promise = (async () => form.encrypt({ key, nonce, plaintext: text, associatedData }))();
        const to = associatedData.length;
        const ciphertext = await outcomeOf(() => promise);
        if (!(ciphertext instanceof Uint8Array)) {
          expect(ciphertext).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
          continue;
        }
        calls++;
        const lengths = Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);
        const opened = sync.romulusM.decryptMany(
          lengths.map((length) => ({ key, nonce, ciphertext, associatedData: new Uint8Array(length) })),
        );
        expect(
          opened.some((each) => each && same(each, text)),
          `opens, with ${from} to ${to} bytes`,
        ).toBe(true);
      }
    }
    expect(calls).toBeGreaterThan(10);
  });

  describe('that writes to a long text', async () => {
    const long = text(40_000);
    /** Works ten times on a list of eight copies while another thread changes them. */
    const whileFlipping = async (bytes: Uint8Array, work: (texts: Uint8Array[]) => void) => {
      const texts = Array.from({ length: 8 }, () => new Uint8Array(new SharedArrayBuffer(bytes.length)));
      for (const each of texts) each.set(bytes);
      await order({ texts });
      try {
        for (let i = 0; i < 10; i++) work(texts);
      } finally {
        const resting = heard('resting');
        go();
        await resting;
      }
    };

    const readingFirst = (await loadModes()).filter(({ mode }) => mode.readsTextFirst === 'decrypt');
    it.each(readingFirst)('gets no forged plaintext of $mode.name', async ({ twin: mode }) => {
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

const length = mostCopied + 1;
const longText = text(length);

const atSecond = (act: () => void) => {
  let told = 0;
  return { onProgress: () => void (++told === 2 && act()) };
};

/** The number of bytes of new arrays that are not 0 when the work first pauses. */
async function copiedAtFirst(call: (options: object) => Promise<unknown>): Promise<number> {
  let filled = 0;
  const { signal, abort } = watchedSignal();
  await made((arrays) => {
    const onProgress = () => {
      for (const array of arrays) filled += array.reduce((sum, byte) => sum + (byte === 0 ? 0 : 1), 0);
      abort();
    };
    return pausingEverywhere(() => rejection(() => call({ signal, onProgress })));
  });
  return filled;
}

/** M reads a text before it encrypts it. */
const tried = modes.filter(({ mode }) => casesOf({ usual: mode === 'M', all: true }));

describe.each(tried)('more than 8 MiB: $aead.name', ({ aead, twin }) => {
  const request = { key, nonce, plaintext: longText };
  const ciphertext = twin.encrypt(request);

  it('copies and lays out no more than a few pieces before its first pause', async () => {
    for (const call of [
      (options: object) => main.romulusH(longText, options),
      (options: object) => aead.encrypt(request, options),
      (options: object) => aead.decrypt({ key, nonce, ciphertext }, options),
      (options: object) => aead.encryptMany(new Array(2).fill(request), options),
    ])
      expect(await copiedAtFirst(call)).toBeLessThan(1_000_000);
  });

  it('encrypts and authenticates the same bytes when a text changes meanwhile', async () => {
    const given = longText.slice();
    const options = atSecond(() => given.fill(0xa5));
    const made = await pausingEverywhere(() => aead.encrypt({ key, nonce, plaintext: given }, options));
    const opened = twin.decrypt({ key, nonce, ciphertext: made });
    // The old bytes up to some place, and the new ones from there.
    let place = 0;
    while (place < length && opened[place] === longText[place]) place++;
    expect(place).toBeLessThan(length);
    expectSame(opened.subarray(place), new Uint8Array(length - place).fill(0xa5), 'the rest');
  });

  it('fails when a text is taken away meanwhile, and leaves nothing', async () => {
    const given = longText.slice();
    const options = atSecond(() => structuredClone(given, { transfer: [given.buffer] }));
    const encrypt = () => aead.encrypt({ key, nonce, plaintext: given }, options);
    const { arrays, outcome } = await made(() => pausingEverywhere(encrypt));
    expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
    expect(nonEmpty(arrays)).toEqual([]);
  });
});

/** In the second list, most messages begin after the first pause. */
it.each([
  [2, length],
  [100, 100_000],
])('keys of a list of %i messages of %i bytes are those of the call, loaded or not', async (count, length) => {
  const part = longText.subarray(0, length);
  const expected = sync.romulusN.encrypt({ key, nonce, plaintext: part });
  for (const { romulusN } of count === 2 ? [main] : [main, await freshPackage()]) {
    const keys = Array.from({ length: count }, () => key.slice());
    const promise = romulusN.encryptMany(keys.map((each) => ({ key: each, nonce, plaintext: part })));
    for (const each of keys) each.fill(0);
    for (const each of await promise) expectSame(each, expected);
  }
});
