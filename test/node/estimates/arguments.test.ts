/** What the estimates refuse, and with which error. */
import { describe, expect, it } from 'vitest';
import {
  advantage,
  ByteTypeError,
  calls,
  effectiveBlocks,
  latency,
  messageLimit,
  UsageError,
} from '../../../ts/estimates/index.js';
import { thrown } from '../../fixtures/bytes.js';

const lengths = { associatedData: 3, plaintext: 5 };
const use = { mode: 'Romulus-M', encryptions: 1, forgeries: 1, blocks: 1 };
const ice = { ...use, mode: 'Remus-N1', offlineCalls: 1 };
const limit = { mode: 'Romulus-M', target: -32, ...lengths };
const run = { mode: 'Romulus-N', callCycles: 40, ...lengths };
// Callers without types may give anything.
const any = (value: unknown) => value as never;

const noNumbers = ['16', null, 16n, Symbol('16'), {}, [16], Object(16)];
const noWholeNumbers = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, ...noNumbers];
const noTexts = [undefined, null, 5, 5n, Symbol('Romulus-N'), {}, ['Romulus-N'], Object('Romulus-N')];
const noModes = ['romulus-n', 'Romulus-X', '', 'toString', '__proto__', 'constructor', ...noTexts];

const refused: [what: string, call: () => unknown, message: RegExp, isOfWrongType?: boolean][] = [
  ...noModes.flatMap((mode): (typeof refused)[number][] => [
    [
      `calls of the mode ${String(mode)}`,
      () => calls(any(mode), lengths),
      /^mode must be one of .*Romulus-H(, received [\w ]+)?$/,
      typeof mode !== 'string',
    ],
    [
      `blocks of the mode ${String(mode)}`,
      () => effectiveBlocks(any(mode), lengths),
      /^mode must be one of Romulus-N/,
      typeof mode !== 'string',
    ],
    [
      `a bound of the mode ${String(mode)}`,
      () => advantage({ ...use, mode: any(mode) }),
      /^mode must be one of/,
      typeof mode !== 'string',
    ],
    [
      `a limit of the mode ${String(mode)}`,
      () => messageLimit({ ...limit, mode: any(mode) }),
      /^mode must be one of/,
      typeof mode !== 'string',
    ],
    [
      `a latency of the mode ${String(mode)}`,
      () => latency({ ...run, mode: any(mode) }),
      /^mode must be one of/,
      typeof mode !== 'string',
    ],
  ]),
  ...['Romulus-T', 'Romulus-H'].flatMap((mode): (typeof refused)[number][] => [
    [`a bound of ${mode}`, () => advantage({ ...use, mode: any(mode) }), /^mode must be one of/],
    [`a latency of ${mode}`, () => latency({ ...run, mode: any(mode) }), /^mode must be one of/],
  ]),
  ['a latency of Remus-N1', () => latency({ ...run, mode: any('Remus-N1') }), /^mode must be one of Romulus-N, /],
  ...noWholeNumbers.flatMap((value): (typeof refused)[number][] => [
    ...(['associatedData', 'plaintext'] as const).flatMap((name): (typeof refused)[number][] => {
      const changed = { ...lengths, [name]: any(value) };
      const message = new RegExp(`^${name} must be a length in bytes`);
      return [
        [`calls for ${name} ${String(value)}`, () => calls('Romulus-N', changed), message, typeof value !== 'number'],
        [
          `calls of T for ${name} ${String(value)}`,
          () => calls('Romulus-T', changed),
          message,
          typeof value !== 'number',
        ],
        [
          `blocks for ${name} ${String(value)}`,
          () => effectiveBlocks('Remus-M1', changed),
          message,
          typeof value !== 'number',
        ],
        [
          `latency for ${name} ${String(value)}`,
          () => latency(any({ ...run, ...changed })),
          message,
          typeof value !== 'number',
        ],
        [
          `limit for ${name} ${String(value)}`,
          () => messageLimit(any({ ...limit, ...changed })),
          message,
          typeof value !== 'number',
        ],
      ];
    }),
    ...['encryptions', 'forgeries', 'blocks', 'longest', 'offlineCalls', 'nonceUses', 'tagLength'].map(
      (name): (typeof refused)[number] => [
        `a bound for ${name} ${String(value)}`,
        () => advantage(any({ ...ice, [name]: value })),
        new RegExp(`^${name} must be a whole number`),
        typeof value !== 'number',
      ],
    ),
    ...['forgeries', 'nonceUses', 'offlineCalls', 'tagLength'].flatMap((name): typeof refused =>
      // That one allows all messages to have the same nonce.
      name === 'nonceUses' && value === Number.POSITIVE_INFINITY
        ? []
        : [
            [
              `a limit for ${name} ${String(value)}`,
              () => messageLimit(any({ ...limit, mode: 'Remus-N1', offlineCalls: 1, [name]: value })),
              new RegExp(`^${name} must be a whole number`),
              typeof value !== 'number',
            ],
          ],
    ),
    [
      `callCycles ${String(value)}`,
      () => latency(any({ ...run, callCycles: value })),
      /^callCycles must be a whole number, 1 or more(, received [\w ]+)?$/,
      typeof value !== 'number',
    ],
  ]),
  ['a length of 2^53', () => calls('Romulus-N', { plaintext: 2 ** 53 }), /^plaintext must be a length in bytes/],
  ['no plaintext', () => calls('Romulus-N', any({})), /^plaintext must be a length/, true],
  ['no counts', () => advantage(any({ mode: 'Romulus-N' })), /^encryptions must be a whole number/, true],
  ['no offlineCalls', () => advantage(any({ ...ice, offlineCalls: undefined })), /^Remus-N1 needs offlineCalls/],
  ['a nonce used 0 times', () => advantage(any({ ...use, nonceUses: 0 })), /^nonceUses must be a whole number, 1/],
  ['0 cycles', () => latency(any({ ...run, callCycles: 0 })), /^callCycles must/],
  ['a hash of associated data', () => calls('Romulus-H', lengths), /^Romulus-H has no associatedData$/],
  ['no tag', () => advantage(any({ ...use, mode: 'Romulus-N', tagLength: 0 })), /^tagLength must be a whole number, 1/],
  ['a tag of 17 bytes', () => advantage(any({ ...use, mode: 'Romulus-N', tagLength: 17 })), /at most 16 bytes/],
  ['a tag of 9 bytes', () => advantage(any({ ...ice, mode: 'Remus-N3', tagLength: 9 })), /at most 8 bytes/],
  ['a tag that is cut, in M', () => advantage(any({ ...use, tagLength: 12 })), /^Romulus-M has no bound for a tag/],
  ...[8, 16, 64, 0, '32', null, 32n].map((busWidth): (typeof refused)[number] => [
    `a bus of ${busWidth}`,
    () => latency(any({ ...run, busWidth })),
    /^busWidth must be 32/,
    typeof busWidth !== 'number',
  ]),
  ...[0, 1, Number.NaN, '-32', undefined, -32n, Symbol('-32')].map((target): (typeof refused)[number] => [
    `the target ${String(target)}`,
    () => messageLimit(any({ ...limit, target })),
    /^target must be a number below 0/,
    typeof target !== 'number',
  ]),
  ['a nonce used half', () => messageLimit(any({ ...limit, nonceUses: 0.5 })), /^nonceUses must be a whole number/],
];

it.each(refused)('refuses %s', (_what, call, message, isOfWrongType = false) => {
  const error = thrown(call);
  expect(error).toBeInstanceOf(isOfWrongType ? ByteTypeError : UsageError);
  expect(error).toMatchObject({
    code: isOfWrongType ? 'ERR_ROMULUS_TYPE' : 'ERR_ROMULUS_USAGE',
    message: expect.stringMatching(message),
  });
});

const records: [what: string, argument: string, record: object, call: (record: never) => unknown][] = [
  ['calls', 'lengths', lengths, (lengths) => calls('Romulus-N', lengths)],
  ['effectiveBlocks', 'lengths', lengths, (lengths) => effectiveBlocks('Romulus-N', lengths)],
  ['advantage', 'use', ice, advantage],
  ['messageLimit', 'request', limit, messageLimit],
  ['latency', 'request', run, latency],
];

describe.each(records)('the names of %s', (_, argument, record, call) => {
  it('are those that it knows', () => {
    for (const name of ['nonceUse', 'tagLengths', 'ad', 'plainText']) {
      const error = thrown(() => call(any({ ...record, [name]: 2 })));
      expect(error).toBeInstanceOf(ByteTypeError);
      expect(error).toMatchObject({ argument, message: expect.stringContaining(`has no parameter "${name}"`) });
    }
  });

  it('are seen where they are inherited', () => {
    const inheriting = (names: object) => call(any(Object.create(names)));
    expect(inheriting(record)).toEqual(call(any(record)));
    expect(thrown(() => inheriting({ ...record, nonceUse: 2 }))).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument });
  });
});

it('names the name that is meant', () => {
  expect(thrown(() => advantage(any({ ...use, nonceUse: 2 }))).message).toContain('nonceUses is meant?');
});

describe.each<{ name: string; call: (value: never) => unknown }>([
  { name: 'lengths', call: (value) => calls('Romulus-N', value) },
  { name: 'lengths', call: (value) => effectiveBlocks('Romulus-N', value) },
  { name: 'request', call: latency },
  { name: 'use', call: advantage },
  { name: 'request', call: messageLimit },
])('the argument $name', ({ name, call }) => {
  it.each([undefined, null, 5, 5n, 'text', true, [1, 2], new Map()])('is refused where it is %s', (value) => {
    const error = thrown(() => call(any(value)));
    expect(error).toBeInstanceOf(ByteTypeError);
    expect(error).toMatchObject({ code: 'ERR_ROMULUS_TYPE', argument: name });
  });
});
