/** Parameters by name: every function refuses unknown names and objects that are not plain, before any work. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import { worker } from '../../every-engine/pool/workers.js';
import {
  bytesIn,
  expectSame,
  expectTypeError,
  key,
  nonce,
  outcomeOf,
  rejection,
  same,
  text,
  thrown,
} from '../../fixtures/bytes.js';
import { byteCalls } from '../../fixtures/calls.js';

const sync = await romulus.load();
const plaintext = text(50);
const file = await stream.encryptBlob(new Blob([plaintext]), { key });
const encrypted = new Uint8Array(await file.arrayBuffer());
const opened = await stream.openEncrypted(file, { key });

// biome-ignore lint/suspicious/noExplicitAny: the test is about wrong arguments
type Given = any;
interface Tested {
  name: string;
  /** Correct parameters. */
  given: object;
  call: (given: Given) => unknown;
  /** The name of the object in errors, if it is not `options`. */
  argument?: string;
  takesOutput?: boolean;
  /** The names that may be left out. */
  optional?: readonly string[];
}

const ofPackage = await byteCalls({ ...romulus, ...stream }, sync, 50, 9);
/** Functions with a request, which each may be of a list. */
const requests: Tested[] = [...ofPackage, ...(await byteCalls(sync, sync, 50, 9))]
  .filter(({ of }) => of === 'mode' || of === 'keyed hash')
  .map((call) => ({ ...call, call: call.run }));

const request = { key, nonce, plaintext };
/** The calls with options: with an object of their own, or together with the key. */
const works: Tested[] = [
  ...ofPackage
    .filter(({ options, mode = 'N' }) => options === 'apart' && mode === 'N')
    .map(({ name, given, run }) => ({ name, given: {}, call: (options: Given) => run(given, options) })),
  ...ofPackage
    .filter(({ input }) => input === 'options')
    .map(({ name, given, run }) => ({ name, given, call: (options: Given) => run(options) })),
  { name: 'EncryptedFile.read', given: {}, call: (o) => opened.read(0, 5, o) },
  { name: 'encryptBytes', given: { key }, call: (o) => stream.encryptBytes(plaintext, o) },
  { name: 'decryptBytes', given: { key }, call: (o) => stream.decryptBytes(encrypted, o) },
  { name: 'encryptStream', given: { key }, call: (o) => stream.encryptStream(o) },
  { name: 'decryptStream', given: { key }, call: (o) => stream.decryptStream(o) },
];
const closePool = async (options: Given) => (await createPool(options)).close();
const pools: Tested = { name: 'createPool', given: { threads: 1, worker }, call: closePool };

/** All names of parameters and options. */
const allNames = [
  ...['key', 'nonce', 'plaintext', 'ciphertext', 'associatedData', 'tag', 'output', 'sealed', 'mode'],
  ...['message', 'salt', 'info', 'signal', 'onProgress', 'onKeyProgress', 'passphrase', 'chunkLength', 'cost'],
  ...['maxMemory', 'threads', 'worker'],
];

function everyObjectInherits(name: string, value: unknown): void {
  Object.defineProperty(Object.prototype, name, { value, enumerable: true, writable: true, configurable: true });
  onTestFinished(() => {
    delete (Object.prototype as Given)[name];
  });
}

const errorOf = (tested: Tested, given: Given) => rejection(async () => tested.call(given));
const inheriting = (prototype: object | null, own: object = {}) => Object.assign(Object.create(prototype), own);

const expectUnknown = async (tested: Tested, value: object, name: string) => {
  const { argument = 'options' } = tested;
  const message = expect.stringContaining(`${argument} has no parameter "${name}"`);
  const right = { name: 'ArgumentError', code: 'ERR_ROMULUS_TYPE', argument, message };
  expect(await errorOf(tested, value)).toMatchObject(right);
};

describe.each([...requests, ...works, pools])('$name', (tested) => {
  const { given, argument = 'options' } = tested;

  it('takes plain objects of any realm, and right names that it inherits, and refuses other objects', async () => {
    for (const taken of [inheriting(null, given), Object.assign(runInNewContext('({})'), given), inheriting(given)])
      await tested.call(taken);
    const ofClass = inheriting(class {}.prototype, given);
    for (const value of [null, 'N', 5, true, () => {}, text(3), [given], ofClass, new Map()])
      expectTypeError(await errorOf(tested, value), argument, 'a plain object');
  });

  it('refuses a name that it does not know, wherever it comes from, and names it', async () => {
    // An undefined value does not help: the name is wrong.
    for (const name of ['aad', 'iv', 'x', 'toString', 'Key', ...(tested.takesOutput ? [] : ['output'])])
      for (const value of [plaintext, undefined]) await expectUnknown(tested, { ...given, [name]: value }, name);
    const wrong = { associateData: plaintext };
    for (const prototype of [wrong, inheriting(null, wrong), inheriting(wrong)])
      await expectUnknown(tested, inheriting(prototype, given), 'associateData');
    await expectUnknown(tested, inheriting({ ...given, ...wrong }), 'associateData');
  });

  it('reads no name of Object.prototype, and refuses its own though every object inherits it', async () => {
    // Node itself reads the inherited signal where it makes a worker.
    for (const name of allNames.filter((name) => tested !== pools || name !== 'signal')) {
      // Every function refuses this value.
      everyObjectInherits(name, 'inherited');
      await tested.call(given);
      // Optional names stay left out: the text may be no longer authentic, but its arguments are right.
      const { [name]: _, ...others } = given as Given;
      if (tested.optional?.includes(name))
        expect(await outcomeOf(() => tested.call(others))).not.toBeInstanceOf(romulus.ArgumentError);
      delete (Object.prototype as Given)[name];
    }
    everyObjectInherits('aad', plaintext);
    await tested.call(given);
    await expectUnknown(tested, { ...given, aad: plaintext }, 'aad');
  });
});

describe('what every object inherits', () => {
  it('is no mode, in another realm either', async () => {
    everyObjectInherits('mode', 'T');
    const ofOtherRealm = Object.assign(runInNewContext('Object.prototype.mode = "N"; ({})'), { key, plaintext });
    for (const own of [{ key, plaintext }, ofOtherRealm, inheriting({ mode: 'M' }, { key, plaintext })])
      expectSame(await romulus.unseal({ key, sealed: await romulus.seal(own), mode: 'M' }), plaintext);
  });

  it.each(['key', 'nonce', 'plaintext'])('replaces no %s that is missing', async (name) => {
    everyObjectInherits(name, text(16));
    const incomplete = Object.entries(request).filter(([own]) => own !== name);
    for (const { romulusN } of [romulus, sync]) {
      const error = await rejection(async () => romulusN.encrypt(Object.fromEntries(incomplete) as Given));
      expectTypeError(error, name, 'a Uint8Array');
    }
  });
});

it('no name that the sources have is read from Object.prototype', async () => {
  const folder = fileURLToPath(new URL('../../../ts', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!cli|estimates)(?!.*generated).*\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  // These names stand behind a dot, are taken apart, or looked for.
  const names = new Set(sources.flatMap((text) => text.match(/(?<=[.{,]\s*)[a-z]\w*|(?<=')\w+(?=' in )/gi) ?? []));
  // No object may have the first, and engines read the second where they end an iteration.
  for (const name of ['then', 'return', ...Object.getOwnPropertyNames(Object.prototype)]) names.delete(name);
  const calls = [...ofPackage, ...(await byteCalls(sync, sync, 50, 9))].filter(
    // The platform reads names of streams.
    ({ of, input, mode = 'M' }) => of !== 'file' && input !== 'chunks' && mode === 'M',
  );
  expect(names.size).toBeGreaterThan(500);
  const wrong: string[] = [];
  for (const name of names) {
    Object.defineProperty(Object.prototype, name, { value: text(4096), configurable: true, writable: true });
    const outcomes = await Promise.all(calls.map((call) => outcomeOf(() => call.run(call.given))));
    Reflect.deleteProperty(Object.prototype, name);
    for (const [i, { name: call, expected, open }] of calls.entries()) {
      const given = outcomes[i] instanceof Error ? [] : await bytesIn(outcomes[i]);
      if (!expected.every((bytes, j) => given[j] && same(open ? open(given[j]) : given[j], bytes)))
        wrong.push(`${call} with ${name}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('a name or a type of millions of letters is shown by 40 of them, and a request of a list by its index', async () => {
  const shown = `${'N'.repeat(40)}\u2026`;
  const long = 'N'.repeat(10_000_000);
  const { message } = thrown(() => sync.romulusN.encrypt({ ...request, [long]: plaintext }));
  const known = '(it has key, nonce, plaintext, associatedData, output)';
  expect(message).toBe(`request has no parameter "${shown}" ${known}`);
  const ofType = thrown(() => sync.romulusH({ [Symbol.toStringTag]: long } as Given));
  expect(ofType.message).toBe(`message must be a Uint8Array, received ${shown}`);
  const wrong = [request, { ...request, aad: plaintext } as never];
  const error = await rejection(() => romulus.romulusN.encryptMany(wrong));
  expect(error).toMatchObject({ argument: 'requests[1]', message: expect.stringContaining('no parameter "aad"') });
});

it('an object for a function and its reverse may have what one of them reads, but no tag beside a ciphertext', async () => {
  const { romulusM, seal, unseal } = romulus;
  expectSame(await romulusM.decrypt({ ...request, ciphertext: await romulusM.encrypt(request) }), plaintext);
  const toSeal = { key, plaintext };
  expectSame(await unseal({ ...toSeal, sealed: await seal(toSeal) }), plaintext);
  const options = { key, mode: 'M', chunkLength: 1024, maxMemory: 2 ** 28 } as const;
  expectSame(await stream.decryptBytes(await stream.encryptBytes(plaintext, options), options), plaintext);
  const apart = sync.romulusN.encryptDetached(request);
  const error = thrown(() => sync.romulusN.decrypt({ key, nonce, ...apart }));
  expect(error.message).toContain('request has no parameter "tag"');
});

it.each(works)('$name refuses values that are no signal, or no function', async (tested) => {
  const almost = { aborted: false, addEventListener() {}, removeEventListener() {} };
  for (const signal of [null, {}, new AbortController(), 'x', 5, () => {}, almost])
    expectTypeError(await errorOf(tested, { ...tested.given, signal }), 'signal', 'an AbortSignal');
  const listeners = 'key' in tested.given ? ['onProgress', 'onKeyProgress'] : ['onProgress'];
  for (const name of listeners)
    for (const listener of [null, 'x', {}, 5])
      expectTypeError(await errorOf(tested, { ...tested.given, [name]: listener }), name, 'a function');
});
