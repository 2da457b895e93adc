/** The statements about a module's functions, on messages of some lengths whose bits may be anything. */
import { LaneRequest, LaneWord } from '../../ts/engine/lane-memory.js';
import { type SuiteKey, suites } from '../../ts/suites/table.js';
import type { Cipher } from './cipher.js';
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

export type Claim = Record<'made' | 'defined', Bits> & { what: string };

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
/** In bytes, as all lengths. */
export const blockLength = 16;
type Lengths = Record<'ad' | 'text', number>;

// The places, in bytes, of the values that a message begins with in the module of Romulus, by the names of their fields
// in wasm-src/. No statement about a field is proven with a wrong number.

/** The distance from a field to the end of `Aead`. The schedules, whose lengths differ, lie before the fields. */
const beforeEndOfAead = {
  'n.s_': 144,
  'n.counter_': 128,
  'm.mac_': 144,
  'm.s_': 128,
  'm.mac_counter_': 112,
  'm.counter_': 104,
  'm.due_': 78,
  't.hash_.h_': 144,
  't.hash_.g_': 128,
  't.z_': 96,
  't.waiting_': 64,
  't.tag_': 48,
  't.counter_': 32,
  't.hashed_': 24,
  't.due_': 15,
};

/** Offsets in `H<Romulus>`. */
const inHash = { 'state_.chain.h_': 0, 'state_.chain.g_': 16 };

/** Offsets in `Lane`, which only the SIMD build has. */
const inLane = { counter: 56, s: 112, h: 128, g: 144 };

type Fields = readonly (readonly [name: string, address: number])[];

/** The fields that a mode has for a single message. */
export function fieldsOf(machine: Machine, letter: Letter): Fields {
  const { state: begin, aeadStateLength } = machine.map;
  const end = begin + aeadStateLength;
  const ofAead = Object.entries(beforeEndOfAead).filter(([field]) => field.startsWith(letter));
  const all = letter === 'h' ? Object.entries(inHash) : ofAead.map(([field, at]) => [field, end - begin - at] as const);
  return all.map(([field, at]) => [field.replaceAll(/^.*\.|_$/g, ''), begin + at]);
}

/** The fields that begin with constants. No memory of a lane holds the counter that Romulus-T hashes. */
const beginnings: Record<string, keyof Beginning> = {
  ...{ s: 's', mac: 's', h: 's', g: 'g' },
  ...{ counter: 'counter', mac_counter: 'counter', hashed: 'hashed' },
};

/** A value as a module keeps it. A counter of seven bytes has a place of eight. */
const inMemory = (value: Bits): Bits => concat(value, zeros(-value.length & 63));

/**
 * Makes a beginning that may be anything, in the definition and in the module. A proof for all beginnings holds for the
 * defined one. The constants of the defined one would make the sums of the first rounds long, and a known counter would
 * leave most of TK1 untried.
 */
export function anywhere({ cipher, machine }: Trial, fields: Fields, counter = cipher.terms.bytes(7)): Beginning {
  const places = fields.flatMap(([name, at]) => (beginnings[name] ? [[beginnings[name], at] as const] : []));
  const from = { ...beginning };
  for (const value of new Set(places.map(([value]) => value)))
    from[value] = value === 'counter' ? counter : cipher.terms.bytes(beginning[value].length / 8);
  for (const [value, address] of places)
    machine.memory.generalize(address, inMemory(beginning[value]), inMemory(from[value]));
  return from;
}

export const verdictWord = (verdict: Literal): Bits => new Int32Array(32).fill(verdict, 0, 1);

/** A mode's message in one direction. */
interface Case {
  member: Member;
  direction: Direction;
  lengths: Lengths;
  assumed: 'right' | 'wrong';
}

const titleOf = ({ direction, lengths: { ad, text }, assumed }: Case) =>
  `${direction}, ${ad} and ${text} bytes${assumed === 'wrong' ? ', wrong tag' : ''}`;

/** Defines the results for a message whose strings have these addresses. */
function stated(
  { cipher, machine: { memory } }: Trial,
  { member, direction, lengths, assumed }: Case,
  from: Beginning,
  at: Record<'key' | 'ad' | 'text', number>,
  lane = '',
) {
  const { row, mode } = member;
  const end = at.text + lengths.text;
  const message = {
    key: memory.load(at.key, blockLength),
    nonce: memory.load(at.key + blockLength, row.nonceLength),
    ad: memory.load(at.ad, lengths.ad),
    text: memory.load(at.text, lengths.text),
    received: memory.load(end, row.tagLength),
  };
  const romulus = new Romulus(cipher, from);
  const [textLength, tagLength] = member === ofRomulus.h ? [2 * blockLength, 0] : [lengths.text, row.tagLength];
  const { text, tag } = mode(romulus, direction, message, assumed === 'wrong');
  const verdict = romulus.areEqual(tag, message.received);
  /** Claims what the module makes. `answer` is its verdict in decryption. */
  const claims = (answer: Bits, told = verdict): Claim[] => [
    { what: `text${lane}`, made: memory.load(at.text, textLength), defined: text },
    direction === 'encrypt'
      ? { what: `tag${lane}`, made: memory.load(end, tagLength), defined: tag }
      : { what: `verdict${lane}`, made: answer, defined: verdictWord(told) },
  ];
  return { romulus, claims, judged: [verdict, assumed === 'right'] as Assumption };
}

/** A condition of a branch, and the value that the proof assumes for it. */
export type Assumption = readonly [condition: Literal, holds: boolean];

/** Returns a function that decides branches with unknown conditions. It throws where the proof assumes nothing. */
export function judge(terms: Logic, assumptions: readonly Assumption[]) {
  return (condition: Literal): boolean => {
    for (const [expected, holds] of assumptions) {
      if (terms.equal(condition, expected)) return holds;
      if (terms.equal(condition, not(expected))) return !holds;
    }
    throw new Error('a branch on what is not known');
  };
}

/** The goal for one message. Where a mode looks at the verdict on the tag first, the proof assumes `assumed`. */
export function single(
  member: Member,
  direction: Direction,
  lengths: Lengths,
  assumed: Case['assumed'] = 'right',
): Goal {
  const { suite, row } = member;
  const example = { member, direction, lengths, assumed };
  return goalOf(member, titleOf(example), (trial) => {
    const { machine, cipher } = trial;
    const { window, pieceLimit } = machine.map;
    const from = suite === 'romulus' ? anywhere(trial, fieldsOf(machine, letters[row.id]!)) : beginning;
    // A module that permutes batches has zeros behind its window between calls.
    const behind = window + 2 * blockLength + row.nonceLength + pieceLimit;
    const rest = suites[suite].takesBatches ? machine.binary.memoryLength - behind : 0;
    machine.memory.store(behind, zeros(8 * rest));
    const key = window + lengths.ad;
    const at = { key, ad: window, text: key + blockLength + row.nonceLength };
    const { romulus, judged, claims } = stated(trial, example, from, at);
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
    const { window } = machine.map;
    const romulus = new Romulus(cipher, anywhere(trial, fieldsOf(machine, 'h')));
    const digest = romulus.h(machine.memory.load(window, length));
    return () => {
      machine.run('hash', [length]);
      return [{ what: 'digest', made: machine.memory.load(window, 2 * blockLength), defined: digest }];
    };
  });

/** `apart`: each lane has its own counter. `wrong`: each lane has a wrong tag. Otherwise all lanes began together. */
export type Special = 'apart' | 'wrong' | undefined;

export function lanes(count: number, member: Member, direction: Direction, lengths: Lengths, special?: Special): Goal {
  const { row } = member;
  const example = { member, direction, lengths, assumed: special === 'wrong' ? special : 'right' } as const;
  const title = `${titleOf(example)}, ${count} lanes${special === 'apart' ? ' with own counters' : ''}`;
  return goalOf(member, title, (trial) => {
    const { machine, cipher } = trial;
    const { terms } = cipher;
    const { lanes: first, firstKey, laneLength: length } = machine.map;
    const common = terms.bytes(7);
    const { request, adLength, length: textLength, whole } = LaneWord;
    const words = { [request]: LaneRequest.start, [adLength]: lengths.ad, [textLength]: lengths.text, [whole]: 1 };
    const all = Array.from({ length: count }, (_, i) => {
      const lane = first + i * length;
      for (const [word, value] of Object.entries(words)) machine.memory.store(lane + Number(word), bitsOf(value, 32));
      const fields = Object.entries(inLane).map(([name, at]) => [name, lane + at] as const);
      const from = anywhere(trial, fields, special === 'apart' ? terms.bytes(7) : common);
      const answer = () => machine.memory.load(lane + LaneWord.authentic, 4);
      const key = lane + firstKey - first;
      const at = { key, ad: key + 3 * blockLength, text: key + 3 * blockLength + lengths.ad };
      return { answer, ...stated(trial, example, from, at, ` ${i}`) };
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
