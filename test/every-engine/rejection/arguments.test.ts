/** Every byte array that a function takes, of a wrong type or length, unusable or left out: the error names the array. */
import { describe, expect, inject, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { unusableArrays } from '../../fixtures/buffers.js';
import { ad, expectTypeError, hex, key, outcomeOf, rejection, text, thrown } from '../../fixtures/bytes.js';
import { byteCalls, messageCalls, type Parameters } from '../../fixtures/calls.js';
import { sync } from '../../fixtures/modes.js';
import { loadModes, triedOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { poolOf } from '../pool/workers.js';

type Length = number | { least: number };

interface Tested {
  name: string;
  given: Parameters;
  run(given: Parameters): unknown;
  prefix?: string;
  throws?: boolean;
  nonceLength?: number;
  tagLength?: number;
}

/** romulus-wasm/js has none. */
const pool = inject('isJavaScript') ? undefined : await poolOf(1);
const modes = triedOf(await loadModes());
const [a, b, bytes] = [text(40), ad(40), text(40)];
const ofBytes: Tested[] = [
  { name: 'timingSafeEqual', given: { a, b }, run: ({ a, b }) => romulus.timingSafeEqual(a as never, b as never) },
  {
    name: 'wipe',
    given: { 'buffers[0]': a, 'buffers[1]': b },
    run: (all) => romulus.wipe(...(Object.values(all) as never[])),
  },
  { name: 'toHex', given: { bytes }, run: ({ bytes }) => romulus.toHex(bytes as never) },
  { name: 'toBase64', given: { bytes }, run: ({ bytes }) => romulus.toBase64(bytes as never) },
];

/** A hasher's functions are called in a later turn. */
const atOnce = (call: Tested): Tested => ({ ...call, throws: !call.name.includes('asher') });
const ofOthers = modes.flatMap(({ suite, mode, aead, twin }) => {
  if (suite.key === 'romulus') return [];
  const { nonceLength, tagLength } = mode;
  const nonce = pattern('nonce', nonceLength);
  const calls = messageCalls(twin, { key, nonce, plaintext: text(40), associatedData: ad(50) });
  return [aead, twin, ...(pool ? [pool.aead(aead)] : [])].flatMap((form) =>
    calls.map(({ name, given, call }): Tested => {
      const prefix = name.endsWith('Many') ? 'requests[0].' : '';
      const run = (changed: Parameters) => call(form, changed as typeof given);
      return { name: `${aead.name} ${name}`, given, run, prefix, throws: form === twin, nonceLength, tagLength };
    }),
  );
});
const forms: [of: string, calls: Tested[]][] = [
  ['the package', await byteCalls({ ...romulus, ...stream }, sync, 40, 50)],
  ['the sync object', (await byteCalls(sync, sync, 40, 50)).map(atOnce)],
  ['bytes alone', ofBytes.map(atOnce)],
];
if (pool) forms.push(['a pool', await byteCalls(pool, sync, 40, 50)], ['other suites', ofOthers]);

const secretText = 'correct horse battery staple';

/** Values that are no Uint8Array, and their names in errors where a test knows them. */
const wrongTypes: [value: unknown, received?: string][] = [
  [null, 'null'],
  [secretText, 'string'],
  [16, 'number'],
  [16n, 'bigint'],
  [true, 'boolean'],
  [Symbol(secretText), 'symbol'],
  [() => key, 'function'],
  [[...key], 'Array'],
  [key.slice().buffer, 'ArrayBuffer'],
  [new SharedArrayBuffer(16), 'SharedArrayBuffer'],
  [new DataView(new ArrayBuffer(16)), 'DataView'],
  [new Uint16Array(16), 'Uint16Array'],
  [new Int8Array(16), 'Int8Array'],
  [new Uint8ClampedArray(16), 'Uint8ClampedArray'],
  [{}, 'an object'],
  [{ length: 16 }, 'an object'],
  [{ length: 16, [Symbol.toStringTag]: 'Uint8Array' }],
  [Object.create(Uint8Array.prototype)],
  [new Proxy(new Uint8Array(16), {})],
  [Promise.resolve(key), 'Promise'],
  [new Blob([key as Uint8Array<ArrayBuffer>]), 'Blob'],
  [new String('a'), 'String'],
];

const unusable = unusableArrays(16);

function lengthOf({ name, nonceLength = 16, tagLength = 16 }: Tested, argument: string): Length | undefined {
  if (/Hmac|Hkdf/.test(name)) return undefined;
  const ciphertext = name.includes('Detached') ? undefined : { least: tagLength };
  const lengths: Record<string, Length | undefined> = {
    ...{ key: 16, nonce: nonceLength, tag: tagLength, ciphertext },
    ...{ sealed: { least: 32 }, state: { least: 32 }, passphrase: { least: 1 } },
  };
  return lengths[argument];
}

/** All runs of four bytes, in several notations. */
const notations = (secret: Uint8Array) =>
  Array.from({ length: secret.length >> 2 }, (_, i) => secret.subarray(4 * i, 4 * i + 4)).flatMap((run) => [
    ...[hex(run), run.join(','), run.join(', '), String.fromCharCode(...run)],
  ]);

function expectNoSecret(error: Error, secrets: string[]): void {
  const { stack: _, ...own } = error as Error & Record<string, unknown>;
  const said = `${error.message} ${String(error)} ${JSON.stringify(own)} ${String(error.cause)}`;
  for (const secret of [secretText, ...secrets]) if (said.includes(secret)) expect.fail(`${said} has ${secret}`);
}

describe.each(forms)('of %s', (_, calls) => {
  describe.each(calls)('$name', (tested) => {
    const { name, given, run, prefix = '', throws } = tested;
    const names = Object.keys(given).filter((argument) => given[argument] instanceof Uint8Array);
    // A passphrase and the head of a file have letters that errors have too.
    const unlike = names.filter((argument) => !['passphrase', 'chunk'].includes(argument));
    const secrets = unlike
      .flatMap((argument) => notations(given[argument] as Uint8Array))
      .filter((secret) => !'ERR_ROMULUS'.includes(secret));

    /** A promise function never throws at once, and a sync function always does. */
    async function errorOf(argument: string, value: unknown): Promise<Error> {
      const call = () => run({ ...given, [argument]: value });
      const error = throws ? thrown(call) : await rejection(call);
      expectNoSecret(error, secrets);
      return error;
    }

    it.each(names)('refuses %s of another type, or without its bytes', async (argument) => {
      const isPassphrase = argument === 'passphrase';
      const expected = isPassphrase ? 'text or a Uint8Array' : 'a Uint8Array';
      // A passphrase may be a text, and a generator waits for a promise.
      const right = isPassphrase ? 'string' : name === 'hashStream' ? 'Promise' : undefined;
      for (const [value, received] of wrongTypes.filter(([, received]) => !right || received !== right))
        expectTypeError(await errorOf(argument, value), prefix + argument, expected, received);
      for (const value of unusable)
        expectTypeError(await errorOf(argument, value), prefix + argument, 'a Uint8Array whose buffer is not detached');
    });

    it.each(names)('refuses no %s, unless it may be left out', async (argument) => {
      // Without its passphrase, a file has a key.
      if (argument === 'passphrase') return;
      const { [argument]: _, ...others } = given;
      const isOptional = ['associatedData', 'state', 'salt', 'info'].includes(argument);
      if (!isOptional) {
        expectTypeError(await errorOf(argument, undefined), prefix + argument, 'a Uint8Array', 'undefined');
        return;
      }
      // A text that was encrypted with associated data is not authentic without it. All other calls succeed.
      for (const without of [others, { ...given, [argument]: undefined }]) {
        const outcome = await outcomeOf(() => run(without));
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
      }
    });

    const measured = names.filter((argument) => lengthOf(tested, argument) !== undefined);
    it.each(measured)('refuses %s of another length', async (argument) => {
      const length = lengthOf(tested, argument) as Length;
      const [expected, wrong, bound] =
        typeof length === 'number'
          ? [length, [0, 1, 15, 17, 32, 20_000], '']
          : [length.least, [0, 1, length.least - 1].filter((wrong) => wrong < length.least), 'at least '];
      for (const received of wrong) {
        const error = await errorOf(argument, text(received));
        expect(error).toBeInstanceOf(romulus.LengthError);
        expect(error).toBeInstanceOf(RangeError);
        const message = `${prefix}${argument} must be ${bound}${expected} bytes, received ${received}`;
        const facts = { argument: prefix + argument, expected, received, message };
        expect(error).toMatchObject({ name: 'LengthError', code: 'ERR_ROMULUS_LENGTH', ...facts });
      }
    });
  });
});

it('a text whose result would fit into no array is refused before any work', async () => {
  // Nobody writes to it, so the system gives it no memory.
  const most = 2 ** 32 - 33;
  const tooLong = new Uint8Array(most + 17);
  const plaintext = tooLong.subarray(0, most + 1);
  const expectRefused = async (call: () => unknown, argument: string, expected: number, name = 'seal') => {
    const message = `${argument} must be at most ${expected} bytes, received ${expected + 1}`;
    expect(await rejection(async () => call()), name).toMatchObject({ code: 'ERR_ROMULUS_LENGTH', message });
  };
  for (const { aead, twin } of modes)
    for (const form of [aead, twin]) {
      const { name, nonceLength, tagLength } = aead;
      const common = { key, nonce: text(nonceLength) };
      const ciphertext = tooLong.subarray(0, most + tagLength + 1);
      await expectRefused(() => form.encrypt({ ...common, plaintext }), 'plaintext', most, name);
      await expectRefused(() => form.decrypt({ ...common, ciphertext }), 'ciphertext', most + tagLength, name);
    }
  await expectRefused(() => romulus.seal({ key, plaintext }), 'plaintext', most);
});
