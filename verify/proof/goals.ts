/** The statements about a module's functions, on messages of some lengths whose bits may be anything. */
import { LaneRequest, LaneWord } from '../../ts/engine/lanes.js';
import type { SuiteKey } from '../../ts/suites/table.js';
import type { Cipher } from './cipher.js';
import { beforeEndOfAead, inHash, inLane } from './layout.js';
import type { Machine } from './machine.js';
import { type Member, skinny128plus } from './members.js';
import { t } from './modes.js';
import { type Beginning, beginning, type Direction, type Message, Romulus } from './romulus.js';
import { type Bits, type Literal, type Logic, not } from './terms.js';
import { bitsOf, bytesToBits, concat, type Value } from './value.js';

/** The algebra, the cipher's definition and the machine, with which a goal is proven. */
export interface Trial {
  terms: Logic;
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

const letters = ['n', 'm', 't', 'h'] as const;
type Letter = (typeof letters)[number];
export type Verdict = 'right' | 'wrong';
export const blockLength = 16;

/** Lengths, in bytes. */
export interface Lengths {
  ad: number;
  text: number;
}

export const romulusOf = ({ terms, cipher }: Omit<Trial, 'machine'>, from: Beginning) =>
  new Romulus(terms, (tweakey, block) => cipher.encrypt(tweakey, block), from);

/** The addresses of the values that a mode begins with. */
interface Places {
  s: number;
  g?: number;
  counters: readonly number[];
  hashed?: number;
}

/** The addresses for a single message. */
export function placesOf(machine: Machine, mode: Letter): Places {
  const state = machine.ask('state_address');
  if (mode === 'h') return { s: state + inHash['state_.chain.h_'], g: state + inHash['state_.chain.g_'], counters: [] };
  const end = state + machine.ask('aead_state_length');
  const at = (field: keyof typeof beforeEndOfAead) => end - beforeEndOfAead[field];
  if (mode === 'n') return { s: at('n.s_'), counters: [at('n.counter_')] };
  return mode === 'm'
    ? { s: at('m.mac_'), counters: [at('m.mac_counter_'), at('m.counter_')] }
    : { s: at('t.hash_.h_'), g: at('t.hash_.g_'), counters: [at('t.counter_')], hashed: at('t.hashed_') };
}

/** The addresses for a lane. The counter that Romulus-T hashes has none, since no memory holds it. */
function placesOfLane(lane: number, mode: Letter): Places {
  const counters = [lane + inLane.counter];
  if (mode === 'n' || mode === 'm') return { s: lane + inLane.s, counters };
  return { s: lane + inLane.h, g: lane + inLane.g, counters };
}

export const unknownCounter = (terms: Logic): Bits => terms.bytes(7);
/** The counter as a module keeps it, in eight bytes. */
export const counterWord = (counter: Bits): Bits => concat(counter, new Int32Array(8));

/**
 * Makes a beginning that may be anything, in the definition and in the module. A proof for all beginnings holds for the
 * defined one. The constants of the defined one would make the sums of the first rounds long, and a known counter would
 * leave most of TK1 untried.
 */
export function anywhere({ terms, machine }: Trial, { s, g, counters, hashed }: Places, counter: Bits): Beginning {
  const from = { ...beginning, s: terms.bytes(blockLength), counter };
  machine.memory.generalize(s, beginning.s, from.s);
  for (const at of counters) machine.memory.generalize(at, counterWord(beginning.counter), counterWord(counter));
  if (g !== undefined) {
    from.g = terms.bytes(blockLength);
    machine.memory.generalize(g, beginning.g, from.g);
  }
  if (hashed !== undefined) {
    from.hashed = unknownCounter(terms);
    machine.memory.generalize(hashed, counterWord(beginning.hashed), counterWord(from.hashed));
  }
  return from;
}

/** The 32 bits of a value. */
export const wordOf = (value: Value) => bitsOf(value, 32);
export const verdictWord = (verdict: Literal): Bits => new Int32Array(32).fill(verdict, 0, 1);

/** Returns the definition's result for a message. `verdict` says whether the received tag is right. */
function defined({ terms, cipher }: Trial, { member, direction, message, from, assumed }: Case) {
  const romulus = romulusOf({ terms, cipher }, from);
  const { received } = message;
  // Romulus-T makes no plaintext if the tag is wrong. The key of its first block is made before the tag is compared.
  if (member.mode === t && direction === 'decrypt' && assumed === 'wrong') {
    romulus.stream({ ...message, text: new Int32Array(0) });
    const made = romulus.tagOfT(message, message.text);
    return { text: message.text, tag: made, verdict: romulus.areEqual(made, received) };
  }
  const made = member.mode(terms, cipher, direction, message, from);
  return { ...made, verdict: romulus.areEqual(made.tag, received) };
}

interface Case {
  member: Member;
  direction: Direction;
  message: Message & { received: Bits };
  from: Beginning;
  assumed: Verdict;
}

const titleOf = ({ row }: Member, direction: Direction, { ad, text }: Lengths, assumed: Verdict) =>
  `${row.name}, ${direction}, ${ad} and ${text} bytes${assumed === 'wrong' ? ', wrong tag' : ''}`;

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
  const { suite, row, cipher } = member;
  return {
    title: titleOf(member, direction, lengths, assumed),
    suite,
    cipher,
    define(trial) {
      const { machine, terms } = trial;
      const window = machine.ask('window_address');
      const at = (offset: number, length: number) => machine.memory.load(window + offset, length);
      const text = lengths.ad + blockLength + row.nonceLength;
      const message = {
        ad: at(0, lengths.ad),
        key: at(lengths.ad, blockLength),
        nonce: at(lengths.ad + blockLength, row.nonceLength),
        text: at(text, lengths.text),
        received: at(text + lengths.text, row.tagLength),
      };
      const from =
        suite === 'romulus' ? anywhere(trial, placesOf(machine, letters[row.id]!), unknownCounter(terms)) : beginning;
      const romulus = romulusOf(trial, from);
      const { verdict, ...made } = defined(trial, { member, direction, message, from, assumed });
      // Romulus-M recognizes the first call of its encryption by the counter.
      const isFirst = romulus.areEqual(from.counter, beginning.counter);
      const decide = judge(terms, [
        [verdict, assumed === 'right'],
        [isFirst, true],
      ]);
      return () => {
        const args = [row.id, lengths.ad, lengths.text];
        if (direction === 'encrypt') {
          machine.run('aead_encrypt', args, decide);
          return [
            { what: 'ciphertext', made: at(text, lengths.text), defined: made.text },
            { what: 'tag', made: at(text + lengths.text, row.tagLength), defined: made.tag },
          ];
        }
        const answer = machine.run('aead_decrypt', args, decide);
        // These modes have already branched on the verdict, so their answer is a constant.
        const told = row.readsTextFirst === 'decrypt' ? Number(assumed === 'right') : verdict;
        return [
          { what: 'answer', made: wordOf(answer), defined: verdictWord(told) },
          { what: 'plaintext', made: at(text, lengths.text), defined: made.text },
        ];
      };
    },
  };
}

export function hash(length: number): Goal {
  return {
    title: `Romulus-H, ${length} bytes`,
    suite: 'romulus',
    cipher: skinny128plus,
    define(trial) {
      const { machine, terms } = trial;
      const window = machine.ask('window_address');
      const from = anywhere(trial, placesOf(machine, 'h'), unknownCounter(terms));
      const digest = romulusOf(trial, from).h(machine.memory.load(window, length));
      return () => {
        machine.run('hash', [length]);
        return [{ what: 'digest', made: machine.memory.load(window, 2 * blockLength), defined: digest }];
      };
    },
  };
}

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
  const { suite, row, cipher } = member;
  return {
    title: `${count} lanes: ${titleOf(member, direction, lengths, assumed)}${counters === 'own' ? ', own counters' : ''}`,
    suite,
    cipher,
    define(trial) {
      const { machine, terms } = trial;
      const [first, length] = [machine.ask('lanes_address'), machine.ask('lane_length')];
      const keyOffset = machine.ask('lane_key_offset');
      const common = unknownCounter(terms);
      const all = Array.from({ length: count }, (_, i) => {
        const lane = first + i * length;
        const at = (offset: number, some: number) => machine.memory.load(lane + keyOffset + offset, some);
        const set = (word: LaneWord, value: number) =>
          machine.memory.store(lane + word, bytesToBits([value & 255, value >> 8, 0, 0]));
        set(LaneWord.request, LaneRequest.start);
        set(LaneWord.adLength, lengths.ad);
        set(LaneWord.length, lengths.text);
        set(LaneWord.whole, 1);
        const counter = counters === 'own' ? unknownCounter(terms) : common;
        const from = suite === 'romulus' ? anywhere(trial, placesOfLane(lane, letters[row.id]!), counter) : beginning;
        const [ad, text] = [3 * blockLength, 3 * blockLength + lengths.ad];
        const message = {
          key: at(0, blockLength),
          nonce: at(blockLength, row.nonceLength),
          ad: at(ad, lengths.ad),
          text: at(text, lengths.text),
          received: at(text + lengths.text, row.tagLength),
        };
        const { verdict, ...made } = defined(trial, { member, direction, message, from, assumed });
        const claims = (): Claim[] => [
          { what: `text ${i}`, made: at(text, made.text.length / 8), defined: made.text },
          direction === 'encrypt'
            ? { what: `tag ${i}`, made: at(text + lengths.text, made.tag.length / 8), defined: made.tag }
            : {
                what: `verdict ${i}`,
                made: machine.memory.load(lane + LaneWord.authentic, 4),
                defined: verdictWord(verdict),
              },
        ];
        return { romulus: romulusOf(trial, from), claims, judged: [verdict, assumed === 'right'] as const };
      });
      const [one, ...others] = all.map(({ romulus }) => romulus);
      // The condition, after each number of steps, that the counters of all lanes are equal.
      const areSame = Array.from({ length: 8 }, (_, step) =>
        one!.areEqual(
          concat(...others.map(() => one!.counter(step))),
          concat(...others.map((other) => other.counter(step))),
        ),
      );
      return () => {
        const decide = judge(terms, [
          ...all.map(({ judged }) => judged),
          ...areSame.map((same): Assumption => [same, false]),
        ]);
        machine.run('lanes_run', [row.id, direction === 'encrypt' ? 0 : 1, count], decide);
        return all.flatMap(({ claims }) => claims());
      };
    },
  };
}
