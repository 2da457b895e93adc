/** Every argument of every function, wrong in type and in length: the error says which, and what it should have been. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { hex, rejection, text, thrown } from '../../fixtures/bytes.js';
import { loadedPackage } from '../../fixtures/instance.js';
import { loadModes } from '../../fixtures/suites.js';

const { ByteLengthError, ByteTypeError, hashMany, load, romulusH, romulusN, seal, unseal } = romulus;

const sync = await load();

type Values = Record<string, unknown>;
type Length = number | { least: number } | undefined;

interface Tested {
  name: string;
  /** Arguments that are right, and the length that each must have. */
  values: Values;
  lengths: Record<string, Length>;
  optional?: string[];
  /** How an error names an argument, where that is not its own name. */
  named?: (argument: string) => string;
  promise?: (values: never) => unknown;
  sync?: (values: never) => unknown;
}

const key = text(100).slice(60, 76);
const nonce = text(100).slice(76, 92);
const plaintext = text(200).slice(100);
const associatedData = text(300).slice(200, 250);
const modes = (await loadModes()).map((each) => ({ ...each, name: each.aead.name }));

const functions: Tested[] = modes.flatMap(({ name, mode, aead, twin }): Tested[] => {
  const { nonceLength, tagLength } = mode;
  const nonce = text(100).slice(100 - nonceLength);
  const ciphertext = twin.encrypt({ key, nonce, plaintext, associatedData });
  const apart = twin.encryptDetached({ key, nonce, plaintext, associatedData });
  const toEncrypt = { key, nonce, plaintext, associatedData };
  const toDecrypt = { key, nonce, ciphertext, associatedData };
  const common = { key: 16, nonce: nonceLength, associatedData: undefined };
  const optional = ['associatedData'];
  const encryptLengths = { ...common, plaintext: undefined };
  const decryptLengths = { ...common, ciphertext: { least: tagLength } };
  const named = (argument: string) => `requests[1].${argument}`;
  const rows = {
    encrypt: [toEncrypt, encryptLengths],
    decrypt: [toDecrypt, decryptLengths],
    encryptDetached: [toEncrypt, encryptLengths],
    decryptDetached: [
      { key, nonce, associatedData, ...apart },
      { ...common, ciphertext: undefined, tag: tagLength },
    ],
    encryptMany: [toEncrypt, encryptLengths],
    decryptMany: [toDecrypt, decryptLengths],
  } satisfies Record<string, [Values, Tested['lengths']]>;
  return (Object.keys(rows) as (keyof typeof rows)[]).map((member) => {
    const [values, lengths] = rows[member];
    const isMany = member.endsWith('Many');
    const callOf = (form: Record<typeof member, (given: never) => unknown>) => (request: never) =>
      form[member]((isMany ? [values, request, values] : request) as never);
    return {
      name: `${name}.${member}`,
      values,
      lengths,
      optional,
      ...(isMany ? { named } : {}),
      promise: callOf(aead),
      sync: callOf(twin),
    };
  });
});

const sealed = sync.seal(key, plaintext, { associatedData });
type SealValues = { key: never; plaintext: never; sealed: never; associatedData: never };

functions.push(
  {
    name: 'seal',
    values: { key, plaintext, associatedData },
    lengths: { key: 16, plaintext: undefined, associatedData: undefined },
    optional: ['associatedData'],
    promise: (v: SealValues) => seal(v.key, v.plaintext, v),
    sync: (v: SealValues) => sync.seal(v.key, v.plaintext, v),
  },
  {
    name: 'unseal',
    values: { key, sealed, associatedData },
    lengths: { key: 16, sealed: { least: 32 }, associatedData: undefined },
    optional: ['associatedData'],
    promise: (v: SealValues) => unseal(v.key, v.sealed, v),
    sync: (v: SealValues) => sync.unseal(v.key, v.sealed, v),
  },
  {
    name: 'romulusH',
    values: { message: plaintext },
    lengths: { message: undefined },
    promise: ({ message }: { message: never }) => romulusH(message),
    sync: ({ message }: { message: never }) => sync.romulusH(message),
  },
  {
    name: 'hashMany',
    values: { message: plaintext },
    lengths: { message: undefined },
    named: () => 'messages[1]',
    promise: ({ message }: { message: never }) => hashMany([plaintext, message]),
    sync: ({ message }: { message: never }) => sync.hashMany([plaintext, message]),
  },
  {
    name: 'Hasher.update',
    values: { part: plaintext },
    lengths: { part: undefined },
    sync: ({ part }: { part: never }) => sync.createHasher().update(part),
  },
  {
    name: 'timingSafeEqual',
    values: { a: plaintext, b: plaintext },
    lengths: { a: undefined, b: undefined },
    sync: ({ a, b }: { a: never; b: never }) => romulus.timingSafeEqual(a, b),
  },
  {
    name: 'wipe',
    values: { a: text(3), b: text(3) },
    lengths: { a: undefined, b: undefined },
    named: (argument) => (argument === 'a' ? 'buffers[0]' : 'buffers[1]'),
    sync: ({ a, b }: { a: never; b: never }) => romulus.wipe(a, b),
  },
);

const secretText = 'correct horse battery staple';

/** Values that are no Uint8Array, and what an error calls them. */
const wrongTypes: { what: string; value: unknown; received?: string }[] = [
  { what: 'null', value: null, received: 'null' },
  { what: 'a string', value: secretText, received: 'string' },
  { what: 'a number', value: 16, received: 'number' },
  { what: 'a bigint', value: 16n, received: 'bigint' },
  { what: 'a boolean', value: true, received: 'boolean' },
  { what: 'a symbol', value: Symbol(secretText), received: 'symbol' },
  { what: 'a function', value: () => key, received: 'function' },
  { what: 'an array', value: [...key], received: 'Array' },
  { what: 'an ArrayBuffer', value: key.slice().buffer, received: 'ArrayBuffer' },
  { what: 'a SharedArrayBuffer', value: new SharedArrayBuffer(16), received: 'SharedArrayBuffer' },
  { what: 'a DataView', value: new DataView(new ArrayBuffer(16)), received: 'DataView' },
  { what: 'a Uint16Array', value: new Uint16Array(16), received: 'Uint16Array' },
  { what: 'an Int8Array', value: new Int8Array(16), received: 'Int8Array' },
  { what: 'a Uint8ClampedArray', value: new Uint8ClampedArray(16), received: 'Uint8ClampedArray' },
  { what: 'an object', value: {}, received: 'an object' },
  { what: 'an object with length', value: { length: 16 }, received: 'an object' },
  { what: 'an array in disguise', value: { length: 16, [Symbol.toStringTag]: 'Uint8Array' } },
  { what: 'the prototype alone', value: Object.create(Uint8Array.prototype) },
  { what: 'a proxy', value: new Proxy(new Uint8Array(16), {}) },
  { what: 'a promise of bytes', value: Promise.resolve(key), received: 'Promise' },
  { what: 'a Blob', value: new Blob([key]), received: 'Blob' },
];

/** The same error from the promise form and from the sync form. */
async function errorsOf(tested: Tested, values: Values): Promise<Error[]> {
  const errors = [];
  if (tested.promise) errors.push(await rejection(() => tested.promise?.(values as never)));
  if (tested.sync) errors.push(thrown(() => tested.sync?.(values as never)));
  for (const error of errors) expectNoSecret(error);
  return errors;
}

/** Runs of four bytes of each input, in several notations. */
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
  expect([secretText, ...secrets].filter((secret) => said.includes(secret))).toEqual([]);
}

describe.each(functions)('$name', (tested) => {
  const { values, lengths, optional = [], named = (argument: string) => argument } = tested;
  const arguments_ = Object.keys(values);

  it('takes arguments that are right', async () => {
    await tested.promise?.(values as never);
    tested.sync?.(values as never);
  });

  it.each(arguments_)('refuses %s of another type', async (argument) => {
    for (const { what, value, received } of wrongTypes) {
      for (const error of await errorsOf(tested, { ...values, [argument]: value })) {
        expect(error, what).toBeInstanceOf(ByteTypeError);
        expect(error, what).toBeInstanceOf(TypeError);
        expect(error, what).toMatchObject({
          name: 'ByteTypeError',
          code: 'ERR_ROMULUS_TYPE',
          argument: named(argument),
        });
        expect(error.message, what).toContain(`${named(argument)} must be a Uint8Array, received `);
        if (received) expect(error.message).toBe(`${named(argument)} must be a Uint8Array, received ${received}`);
      }
    }
  });

  it.each(arguments_)('%s left out', async (argument) => {
    const { [argument]: _, ...others } = values;
    for (const without of [others, { ...values, [argument]: undefined }]) {
      if (optional.includes(argument)) {
        // What was encrypted with associated data is not authentic without; everything else is done.
        for (const call of [tested.promise, tested.sync]) {
          const error = await Promise.resolve()
            .then(() => call?.(without as never))
            .then(
              () => undefined,
              (reason: unknown) => reason,
            );
          if (error) expect(error).toMatchObject({ code: 'ERR_ROMULUS_AUTH' });
        }
        continue;
      }
      for (const error of await errorsOf(tested, without)) {
        expect(error).toBeInstanceOf(ByteTypeError);
        expect(error).toMatchObject({
          code: 'ERR_ROMULUS_TYPE',
          argument: named(argument),
          message: `${named(argument)} must be a Uint8Array, received undefined`,
        });
      }
    }
  });

  const limited = arguments_.filter((argument) => lengths[argument] !== undefined);
  if (limited.length === 0) return;
  it.each(limited)('refuses %s of another length', async (argument) => {
    const length = lengths[argument] as number | { least: number };
    const [expected, wrong, bound] =
      typeof length === 'number'
        ? [length, [0, 1, 15, 17, 32, 20_000], '']
        : [length.least, [0, 1, length.least - 1], 'at least '];
    for (const received of wrong) {
      for (const error of await errorsOf(tested, { ...values, [argument]: text(received) })) {
        expect(error).toBeInstanceOf(ByteLengthError);
        expect(error).toBeInstanceOf(RangeError);
        expect(error).toMatchObject({
          name: 'ByteLengthError',
          code: 'ERR_ROMULUS_LENGTH',
          argument: named(argument),
          expected,
          received,
          message: `${named(argument)} must be ${bound}${expected} bytes, received ${received}`,
        });
      }
    }
  });
});

describe('a request that is not one', () => {
  const requestFunctions = functions.filter(({ values }) => 'nonce' in values);
  const wrong: [value: unknown, received: string][] = [
    [undefined, 'undefined'],
    [null, 'null'],
    [secretText, 'string'],
    [7, 'number'],
    [() => {}, 'function'],
  ];

  it.each(requestFunctions)('is refused by $name', async (tested) => {
    const many = tested.name.endsWith('Many');
    for (const [value, received] of wrong) {
      for (const error of await errorsOf(tested, value as Values)) {
        expect(error).toBeInstanceOf(ByteTypeError);
        const argument = many ? 'requests[1]' : 'request';
        expect(error).toMatchObject({
          code: 'ERR_ROMULUS_TYPE',
          argument,
          message: `${argument} must be an object, received ${received}`,
        });
      }
    }
  });
});

describe('a list that is not one', () => {
  const lists = [
    ...modes.flatMap(({ name, aead, twin }) => [
      { name: `${name}.encryptMany`, argument: 'requests', promise: aead.encryptMany, twin: twin.encryptMany },
      { name: `${name}.decryptMany`, argument: 'requests', promise: aead.decryptMany, twin: twin.decryptMany },
    ]),
    { name: 'hashMany', argument: 'messages', promise: hashMany, twin: sync.hashMany },
  ] as { name: string; argument: string; promise: (list: unknown) => unknown; twin: (list: unknown) => unknown }[];
  const wrong: [value: unknown, received: string][] = [
    [undefined, 'undefined'],
    [null, 'null'],
    ['requests', 'string'],
    [3, 'number'],
    [{ length: 1, 0: {} }, 'an object'],
    [new Set(), 'Set'],
    [new Uint8Array(4), 'Uint8Array'],
  ];

  it.each(lists)('is refused by $name', async ({ argument, promise, twin }) => {
    for (const [value, received] of wrong) {
      for (const error of [await rejection(() => promise(value)), thrown(() => twin(value))]) {
        expect(error).toBeInstanceOf(ByteTypeError);
        expect(error).toMatchObject({
          code: 'ERR_ROMULUS_TYPE',
          argument,
          message: `${argument} must be an array, received ${received}`,
        });
      }
    }
  });

  it.each(lists)('may be empty for $name', async ({ promise, twin }) => {
    expect(await promise([])).toEqual([]);
    expect(twin([])).toEqual([]);
  });

  it.each(lists)('has no holes for $name', async ({ argument, promise, twin }) => {
    const list = new Array(2);
    for (const error of [await rejection(() => promise(list)), thrown(() => twin(list))])
      expect(error).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: `${argument}[0]` });
  });
});

describe('an error in one of many', () => {
  it('names the first that is wrong', async () => {
    const good = { key, nonce, plaintext };
    const requests = [good, good, { ...good, nonce: text(12) }, { ...good, key: text(3) }];
    const error = await rejection(() => romulusN.encryptMany(requests));
    expect(error).toMatchObject({ argument: 'requests[2].nonce', expected: 16, received: 12 });
  });

  it('is found before any work is done', async () => {
    let calls = 0;
    const counted = await loadedPackage((exports) => {
      const around = Object.entries(exports).map(([name, exported]: [string, unknown]) => [
        name,
        typeof exported !== 'function'
          ? exported
          : (...values: unknown[]) => {
              calls++;
              return exported(...values);
            },
      ]);
      return Object.fromEntries(around);
    });
    const good = { key, nonce, plaintext, ciphertext: text(40) };
    const many = [...new Array<typeof good>(50).fill(good), { ...good, key: text(17) }];
    calls = 0;
    for (const name of ['romulusN', 'romulusM', 'romulusT'] as const) {
      await rejection(() => counted.romulus[name].encryptMany(many));
      await rejection(() => counted.romulus[name].decryptMany(many));
      thrown(() => counted.sync[name].encryptMany(many));
      thrown(() => counted.sync[name].decryptMany(many));
    }
    await rejection(() => counted.romulus.hashMany([plaintext, 'text' as never]));
    thrown(() => counted.sync.hashMany([plaintext, 'text' as never]));
    expect(calls).toBe(0);
    counted.sync.romulusH(plaintext);
    expect(calls).toBeGreaterThan(0);
  });
});

describe('promise functions', () => {
  it('reject also while the module is still loading', async () => {
    const { freshPackage } = await import('../../fixtures/instance.js');
    const fresh = await freshPackage();
    const nothing = undefined as never;
    const calls: [call: () => unknown, argument: string][] = [
      [() => fresh.romulusH(nothing), 'message'],
      [() => fresh.hashMany(nothing), 'messages'],
      [() => fresh.romulusN.encrypt(nothing), 'request'],
      [() => fresh.romulusN.decryptMany(nothing), 'requests'],
      [() => fresh.seal(nothing, nothing), 'key'],
      [() => fresh.unseal(nothing, nothing), 'key'],
      [() => fresh.hashStream(nothing), 'source'],
    ];
    for (const [call, argument] of calls)
      expect(await rejection(call)).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument });
  });
});

describe('wipe', () => {
  it('overwrites nothing if one argument is wrong', () => {
    const bytes = text(9);
    expect(thrown(() => romulus.wipe(bytes, [1] as never))).toBeInstanceOf(ByteTypeError);
    expect(bytes).toEqual(text(9));
  });
});
