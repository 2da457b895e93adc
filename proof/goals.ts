/** What is proven of the module of Romulus: its functions on messages of some lengths, of which every bit may be anything. */
import { LaneRequest } from '../ts/engine/lanes.js';
import type { Machine } from './machine.js';
import { type Direction, type Message, Romulus } from './romulus.js';
import type { Skinny } from './skinny.js';
import type { Bits, Literal, Terms } from './terms.js';
import { bitsOf, bytesToBits, type Value } from './value.js';

/** What the proof of a goal works with. */
export interface Trial {
  terms: Terms;
  cipher: Skinny;
  machine: Machine;
}

/** That bits are, in the end, those of the definition. */
export interface Claim {
  what: string;
  made: Bits;
  defined: Bits;
}

export interface Goal {
  title: string;
  /** Computes what the definition says, and answers with what calls the module. */
  define(trial: Trial): () => Claim[];
}

const modes = ['n', 'm', 't'] as const;
type Mode = (typeof modes)[number];
export type Verdict = 'right' | 'wrong';
const blockLength = 16;

/** Lengths, in bytes. */
export interface Lengths {
  ad: number;
  text: number;
}

const romulusOf = ({ terms, cipher }: Trial) => new Romulus(terms, (tweakey, block) => cipher.encrypt(tweakey, block));

/** Of 32 bits. */
const wordOf = (value: Value) => bitsOf(value, 32);
const verdictWord = (verdict: Literal): Bits => new Int32Array(32).fill(verdict, 0, 1);

/** What a mode makes of a message, and of a tag received whether it is right. */
function defined(romulus: Romulus, { mode, direction, message, tag, assumed }: Case) {
  // Romulus-T makes no plaintext where the tag is wrong. The key of its first block is made before.
  if (mode === 't' && direction === 'decrypt' && assumed === 'wrong') {
    romulus.stream({ ...message, text: new Int32Array(0) });
    const made = romulus.tagOfT(message, message.text);
    return { text: message.text, tag: made, verdict: romulus.areEqual(made, tag) };
  }
  const made = mode === 'm' ? romulus.m(direction, message, tag) : romulus[mode](direction, message);
  return { ...made, verdict: romulus.areEqual(made.tag, tag) };
}

interface Case {
  mode: Mode;
  direction: Direction;
  message: Message;
  tag: Bits;
  assumed: Verdict;
}

const titleOf = (mode: Mode, direction: Direction, { ad, text }: Lengths) =>
  `Romulus-${mode.toUpperCase()}, ${direction}, ${ad} and ${text} bytes`;

/** One message. Romulus-T looks at the verdict on a tag before it decrypts, and goes on if `assumed` is right. */
export function single(mode: Mode, direction: Direction, lengths: Lengths, assumed: Verdict = 'right'): Goal {
  return {
    title: titleOf(mode, direction, lengths) + (assumed === 'wrong' ? ', wrong tag' : ''),
    define(trial) {
      const { machine, terms } = trial;
      const window = machine.ask('window_address');
      const at = (offset: number, length: number) => machine.memory.load(window + offset, length);
      const text = lengths.ad + 2 * blockLength;
      const message = {
        ad: at(0, lengths.ad),
        key: at(lengths.ad, blockLength),
        nonce: at(lengths.ad + blockLength, blockLength),
        text: at(text, lengths.text),
      };
      const received = at(text + lengths.text, blockLength);
      const { verdict, ...made } = defined(romulusOf(trial), { mode, direction, message, tag: received, assumed });
      return () => {
        const args = [modes.indexOf(mode), lengths.ad, lengths.text];
        if (direction === 'encrypt') {
          machine.run('aead_encrypt', args);
          return [
            { what: 'ciphertext', made: at(text, lengths.text), defined: made.text },
            { what: 'tag', made: at(text + lengths.text, blockLength), defined: made.tag },
          ];
        }
        const answer = machine.run('aead_decrypt', args, judge(terms, [[verdict, assumed]]));
        // Of T the answer is a constant in each case.
        const told = mode === 't' ? Number(assumed === 'right') : verdict;
        return [
          { what: 'answer', made: wordOf(answer), defined: verdictWord(told) },
          { what: 'plaintext', made: at(text, lengths.text), defined: made.text },
        ];
      };
    },
  };
}

/** Decides a branch that is on one of the verdicts, and on nothing else. */
function judge(terms: Terms, verdicts: readonly (readonly [Literal, Verdict])[]) {
  return (condition: Literal): boolean => {
    for (const [verdict, assumed] of verdicts) {
      if (terms.equal(condition, verdict)) return assumed === 'right';
      if (terms.equal(condition, verdict ^ 1)) return assumed === 'wrong';
    }
    throw new Error('a branch on what is not known, and is not the verdict on a tag');
  };
}

export function hash(length: number): Goal {
  return {
    title: `Romulus-H, ${length} bytes`,
    define(trial) {
      const { machine } = trial;
      const window = machine.ask('window_address');
      const digest = romulusOf(trial).h(machine.memory.load(window, length));
      return () => {
        machine.run('hash', [length]);
        return [{ what: 'digest', made: machine.memory.load(window, 2 * blockLength), defined: digest }];
      };
    },
  };
}

/** Where a lane has the words that its caller sets, as in ts/engine/lanes.ts. */
const laneWords = { request: 0, adLength: 4, length: 8, whole: 16, authentic: 20 };

/** As many whole messages side by side, of T every other one with a tag that is right. */
export function lanes(count: number, mode: Mode | 'h', direction: Direction, lengths: Lengths): Goal {
  const title = mode === 'h' ? `Romulus-H, ${lengths.text} bytes` : titleOf(mode, direction, lengths);
  return {
    title: `${count} lanes: ${title}`,
    define(trial) {
      const { machine, terms } = trial;
      const romulus = romulusOf(trial);
      const [first, length] = [machine.ask('lanes_address'), machine.ask('lane_length')];
      const keyOffset = machine.ask('lane_key_offset');
      const all = Array.from({ length: count }, (_, i) => {
        const lane = first + i * length;
        const at = (offset: number, some: number) => machine.memory.load(lane + keyOffset + offset, some);
        const set = (word: keyof typeof laneWords, value: number) =>
          machine.memory.store(lane + laneWords[word], bytesToBits([value & 255, value >> 8, 0, 0]));
        set('request', LaneRequest.start);
        set('adLength', lengths.ad);
        set('length', lengths.text);
        set('whole', 1);
        const data = 3 * blockLength;
        const message = {
          key: at(0, blockLength),
          nonce: at(blockLength, blockLength),
          ad: at(data, lengths.ad),
          text: at(data + lengths.ad, lengths.text),
        };
        const end = data + lengths.ad + lengths.text;
        if (mode === 'h') {
          const digest = romulus.h(message.text);
          return { claims: () => [{ what: `digest ${i}`, made: at(data, 2 * blockLength), defined: digest }] };
        }
        const assumed: Verdict = i % 2 === 0 ? 'right' : 'wrong';
        const made = defined(romulus, { mode, direction, message, tag: at(end, blockLength), assumed });
        const { verdict, text, tag } = made;
        const authentic = () => machine.memory.load(lane + laneWords.authentic, 4);
        const ending = (): Claim =>
          direction === 'encrypt'
            ? { what: `tag ${i}`, made: at(end, blockLength), defined: tag }
            : { what: `verdict ${i}`, made: authentic(), defined: verdictWord(verdict) };
        const claims = () => [
          { what: `text ${i}`, made: at(data + lengths.ad, lengths.text), defined: text },
          ending(),
        ];
        return { claims, judged: [verdict, assumed] as const };
      });
      return () => {
        const decide = judge(
          terms,
          all.flatMap(({ judged }) => (judged ? [judged] : [])),
        );
        const number = mode === 'h' ? modes.length : modes.indexOf(mode);
        machine.run('lanes_run', [number, direction === 'encrypt' ? 0 : 1, count], decide);
        return all.flatMap(({ claims }) => claims());
      };
    },
  };
}
