/** The statements about a module's functions, on messages of some lengths whose bits may be anything. */
import { LaneRequest, LaneWord } from '../../ts/engine/lanes.js';
import { type SuiteKey, suites } from '../../ts/suites/table.js';
import type { Cipher } from './cipher.js';
import { beforeEndOfAead, inHash, inLane } from './layout.js';
import type { Machine } from './machine.js';
import { type Member, ofRomulus } from './members.js';
import { type Beginning, beginning, type Direction, Romulus, zeros } from './romulus.js';
import { type Bits, type Literal, type Logic, not } from './terms.js';
import { bitsOf, concat, isSymbolic } from './value.js';

/** The cipher's definition and the machine, with which a goal is proven. */
export interface Trial {
  cipher: Cipher;
  machine: Machine;
}

/** The claim that these bits equal the definition's bits at the end. */
export interface Claim {
  what: string;
  made: Bits;
  defined: Bits;
}

export interface Goal {
  title: string;
  /** The suite whose module is called. */
  suite: SuiteKey;
  cipher(terms: Logic): Cipher;
  /** Computes the result of the definition, and returns the function that calls the module. */
  define(trial: Trial): () => Claim[];
}

export const goalOf = ({ suite, row, cipher }: Member, title: string, define: Goal['define']): Goal => ({
  title: `${row.name}, ${title}`,
  suite,
  cipher,
  define,
});

const letters = ['n', 'm', 't', 'h'] as const;
type Letter = (typeof letters)[number];
export type Verdict = 'right' | 'wrong';
export const blockLength = 16;

/** Lengths, in bytes. */
export interface Lengths {
  ad: number;
  text: number;
}

/** The addresses of the values that a mode begins with. */
type Places = readonly (readonly [value: keyof Beginning, address: number])[];

/** The fields in which a module keeps these values. */
const fields = {
  n: { 'n.s_': 's', 'n.counter_': 'counter' },
  m: { 'm.mac_': 's', 'm.mac_counter_': 'counter', 'm.counter_': 'counter' },
  t: { 't.hash_.h_': 's', 't.hash_.g_': 'g', 't.counter_': 'counter', 't.hashed_': 'hashed' },
  h: { 'state_.chain.h_': 's', 'state_.chain.g_': 'g' },
  // No memory holds the counter that Romulus-T hashes.
  lane: { s: 's', h: 's', g: 'g', counter: 'counter' },
} as const;
const placesIn = (of: keyof typeof fields, at: (field: never) => number): Places =>
  Object.entries(fields[of]).map(([field, value]) => [value, at(field as never)]);

/** The addresses for a single message. */
export function placesOf(machine: Machine, mode: Letter): Places {
  const state = machine.ask('state_address');
  if (mode === 'h') return placesIn(mode, (field: keyof typeof inHash) => state + inHash[field]);
  const end = state + machine.ask('aead_state_length');
  return placesIn(mode, (field: keyof typeof beforeEndOfAead) => end - beforeEndOfAead[field]);
}

/** A value as a module keeps it. A counter of seven bytes has a place of eight. */
export const inMemory = (value: Bits): Bits => concat(value, zeros(-value.length & 63));

/**
 * Makes a beginning that may be anything, in the definition and in the module. A proof for all beginnings holds for the
 * defined one. The constants of the defined one would make the sums of the first rounds long, and a known counter would
 * leave most of TK1 untried.
 */
export function anywhere({ cipher, machine }: Trial, places: Places, counter = cipher.terms.bytes(7)): Beginning {
  const from = { ...beginning };
  for (const value of new Set(places.map(([value]) => value)))
    from[value] = value === 'counter' ? counter : cipher.terms.bytes(beginning[value].length / 8);
  for (const [value, address] of places)
    machine.memory.generalize(address, inMemory(beginning[value]), inMemory(from[value]));
  return from;
}

/** The answer of a module that compares tags. */
export const verdictWord = (verdict: Literal): Bits => new Int32Array(32).fill(verdict, 0, 1);

/** A mode's message in one direction. */
interface Case {
  member: Member;
  direction: Direction;
  lengths: Lengths;
  assumed: Verdict;
}

const titleOf = ({ direction, lengths: { ad, text }, assumed }: Case) =>
  `${direction}, ${ad} and ${text} bytes${assumed === 'wrong' ? ', wrong tag' : ''}`;

/** The place of a message: a function that loads bytes from an offset, and the offsets of the strings. */
interface Strings {
  at(offset: number, length: number): Bits;
  key: number;
  ad: number;
  text: number;
  lane?: string;
}

/** Defines the results for a message. */
function stated(
  { cipher }: Trial,
  { member, direction, lengths, assumed }: Case,
  from: Beginning,
  { at, lane = '', ...offsets }: Strings,
) {
  const { row, mode } = member;
  const end = offsets.text + lengths.text;
  const message = {
    key: at(offsets.key, blockLength),
    nonce: at(offsets.key + blockLength, row.nonceLength),
    ad: at(offsets.ad, lengths.ad),
    text: at(offsets.text, lengths.text),
    received: at(end, row.tagLength),
  };
  const romulus = new Romulus(cipher, from);
  const [textLength, tagLength] = member === ofRomulus.h ? [2 * blockLength, 0] : [lengths.text, row.tagLength];
  const { text, tag } = mode(romulus, direction, message, assumed === 'wrong');
  const verdict = romulus.areEqual(tag, message.received);
  /** Claims what the module makes. `answer` is its verdict in decryption. */
  const claims = (answer: Bits, told = verdict): Claim[] => [
    { what: `text${lane}`, made: at(offsets.text, textLength), defined: text },
    direction === 'encrypt'
      ? { what: `tag${lane}`, made: at(end, tagLength), defined: tag }
      : { what: `verdict${lane}`, made: answer, defined: verdictWord(told) },
  ];
  return { romulus, claims, judged: [verdict, assumed === 'right'] as Assumption };
}

/** A condition of a branch, and the value that the proof assumes for it. */
type Assumption = readonly [condition: Literal, holds: boolean];

/** Returns a function that decides branches with unknown conditions. It throws where the proof assumes nothing. */
function judge(terms: Logic, assumptions: readonly Assumption[]) {
  return (condition: Literal): boolean => {
    for (const [expected, holds] of assumptions) {
      if (terms.equal(condition, expected)) return holds;
      if (terms.equal(condition, not(expected))) return !holds;
    }
    throw new Error('a branch on what is not known');
  };
}

/** The goal for one message. Where a mode looks at the verdict on the tag first, the proof assumes `assumed`. */
export function single(member: Member, direction: Direction, lengths: Lengths, assumed: Verdict = 'right'): Goal {
  const { suite, row } = member;
  const example = { member, direction, lengths, assumed };
  return goalOf(member, titleOf(example), (trial) => {
    const { machine, cipher } = trial;
    const window = machine.ask('window_address');
    const from = suite === 'romulus' ? anywhere(trial, placesOf(machine, letters[row.id]!)) : beginning;
    const at = (offset: number, length: number) => machine.memory.load(window + offset, length);
    const text = lengths.ad + blockLength + row.nonceLength;
    // A module that permutes batches has zeros behind its window between calls.
    const behind = window + 2 * blockLength + row.nonceLength + machine.ask('piece_limit');
    const rest = suites[suite].takesBatches ? machine.binary.memoryLength - behind : 0;
    machine.memory.store(behind, zeros(8 * rest));
    const { romulus, judged, claims } = stated(trial, example, from, { at, ad: 0, key: lengths.ad, text });
    // Romulus-M recognizes the first call of its encryption by the counter.
    const isFirst = romulus.areEqual(from.counter, beginning.counter);
    return () => {
      const decide = judge(cipher.terms, [judged, [isFirst, true]]);
      const answer = machine.run(`aead_${direction}`, [row.id, lengths.ad, lengths.text], decide);
      // A mode that has already branched on the verdict may answer with a constant.
      const told = row.readsTextFirst === 'decrypt' && !isSymbolic(answer) ? Number(assumed === 'right') : undefined;
      const others = machine.memory.load(behind, rest).filter((bit) => bit !== 0);
      return [...claims(bitsOf(answer, 32), told), { what: 'what was zeros', made: others, defined: zeros(0) }];
    };
  });
}

export const hash = (length: number): Goal =>
  goalOf(ofRomulus.h, `${length} bytes`, (trial) => {
    const { machine, cipher } = trial;
    const window = machine.ask('window_address');
    const romulus = new Romulus(cipher, anywhere(trial, placesOf(machine, 'h')));
    const digest = romulus.h(machine.memory.load(window, length));
    return () => {
      machine.run('hash', [length]);
      return [{ what: 'digest', made: machine.memory.load(window, 2 * blockLength), defined: digest }];
    };
  });

/** The counters of the lanes, and the verdict on their tags. */
interface Company {
  /** `one`: all lanes have the same counter, because they began together. `own`: each lane has its own. */
  counters?: 'one' | 'own';
  /** The verdict on the tags that the lanes receive. */
  assumed?: Verdict;
}

/** The goal for whole messages side by side. */
export function lanes(
  count: number,
  member: Member,
  direction: Direction,
  lengths: Lengths,
  { counters = 'one', assumed = 'right' }: Company = {},
): Goal {
  const { row } = member;
  const example = { member, direction, lengths, assumed };
  const title = `${titleOf(example)}, ${count} lanes${counters === 'own' ? ' with own counters' : ''}`;
  return goalOf(member, title, (trial) => {
    const { machine, cipher } = trial;
    const { terms } = cipher;
    const [first, length] = [machine.ask('lanes_address'), machine.ask('lane_length')];
    const keyOffset = machine.ask('lane_key_offset');
    const common = terms.bytes(7);
    const words = [
      [LaneWord.request, LaneRequest.start],
      [LaneWord.adLength, lengths.ad],
      [LaneWord.length, lengths.text],
      [LaneWord.whole, 1],
    ] as const;
    const all = Array.from({ length: count }, (_, i) => {
      const lane = first + i * length;
      for (const [word, value] of words) machine.memory.store(lane + word, bitsOf(value, 32));
      const at = (offset: number, some: number) => machine.memory.load(lane + keyOffset + offset, some);
      const places = placesIn('lane', (field: keyof typeof inLane) => lane + inLane[field]);
      const from = anywhere(trial, places, counters === 'own' ? terms.bytes(7) : common);
      const ad = 3 * blockLength;
      const answer = () => machine.memory.load(lane + LaneWord.authentic, 4);
      return { answer, ...stated(trial, example, from, { at, key: 0, ad, text: ad + lengths.ad, lane: ` ${i}` }) };
    });
    const [one, ...others] = all.map(({ romulus }) => romulus);
    // The condition, after each number of steps, that the counters of all lanes are equal.
    const areSame = Array.from({ length: 8 }, (_, step) =>
      terms.conjunction(others.map((other) => one!.areEqual(one!.counter(step), other.counter(step)))),
    );
    return () => {
      const decide = judge(terms, [
        ...all.map(({ judged }) => judged),
        ...areSame.map((same): Assumption => [same, false]),
      ]);
      machine.run('lanes_run', [row.id, direction === 'encrypt' ? 0 : 1, count], decide);
      return all.flatMap(({ claims, answer }) => claims(answer()));
    };
  });
}
