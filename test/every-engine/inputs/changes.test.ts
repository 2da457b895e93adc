/**
 * Calls in the middle of which the caller's code runs, or another thread changes inputs: each input is read once, and no
 * call comes in the middle of another. Inputs of more than 8 MiB are not copied before the first pause. The matrix has
 * what arguments themselves can do.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EngineExports } from '../../../ts/engine/memory-map.js';
import type { EncryptRequest } from '../../../ts/index.js';
import * as main from '../../../ts/index.js';
import { mostCopied } from '../../../ts/runtime/event-loop.js';
import { GrowableSharedArrayBuffer, made, ResizableArrayBuffer } from '../../fixtures/arrays.js';
import { expectSame, key, nonce, nonEmpty, outcomeOf, same, text, throwing, thrown } from '../../fixtures/bytes.js';
import { afterEachCall, freshPackage, loadedPackage, watchedModes } from '../../fixtures/instance.js';
import { modes, sync as ofThread } from '../../fixtures/modes.js';
import { pausingEverywhere } from '../../fixtures/runtime.js';
import { casesOf } from '../../fixtures/suites.js';

let act: (() => void) | undefined;
/** Each function of the module also calls `act`. Otherwise no caller's code runs at these places. */
const acting = (exports: EngineExports) => afterEachCall(exports, () => act?.());
const loaded = await loadedPackage(acting);
const { romulus: promises, sync, memory, image } = loaded;

/** Runs a call, and `then` at each place in the middle of it. */
async function during(call: () => unknown, then: () => void): Promise<unknown> {
  let acts = false;
  act = () => {
    if (acts) return;
    acts = true;
    then();
    acts = false;
  };
  try {
    return await call();
  } finally {
    act = undefined;
  }
}

const plaintext = text(64);

// All works in sections of the engine: a short message in one of its own kind.
it.each([64, 20_000])(
  'in the middle of a call of %i bytes, others throw before they touch the memory',
  async (length) => {
    const request = { key, nonce, plaintext: text(length) };
    const hasher = sync.createHasher().update(text(30));
    const others = [
      () => hasher.update(text(3)),
      () => hasher.digest(),
      () => sync.romulusN.encrypt({ key, nonce, plaintext }),
      () => sync.hashMany([plaintext]),
    ];
    const refused = { code: 'ERR_ROMULUS_USAGE', message: 'this call came in the middle of another' };
    for (const { romulusN } of [sync, promises]) {
      let times = 0;
      const result = await during(
        () => romulusN.encrypt(request),
        () => {
          times++;
          for (const other of others) expect(thrown(other)).toMatchObject(refused);
        },
      );
      expect(times).toBeGreaterThan(0);
      expectSame(result as Uint8Array, ofThread.romulusN.encrypt(request));
      expect(same(memory, image)).toBe(true);
    }
    // The refused hasher has lost nothing, and nothing is refused any more.
    expectSame(hasher.update(text(3)).digest(), sync.romulusH(Uint8Array.of(...text(30), ...text(3))));
  },
);

describe('a text that another thread overwrites in the middle of a call', async () => {
  const readTwice = (await watchedModes(loaded, acting)).filter(({ mode }) => mode.readsTextFirst);

  it.each(readTwice)('is one text to $aead.name', async ({ mode, twin }) => {
    const request = { key, nonce: text(mode.nonceLength), plaintext: text(17_000) };
    const ciphertext = twin.encrypt(request);
    for (const count of [1, 8]) {
      /** Makes a list call for copies, which are overwritten after a number of calls of the module. */
      const overwritten = async (bytes: Uint8Array, work: (copies: Uint8Array[]) => void) => {
        for (let [at, calls] = [1, 1]; calls >= at; at++) {
          const copies = Array.from({ length: count }, () => bytes.slice());
          calls = 0;
          const overwrite = () => void (++calls === at && copies.map((copy) => copy.fill(0xa5)));
          await during(() => work(copies), overwrite);
        }
      };
      await overwritten(ciphertext, (copies) => {
        for (const opened of twin.decryptMany(copies.map((ciphertext) => ({ ...request, ciphertext }))))
          if (opened) expectSame(opened, request.plaintext, 'what was taken for authentic');
      });
      await overwritten(request.plaintext, (copies) => {
        const made = twin.encryptMany(copies.map((plaintext) => ({ ...request, plaintext })));
        act = undefined;
        expect(twin.decryptMany(made.map((ciphertext) => ({ ...request, ciphertext })))).not.toContain(null);
      });
    }
  });
});

/** A request whose key acts when it is read. */
const requestThat = (act: () => unknown) => ({
  get key() {
    act();
    return key;
  },
  ...{ nonce, plaintext },
});

const shrinking = (bytes: Uint8Array) => {
  const buffer = new ResizableArrayBuffer(bytes.length, { maxByteLength: bytes.length });
  const array = new Uint8Array(buffer);
  array.set(bytes);
  return { array, change: () => buffer.resize(0) };
};
const growing = (bytes: Uint8Array, most = 100_000) => {
  const buffer = new GrowableSharedArrayBuffer(bytes.length, { maxByteLength: most });
  const array = new Uint8Array(buffer);
  array.set(bytes);
  const change = () => {
    if (buffer.byteLength < most) buffer.grow(most);
    array.fill(0x5a, bytes.length);
  };
  return { array, change };
};

describe('an array that gets shorter or longer while arguments are read', () => {
  it('is no key of zeros', async () => {
    const { array, change } = shrinking(key);
    const signal = { aborted: false, throwIfAborted: change, addEventListener() {}, removeEventListener() {} };
    const outcome = await outcomeOf(() => main.romulusN.encrypt({ key: array, nonce, plaintext }, { signal }));
    expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_LENGTH', argument: 'key', received: 0 });
  });

  it.each([
    ['key', key, shrinking],
    ['associatedData', text(128), shrinking],
    ['key', key, growing],
    ['nonce', nonce, growing],
  ] as const)('fails the list of its %s, and leaves nothing', (name, bytes, changing) => {
    const { array, change } = changing(bytes);
    const requests = new Array(40).fill({ key, nonce, plaintext });
    requests[5] = { key, nonce, plaintext, [name]: array };
    const call = () => sync.romulusN.encryptMany([...requests, requestThat(change)]);
    expect(thrown(call)).toMatchObject({ code: 'ERR_ROMULUS_USAGE' });
    expect(same(memory, image), name).toBe(true);
  });

  it('is taken as it was if it is a text', () => {
    const empty = new Uint8Array(0);
    const last = requestThat(() => structuredClone(empty, { transfer: [empty.buffer] }));
    const [first] = sync.romulusN.encryptMany([{ key, nonce, plaintext: empty }, last]);
    expectSame(first, sync.romulusN.encrypt({ key, nonce, plaintext: text(0) }));
    const texts = Array.from({ length: 60 }, (_, i) => text(16 * (1 + ((i * 7) % 40))));
    const expected = texts.map((plaintext) => sync.romulusN.encrypt({ key, nonce, plaintext }));
    for (let at = 0; at < texts.length; at += casesOf({ usual: 7, all: 1 })) {
      const { array, change } = growing(texts[at]!);
      const requests = texts.map((plaintext, i) => ({ key, nonce, plaintext: i === at ? array : plaintext }));
      const results = sync.romulusN.encryptMany([...requests, requestThat(change)]);
      for (const [i, bytes] of expected.entries()) expectSame(results[i], bytes, `message ${i} while ${at} grows`);
    }
  });

  it.each(['key', 'nonce', 'associatedData', 'plaintext'])(
    'while it is copied as %s leaves nothing in the module',
    (name) => {
      const request: EncryptRequest = { key, nonce, associatedData: text(40), plaintext };
      const bytes = request[name as 'key'];
      const expected = sync.romulusN.encrypt(request);
      // The module's memory has room for the longer array.
      const { array, change } = growing(bytes, 4096);
      const { set } = Uint8Array.prototype;
      // Another thread does this at any time.
      const spy = vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function acting(
        this: Uint8Array,
        source,
        at,
      ) {
        if (source === array) change();
        set.call(this, source, at);
      });
      onTestFinished(() => spy.mockRestore());
      expectSame(sync.romulusN.encrypt({ ...request, [name]: array }), expected);
      expect(array.length).toBe(4096);
      expect(same(memory, image)).toBe(true);
    },
  );
});

it('a copy that fails for another reason fails with the error of the engine', () => {
  const spy = vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(throwing(new Error('of the engine')));
  onTestFinished(() => spy.mockRestore());
  const { message } = thrown(() => sync.romulusN.encryptMany(Array(40).fill({ key, nonce, plaintext })));
  expect(message).toBe('of the engine');
});

const length = mostCopied + 1;
const longText = text(length);

const atSecond = (act: () => void) => {
  let told = 0;
  return { onProgress: () => void (++told === 2 && act()) };
};

/** M reads a text before it encrypts it. */
const tried = modes.filter(({ mode }) => casesOf({ usual: mode === 'M', all: true }));

describe.each(tried)('more than 8 MiB: $aead.name', ({ aead, twin }) => {
  const longRequest = { key, nonce, plaintext: longText };

  it.each<[name: string, call: (plaintext: Uint8Array, options: object) => Promise<unknown>]>([
    ['encrypt', (plaintext, options) => aead.encrypt({ key, nonce, plaintext }, options)],
    // The second message begins only after the pause.
    ['encryptMany', (plaintext, options) => aead.encryptMany([longRequest, { key, nonce, plaintext }], options)],
  ])('%s copies none at first: it fails when a text is taken away, and leaves nothing', async (_, call) => {
    const given = longText.slice();
    const options = atSecond(() => structuredClone(given, { transfer: [given.buffer] }));
    const { arrays, outcome } = await made(() => pausingEverywhere(() => call(given, options)));
    // A matcher of the test runner would show millions of bytes.
    expect((outcome as { code?: string }).code).toBe('ERR_ROMULUS_USAGE');
    expect(nonEmpty(arrays).length).toBe(0);
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
});

/** More than 8 MiB, of which most messages begin after the first pause. */
it('keys of a list are those of the call, loaded or not', async () => {
  const part = longText.subarray(0, 100_000);
  const expected = ofThread.romulusN.encrypt({ key, nonce, plaintext: part });
  for (const { romulusN } of [main, await freshPackage()]) {
    const keys = Array.from({ length: 100 }, () => key.slice());
    const promise = romulusN.encryptMany(keys.map((each) => ({ key: each, nonce, plaintext: part })));
    for (const each of keys) each.fill(0);
    for (const each of await promise) expectSame(each, expected);
  }
});
