/** The tables of docs/estimates.md, made of what the functions compute. */
import {
  type Advantage,
  advantage,
  type BoundedMode,
  calls,
  effectiveBlocks,
  type FamilyMode,
  latency,
  type MessageLengths,
  messageLimit,
} from '../../../ts/estimates/index.js';
import {
  callCyclesOfColumns,
  publishedClaims,
  publishedLatencies,
  publishedRates,
  publishedRatios,
} from './published.js';

type Cell = string | number;

/** Columns of numbers end on the right. */
function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(3, ...texts.map((row) => (row[column] as string).length)));
  const isNumeric = head.map((_, column) => rows.every((row) => /^[\d-]/.test(String(row[column]))));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = widths.map((width, i) => (isNumeric[i] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  const filled = texts.map((row) =>
    line(row.map((text, i) => (isNumeric[i] ? text.padStart(widths[i] as number) : text.padEnd(widths[i] as number)))),
  );
  return [filled[0], line(rule), ...filled.slice(1)].join('\n');
}

const grouped = (value: number) => value.toLocaleString('en-US').replaceAll(',', ' ');

/** A bound, of so many keys together. */
function bound(logarithm: number, keys = 1): string {
  if (logarithm === Number.NEGATIVE_INFINITY) return '0';
  if (logarithm === 0) return 'none';
  return `2^${(logarithm + Math.log2(keys)).toFixed(1)}`;
}

const numberOf = (value: number) =>
  value === Number.POSITIVE_INFINITY ? 'any' : value < 2 ? String(value) : `2^${Math.log2(value).toFixed(1)}`;

const ratioOf = (message: { associatedData: number; plaintext: number }, callCycles: number) =>
  latency({ mode: 'Romulus-M', ...message, callCycles }) / latency({ mode: 'Romulus-N', ...message, callCycles });

/** The computed value, and the printed one where it is another. */
const beside = (computed: string, printed: string) => (computed === printed ? computed : `${computed} (${printed})`);

const latencies = () =>
  table(
    ['mode', 'a', 'm', ...callCyclesOfColumns.map(String)],
    publishedLatencies.map(({ mode, associatedData, plaintext, cycles }) => [
      mode,
      associatedData,
      plaintext,
      ...callCyclesOfColumns.map((callCycles, i) =>
        beside(String(latency({ mode, associatedData, plaintext, callCycles })), String(cycles[i])),
      ),
    ]),
  );

const ratios = () =>
  table(
    ['a', 'm', ...callCyclesOfColumns.map(String)],
    publishedRatios.map(({ ratios: printed, ...message }) => [
      message.associatedData,
      message.plaintext,
      ...callCyclesOfColumns.map((callCycles, i) =>
        beside(ratioOf(message, callCycles).toFixed(2), printed[i] as string),
      ),
    ]),
  );

/** Bits of a table's message, which has 1152 bytes of each. */
const longMessage = { associatedData: 1152, plaintext: 1152 };
const slowClock = 24;

/** The paper cuts the rates in Mbit/s off, and rounds those in Gbit/s. */
const rates = () =>
  table(
    ['cipher', 'rounds a cycle', 'cycles a call', 'N, Mbit/s', 'M, Mbit/s', 'N, Gbit/s', 'M, Gbit/s'],
    publishedRates.map(({ cipher, roundsInCycle, callCycles, atSlowClock, period, atFastClock }) => {
      const bits = 8 * (longMessage.associatedData + longMessage.plaintext);
      const cycles = (['Romulus-N', 'Romulus-M'] as const).map((mode) => latency({ mode, ...longMessage, callCycles }));
      return [
        cipher,
        roundsInCycle,
        callCycles,
        ...cycles.map((count, i) => beside(String(Math.floor((bits * slowClock) / count)), atSlowClock[i] as string)),
        ...cycles.map((count, i) => beside((bits / (count * period)).toFixed(2), atFastClock[i] as string)),
      ];
    }),
  );

const familyModes = [
  'Romulus-N',
  'Romulus-M',
  'Romulus-T',
  'Romulus-N1',
  'Romulus-N2',
  'Romulus-N3',
  'Romulus-M1',
  'Romulus-M2',
  'Romulus-M3',
  'Remus-N1',
  'Remus-N2',
  'Remus-N3',
  'Remus-M1',
  'Remus-M2',
] as const satisfies readonly FamilyMode[];
const sizes: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 16],
  [16, 16],
  [64, 64],
  [0, 1024],
  [1024, 1024],
];

const callCounts = () =>
  table(
    ['mode', ...sizes.map(([a, m]) => `${a}, ${m}`)],
    familyModes.map((mode) => [
      mode,
      ...sizes.map(([associatedData, plaintext]) => calls(mode, { associatedData, plaintext })),
    ]),
  );

/** The bits of work at which a bound reaches 1: as many blocks, forgeries and calls offline as 2 to that power. */
function workAtOne(mode: BoundedMode, goal: keyof Advantage, isRepeated: boolean): string {
  const reaches = (power: number) => {
    const work = Math.floor(2 ** power);
    const use = { mode, encryptions: work, forgeries: work, blocks: work, offlineCalls: work, longest: 1 };
    return advantage({ ...use, nonceUses: isRepeated ? work : 1 })[goal] === 0;
  };
  let [below, above] = [2, 140];
  if (!reaches(above)) return '-';
  while (above - below > 0.001) {
    const middle = (below + above) / 2;
    if (reaches(middle)) above = middle;
    else below = middle;
  }
  return above.toFixed(1);
}

const claims = () =>
  table(
    ['mode', 'nonces', 'claimed', 'privacy', 'authenticity'],
    publishedClaims.flatMap(({ mode, nonceRespecting, nonceMisusing }) => [
      [mode, 'differ', nonceRespecting, workAtOne(mode, 'privacy', false), workAtOne(mode, 'authenticity', false)],
      ...(nonceMisusing === undefined
        ? []
        : [
            [
              mode,
              'all the same',
              nonceMisusing,
              workAtOne(mode, 'privacy', true),
              workAtOne(mode, 'authenticity', true),
            ],
          ]),
    ]),
  );

interface Choice {
  mode: BoundedMode;
  how: string;
  nonceUses?: number;
  offlineCalls?: number;
  tagLength?: number;
}

const offlineCalls = 2 ** 64;
const choices: Choice[] = [
  { mode: 'Romulus-N', how: 'every nonce once' },
  { mode: 'Romulus-N', how: 'every nonce once, tags cut to 8 bytes', tagLength: 8 },
  { mode: 'Romulus-N', how: 'a nonce twice', nonceUses: 2 },
  { mode: 'Romulus-M', how: 'every nonce once' },
  { mode: 'Romulus-M', how: 'a nonce twice', nonceUses: 2 },
  { mode: 'Romulus-M', how: 'always the same nonce', nonceUses: Number.POSITIVE_INFINITY },
  { mode: 'Remus-N1', how: 'every nonce once', offlineCalls },
  { mode: 'Remus-N2', how: 'every nonce once', offlineCalls },
  { mode: 'Remus-M2', how: 'a nonce twice', nonceUses: 2, offlineCalls },
];

/** The bounds of one key for so many messages, and as many forgeries if not said. */
function boundsOf({ mode, nonceUses = 1, offlineCalls, tagLength }: Choice, message: MessageLengths, counts: Counts) {
  const { messages, forgeries = messages } = counts;
  const longest = effectiveBlocks(mode, message);
  return advantage({
    mode,
    encryptions: messages,
    forgeries,
    blocks: (messages + forgeries) * longest,
    longest,
    nonceUses: Math.min(nonceUses, messages),
    offlineCalls,
    tagLength,
  });
}

interface Counts {
  messages: number;
  forgeries?: number;
}

const secondsOfYear = 365.25 * 24 * 60 * 60;
const sensorMessage = { associatedData: 0, plaintext: 64 };

const sensor = () =>
  table(
    ['mode', 'use', 'calls', 'privacy', 'forgery', 'messages until 2^-32'],
    choices.map((choice) => {
      const { mode, how, ...more } = choice;
      const { privacy, authenticity } = boundsOf(choice, sensorMessage, { messages: 10 * secondsOfYear });
      return [
        mode,
        how,
        calls(mode, sensorMessage),
        bound(privacy),
        bound(authenticity),
        numberOf(messageLimit({ mode, ...more, ...sensorMessage, target: -32 })),
      ];
    }),
  );

const sensorTime = () =>
  table(
    ['mode', 'rounds a cycle', 'cycles a message', 'microseconds at 24 MHz', 'of a second'],
    (['Romulus-N', 'Romulus-M'] as const).flatMap((mode) =>
      ([40, 10, 1] as const).map((callCycles) => {
        const cycles = latency({ mode, ...sensorMessage, callCycles });
        return [
          mode,
          40 / callCycles,
          cycles,
          (cycles / slowClock).toFixed(1),
          `1/${grouped(Math.round((slowClock * 1e6) / cycles))}`,
        ];
      }),
    ),
  );

const devices = 1e6;
const gatewayMessage = { associatedData: 16, plaintext: 48 };

const gateway = () =>
  table(
    ['mode', 'use', 'calls a second', 'one key: privacy', 'forgery', 'all keys: privacy', 'forgery'],
    choices.map((choice) => {
      const messages = (5 * secondsOfYear) / 60;
      const { privacy, authenticity } = boundsOf(choice, gatewayMessage, { messages });
      return [
        choice.mode,
        choice.how,
        grouped(Math.round((devices * calls(choice.mode, gatewayMessage)) / 60)),
        bound(privacy),
        bound(authenticity),
        bound(privacy, devices),
        bound(authenticity, devices),
      ];
    }),
  );

const files = 1e9;
const file = { associatedData: 32, plaintext: 2 ** 20 };
/** Of random nonces of 128 bits, the chance that some nonce is there twice, and three times, is at most that. */
const chanceOfTwo = Math.log2((files * (files - 1)) / 2) - 128;
const chanceOfThree = Math.log2((files * (files - 1) * (files - 2)) / 6) - 256;

const store = () =>
  table(
    ['mode', 'use', 'calls a file', 'privacy', 'forgery', 'chance that the use is another'],
    (
      [
        [{ mode: 'Romulus-N', how: 'random nonces, no two alike' }, bound(chanceOfTwo)],
        [{ mode: 'Romulus-M', how: 'random nonces, no two alike' }, bound(chanceOfTwo)],
        [{ mode: 'Romulus-M', how: 'random nonces, no three alike', nonceUses: 2 }, bound(chanceOfThree)],
        [{ mode: 'Romulus-M', how: 'always the same nonce', nonceUses: Number.POSITIVE_INFINITY }, '0'],
      ] satisfies [Choice, string][]
    ).map(([choice, chance]) => {
      const { privacy, authenticity } = boundsOf(choice, file, { messages: files, forgeries: 2 ** 30 });
      return [choice.mode, choice.how, calls(choice.mode, file), bound(privacy), bound(authenticity), chance];
    }),
  );

/** By the names that the document gives them. */
export const tables: Readonly<Record<string, () => string>> = {
  'calls of a message': callCounts,
  latencies,
  ratios,
  rates,
  claims,
  sensor,
  'time of a sensor': sensorTime,
  gateway,
  store,
};
