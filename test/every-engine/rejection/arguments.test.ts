/** Every argument that is wrong is refused before any work: byte arrays of a wrong type or length, unusable or left out, lists, modes and lengths. */
import { describe, expect, inject, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import * as stream from '../../../ts/stream/index.js';
import { unusableArrays } from '../../fixtures/arrays.js';
import {
  ad,
  expectTypeError,
  hex,
  key,
  nonce,
  outcomeOf,
  rejection,
  same,
  text,
  thrown,
} from '../../fixtures/bytes.js';
import { type ByteCall, byteCalls, modeCalls } from '../../fixtures/calls.js';
import { afterEachCall, loadedPackage } from '../../fixtures/instance.js';
import { sync } from '../../fixtures/modes.js';
import { loadModes, triedOf } from '../../fixtures/suites.js';
import { pattern } from '../../reference/kats.js';
import { poolOf } from '../pool/workers.js';

type Tested = Pick<ByteCall, 'name' | 'given' | 'run'> & Partial<ByteCall> & { throws?: boolean };

/** romulus-wasm/js has none. */
const pool = inject('isJavaScript') ? undefined : await poolOf(1);
const modes = triedOf(await loadModes());
const wiping: Tested = {
  name: 'wipe',
  given: { 'buffers[0]': text(40), 'buffers[1]': ad(40) },
  run: (all) => romulus.wipe(...(Object.values(all) as never[])),
  throws: true,
};

/** Functions that only read bytes have no promise form, and a hasher's functions are called in a later turn. */
const byPromise = (call: ByteCall): Tested => ({ ...call, throws: call.of === 'bytes' });
const atOnce = (call: ByteCall): Tested => ({ ...call, throws: call.of !== 'hasher' });
/** The suites share the checks. */
const ofOthers = modes
  .filter(({ suite, mode }) => suite.key !== 'romulus' && mode === suite.modes.at(-1))
  .flatMap(({ mode, aead, twin }) => {
    const message = { key, nonce: pattern('nonce', mode.nonceLength), plaintext: text(40), associatedData: ad(50) };
    return [...modeCalls(aead, twin, message), ...modeCalls(twin, twin, message).map(atOnce)];
  });
const forms: [of: string, calls: Tested[]][] = [
  ['the package', (await byteCalls({ ...romulus, ...stream }, sync, 40, 50)).map(byPromise)],
  ['the sync object', (await byteCalls(sync, sync, 40, 50)).map(atOnce)],
  ['bytes that are wiped', [wiping]],
];
if (pool) forms.push(['a pool', await byteCalls(pool, sync, 40, 50)], ['other suites', ofOthers]);

const secretText = 'correct horse battery staple';

/** Values that are no Uint8Array, and their names in errors where a test knows them. */
const wrongTypes: [value: unknown, received?: string][] = [
  [null, 'null'],
  [secretText, 'string'],
  [16, 'number'],
  [Symbol(secretText), 'symbol'],
  [() => key, 'function'],
  [[...key], 'Array'],
  [key.slice().buffer, 'ArrayBuffer'],
  [new SharedArrayBuffer(16), 'SharedArrayBuffer'],
  [new Uint8ClampedArray(16), 'Uint8ClampedArray'],
  [{ length: 16 }, 'an object'],
  [{ length: 16, [Symbol.toStringTag]: 'Uint8Array' }],
  [Object.create(Uint8Array.prototype)],
  [new Proxy(new Uint8Array(16), {})],
];

const wrongLists: [value: unknown, received: string][] = [
  [undefined, 'undefined'],
  ['requests', 'string'],
  [new Set(), 'Set'],
  [new Uint8Array(4), 'Uint8Array'],
];

const unusable = unusableArrays(16);

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

/** The output is an array like the others, for a function that has one. */
const withOutput = (call: Tested): Tested => {
  const output = call.expected?.[0]?.slice();
  if (!call.takesOutput || !output) return call;
  const { given, lengths, optional = [] } = call;
  return {
    ...{ ...call, given: { ...given, output }, lengths: { ...lengths, output: output.length } },
    optional: [...optional, 'output'],
  };
};

describe.each(forms)('of %s', (_, calls) => {
  describe.each(calls.map(withOutput))('$name', (tested) => {
    const { input, given, run, argument: object, throws, lengths = {}, optional = [], orText, onList } = tested;
    // Only a list says in which of its requests an array is.
    const prefix = input === 'list' && object ? `${object}.` : '';
    const names = Object.keys(given).filter((argument) => given[argument] instanceof Uint8Array);
    // A text and the head of a file have letters that errors have too.
    const secrets = names
      .filter((argument) => argument !== orText && input !== 'chunks')
      .flatMap((argument) => notations(given[argument] as Uint8Array))
      .filter((secret) => !'ERR_ROMULUS'.includes(secret));

    /** A promise function never throws at once, and a sync function always does. */
    async function errorOf(argument: string, value: unknown): Promise<Error> {
      const call = () => run({ ...given, [argument]: value });
      const error = throws ? thrown(call) : await rejection(call);
      expectNoSecret(error, secrets);
      return error;
    }

    it.each(names)('refuses %s of another type, without its bytes, or left out unless it may be', async (argument) => {
      const expected = argument === orText ? 'text or a Uint8Array' : 'a Uint8Array';
      // Streams may give each chunk as a buffer.
      const isRight = (received = '') =>
        (argument === orText && received === 'string') || (argument === 'chunk' && received.endsWith('ArrayBuffer'));
      for (const [value, received] of wrongTypes.filter(([, received]) => !isRight(received)))
        expectTypeError(await errorOf(argument, value), prefix + argument, expected, received);
      for (const value of unusable)
        expectTypeError(await errorOf(argument, value), prefix + argument, 'a Uint8Array whose buffer is not detached');
      if (!optional.includes(argument)) {
        // Without its passphrase, a file has a key.
        if (argument !== 'passphrase')
          expectTypeError(await errorOf(argument, undefined), prefix + argument, expected, 'undefined');
        return;
      }
      // A text that was encrypted with associated data is not authentic without it. All other calls succeed.
      const outcome = await outcomeOf(() => run({ ...given, [argument]: undefined }));
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
    });

    it.each(onList ? [onList] : [])('refuses what is no list, and holes, and takes an empty list', async (run) => {
      const argument = object ? 'requests' : 'messages';
      const errorOf = (list: unknown) => {
        const call = () => run(list as never);
        return throws ? thrown(call) : rejection(call);
      };
      for (const [value, received] of wrongLists) expectTypeError(await errorOf(value), argument, 'an array', received);
      const error = { code: 'ERR_ROMULUS_TYPE', argument: `${argument}[0]` };
      expect(await errorOf(new Array(2))).toMatchObject(error);
      expect(await run([] as never)).toEqual([]);
    });

    it.each(Object.entries(lengths).filter(([argument]) => names.includes(argument)))(
      'refuses %s of another length',
      async (argument, length) => {
        const [expected, wrong, bound] =
          typeof length === 'number'
            ? [length, [0, 1, length - 1, length + 1, 2 * length, 20_000], '']
            : [length.least, [0, 1, length.least - 1].filter((wrong) => wrong < length.least), 'at least '];
        for (const received of wrong) {
          const error = await errorOf(argument, text(received));
          expect(error).toBeInstanceOf(romulus.LengthError);
          expect(error).toBeInstanceOf(RangeError);
          const message = `${prefix}${argument} must be ${bound}${expected} ${expected === 1 ? 'byte' : 'bytes'}, received ${received}`;
          const facts = { argument: prefix + argument, expected, received, message };
          expect(error).toMatchObject({ name: 'LengthError', code: 'ERR_ROMULUS_LENGTH', ...facts });
        }
      },
    );
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

it('an error is found before any work is done, and before anything is laid into the module', async () => {
  let calls = 0;
  const counted = await loadedPackage((exports) => afterEachCall(exports, () => calls++));
  const plaintext = text(100);
  const good = { key, nonce, plaintext };
  const [gone] = unusable as [Uint8Array];
  calls = 0;
  for (const form of [counted.romulus, counted.sync])
    for (const call of [
      () => form.romulusM.encryptMany([...new Array<typeof good>(50).fill(good), { ...good, key: text(17) }]),
      () => form.hashMany([plaintext, 'text' as never]),
      () => form.romulusN.encrypt({ ...good, plaintext: gone }),
      () => form.romulusN.encrypt({ ...good, associatedData: gone }),
    ])
      await rejection(async () => call());
  expect(calls).toBe(0);
  expect(same(counted.memory, counted.image)).toBe(true);
  counted.sync.romulusH(plaintext);
  expect(calls).toBeGreaterThan(0);
});

it.each(['n', '', 'toString', null, ['N', 'M'], { ...romulus.romulusN }])(
  'an unknown mode is refused: %j',
  async (mode) => {
    const toSeal = { key, plaintext: text(5), mode: mode as never };
    const toUnseal = { key, sealed: sync.seal({ key, plaintext: text(5) }), mode: mode as never };
    for (const form of [romulus, sync, ...(pool ? [pool] : [])])
      for (const call of [() => form.seal(toSeal), () => form.unseal(toUnseal)]) {
        const error = await rejection(async () => call());
        expect(error).toBeInstanceOf(romulus.UsageError);
        expect(error.message).toBe("mode must be 'N', 'M', 'T' or a mode such as romulusM");
      }
    if (pool) expect(thrown(() => pool.aead(mode as never))).toBeInstanceOf(romulus.UsageError);
  },
);

it.each([-1, 0.5, 8161, Number.NaN, '5', undefined, null])('%s is no length of a derived key', async (length) => {
  const error = { code: 'ERR_ROMULUS_USAGE', message: 'length must be a whole number from 0 to 8160' };
  expect(await rejection(() => romulus.romulusHkdf({ key, length: length as never }))).toMatchObject(error);
});

it('wipe overwrites nothing if one argument is wrong', () => {
  const bytes = text(9);
  expect(thrown(() => romulus.wipe(bytes, [1] as never))).toBeInstanceOf(romulus.ArgumentError);
  expect(bytes).toEqual(text(9));
});
