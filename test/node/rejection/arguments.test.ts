/** Every argument of every function, with a wrong type and a wrong length: the error names it and what it should be. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { hex, rejection, text, thrown } from '../../fixtures/bytes.js';
import { loadModes, triedOf } from '../../fixtures/suites.js';
import { expectTypeError } from './errors.js';

const sync = await romulus.load();

// biome-ignore lint/suspicious/noExplicitAny: the test is about wrong arguments
type Values = Record<string, any>;
type Length = number | { least: number };

interface Tested {
  name: string;
  /** Correct arguments. */
  values: Values;
  /** The arguments that must have one length. */
  lengths?: Record<string, Length>;
  /** An argument's name in errors, if it differs from its own. */
  named?: (argument: string) => string;
  optional?: string[];
  promise?: (values: Values) => unknown;
  sync?: (values: Values) => unknown;
}

const key = text(100).slice(60, 76);
const nonce = text(100).slice(76, 92);
const plaintext = text(200).slice(100);
const associatedData = text(300).slice(200, 250);
const modes = triedOf(await loadModes()).map((each) => ({ ...each, name: each.aead.name }));

const functions: Tested[] = modes.flatMap(({ name, mode, aead, twin }): Tested[] => {
  const { nonceLength, tagLength } = mode;
  const nonce = text(100).slice(100 - nonceLength);
  const ciphertext = twin.encrypt({ key, nonce, plaintext, associatedData });
  const apart = twin.encryptDetached({ key, nonce, plaintext, associatedData });
  const toEncrypt = { key, nonce, plaintext, associatedData };
  const toDecrypt = { key, nonce, ciphertext, associatedData };
  const common = { key: 16, nonce: nonceLength };
  const rows: [
    member: Exclude<keyof typeof aead, keyof romulus.AeadParameters>,
    Values,
    lengths: Record<string, Length>,
  ][] = [
    ['encrypt', toEncrypt, common],
    ['decrypt', toDecrypt, { ...common, ciphertext: { least: tagLength } }],
    ['encryptDetached', toEncrypt, common],
    ['decryptDetached', { key, nonce, associatedData, ...apart }, { ...common, tag: tagLength }],
    ['encryptMany', toEncrypt, common],
    ['decryptMany', toDecrypt, { ...common, ciphertext: { least: tagLength } }],
  ];
  return rows.map(([member, values, lengths]) => {
    const isMany = member.endsWith('Many');
    const callOf = (form: typeof aead | typeof twin) => (request: Values) =>
      form[member]((isMany ? [values, request, values] : request) as never);
    const named = (argument: string) => `requests[1].${argument}`;
    const forms = { promise: callOf(aead), sync: callOf(twin) };
    return { name: `${name}.${member}`, values, lengths, ...(isMany ? { named } : {}), ...forms };
  });
});

const sealed = sync.seal({ key, plaintext, associatedData });

const both = (name: keyof typeof romulus & keyof typeof sync, more: object = {}) => {
  const callOf = (form: object) => (values: Values) => (form as Values)[name]({ ...values, ...more });
  return { promise: callOf(romulus), sync: callOf(sync) };
};

functions.push(
  { name: 'seal', values: { key, plaintext, associatedData }, lengths: { key: 16 }, ...both('seal') },
  {
    name: 'unseal',
    values: { key, sealed, associatedData },
    lengths: { key: 16, sealed: { least: 32 } },
    ...both('unseal'),
  },
  { name: 'romulusHmac', values: { key, message: plaintext }, ...both('romulusHmac') },
  {
    name: 'romulusHkdf',
    values: { key, salt: plaintext, info: plaintext },
    optional: ['salt', 'info'],
    ...both('romulusHkdf', { length: 5 }),
  },
  {
    name: 'romulusH',
    values: { message: plaintext },
    promise: ({ message }) => romulus.romulusH(message),
    sync: ({ message }) => sync.romulusH(message),
  },
  {
    name: 'hashMany',
    values: { message: plaintext },
    named: () => 'messages[1]',
    promise: ({ message }) => romulus.hashMany([plaintext, message]),
    sync: ({ message }) => sync.hashMany([plaintext, message]),
  },
  { name: 'Hasher.update', values: { part: plaintext }, sync: ({ part }) => sync.createHasher().update(part) },
  {
    name: 'timingSafeEqual',
    values: { a: plaintext, b: plaintext },
    sync: ({ a, b }) => romulus.timingSafeEqual(a, b),
  },
  {
    name: 'wipe',
    values: { a: text(3), b: text(3) },
    named: (argument) => (argument === 'a' ? 'buffers[0]' : 'buffers[1]'),
    sync: ({ a, b }) => romulus.wipe(a, b),
  },
);

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
  [new Blob([key]), 'Blob'],
];

/** The errors of the promise form and of the sync form; they must be equal. */
async function errorsOf(tested: Tested, values: Values): Promise<Error[]> {
  const errors = [];
  if (tested.promise) errors.push(await rejection(() => tested.promise?.(values)));
  if (tested.sync) errors.push(thrown(() => tested.sync?.(values)));
  for (const error of errors) expectNoSecret(error);
  return errors;
}

/** All runs of four bytes of each input, in several notations. */
const secrets = [key, nonce, plaintext, associatedData].flatMap((secret) =>
  Array.from({ length: secret.length >> 2 }, (_, i) => secret.subarray(4 * i, 4 * i + 4)).flatMap((run) => [
    hex(run),
    run.join(','),
    run.join(', '),
    String.fromCharCode(...run),
  ]),
);

function expectNoSecret(error: Error): void {
  const { stack: _, ...own } = error as Error & Record<string, unknown>;
  const said = `${error.message} ${String(error)} ${JSON.stringify(own)} ${String(error.cause)}`;
  for (const secret of [secretText, ...secrets]) if (said.includes(secret)) expect.fail(`${said} has ${secret}`);
}

describe.each(functions)('$name', (tested) => {
  const { values, lengths = {}, optional = ['associatedData'], named = (argument: string) => argument } = tested;

  it('takes arguments that are right', async () => {
    await tested.promise?.(values);
    tested.sync?.(values);
  });

  it.each(Object.keys(values))('refuses %s of another type', async (argument) => {
    for (const [value, received] of wrongTypes)
      for (const error of await errorsOf(tested, { ...values, [argument]: value }))
        expectTypeError(error, named(argument), 'a Uint8Array', received);
  });

  it.each(Object.keys(values))('%s left out', async (argument) => {
    const { [argument]: _, ...others } = values;
    for (const without of [others, { ...values, [argument]: undefined }]) {
      if (!optional.includes(argument)) {
        for (const error of await errorsOf(tested, without))
          expectTypeError(error, named(argument), 'a Uint8Array', 'undefined');
        continue;
      }
      // A text that was encrypted with associated data is not authentic without it. All other calls succeed.
      for (const call of [tested.promise, tested.sync]) {
        const outcome = await (async () => call?.(without))().catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
      }
    }
  });

  if (Object.keys(lengths).length === 0) return;
  it.each(Object.entries(lengths))('refuses %s of another length', async (argument, length) => {
    const [expected, wrong, bound] =
      typeof length === 'number'
        ? [length, [0, 1, 15, 17, 32, 20_000], '']
        : [length.least, [0, 1, length.least - 1], 'at least '];
    for (const received of wrong)
      for (const error of await errorsOf(tested, { ...values, [argument]: text(received) })) {
        expect(error).toBeInstanceOf(romulus.ByteLengthError);
        expect(error).toBeInstanceOf(RangeError);
        const message = `${named(argument)} must be ${bound}${expected} bytes, received ${received}`;
        const facts = { argument: named(argument), expected, received, message };
        expect(error).toMatchObject({ name: 'ByteLengthError', code: 'ERR_ROMULUS_LENGTH', ...facts });
      }
  });
});

it('a text whose result would fit into no array is refused before any work', async () => {
  // Nobody writes to it, so the system gives it no memory.
  const most = 2 ** 32 - 33;
  const tooLong = new Uint8Array(most + 17);
  const refused = (argument: string, expected: number, received: number) => ({
    code: 'ERR_ROMULUS_LENGTH',
    message: `${argument} must be at most ${expected} bytes, received ${received}`,
  });
  for (const { aead, twin, name } of modes)
    for (const form of [aead, twin]) {
      const { nonceLength, tagLength } = aead;
      const common = { key, nonce: text(nonceLength) };
      const plaintext = tooLong.subarray(0, most + 1);
      const ciphertext = tooLong.subarray(0, most + tagLength + 1);
      const encrypting = await rejection(async () => form.encrypt({ ...common, plaintext }));
      expect(encrypting, name).toMatchObject(refused('plaintext', most, most + 1));
      const decrypting = await rejection(async () => form.decrypt({ ...common, ciphertext }));
      expect(decrypting, name).toMatchObject(refused('ciphertext', most + tagLength, most + tagLength + 1));
    }
  const plaintext = tooLong.subarray(0, most + 1);
  expect(await rejection(() => romulus.seal({ key, plaintext }))).toMatchObject(refused('plaintext', most, most + 1));
});
