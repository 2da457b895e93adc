/**
 * The statements about messages by pieces. Each is about a few pieces, from every state that earlier pieces may have
 * left. Together they hold for messages of any length whose pieces have 32 bytes each, and the last one up to 32.
 */
import { type Assumption, anywhere, blockLength, fieldsOf, type Goal, goalOf, judge, verdictWord } from './goals.js';
import { ofRomulus } from './members.js';
import { beginning, byte, type Chain, type Direction, padT, Romulus, type Text, type Turns, zeros } from './romulus.js';
import type { Bits } from './terms.js';
import { bitsOf, concat } from './value.js';

const pieceLength = 2 * blockLength;
const names = ['s', 'counter', 'mac', 'mac_counter', 'h', 'g', 'waiting', 'hashed', 'z', 'tag'] as const;
/** The values between two pieces, by the names of the module's fields, and the text that the last piece became. */
type State = Record<(typeof names)[number], Bits> & { text?: Bits };
/** A piece of a string, whether it is the last one, and the blocks of the associated data. */
type Piece = Text & { isLast: boolean; a: Turns };
type Letter = 'n' | 'm' | 't';

const macOf = ({ s, counter }: Chain) => ({ mac: s, mac_counter: counter });
/** Hashes a string after the block that waits, if there is one. */
function absorbedT(romulus: Romulus, { text, isLast }: Piece, { h, g, waiting }: State) {
  const { pair, rest } = romulus.hashed(concat(waiting, isLast ? padT(text) : text), [h, g]);
  return { h: pair[0], g: pair[1], waiting: rest };
}

/** The definition of a piece by a mode and its string. */
const definitions: Record<string, (r: Romulus, piece: Piece, from: State, way: Direction) => Partial<State>> = {
  'n ad': (r, piece, from) => r.absorbedN({ ...piece, ad: piece.text }, from, piece.isLast),
  'n crypt': (r, piece, from, way) => r.cryptedN(way, piece, from, piece.isLast),
  'm ad': (r, { key, text }, { mac, mac_counter }) =>
    macOf(r.absorbed(key, { s: mac, counter: mac_counter }, r.turns(text).parts, 40)),
  'm read': (r, piece, { mac, mac_counter }) => {
    const made = macOf(r.readM(piece, { s: mac, counter: mac_counter }, piece.a, piece.isLast));
    return piece.isLast ? { ...made, s: made.mac } : made;
  },
  'm crypt': (r, piece, from, way) => r.cryptedM(way, piece, from),
  't ad': absorbedT,
  't read': (r, piece, from) => {
    const made = { ...absorbedT(r, piece, from), hashed: r.counter(Math.ceil(piece.text.length / 128), from.hashed) };
    return piece.isLast ? { tag: r.tagOfT(piece, made.waiting, made.hashed, [made.h, made.g]) } : made;
  },
  't crypt': (r, piece, { z, counter }) =>
    r.streamed(piece, counter === beginning.counter ? r.firstKey(piece) : z, counter, piece.isLast),
};
/** The bytes of a piece that the module absorbs at once if it does not crypt the piece. The others wait. */
const atOnce = { n: pieceLength, m: blockLength, t: 0 };

interface Call {
  string: keyof typeof functions;
  length: number;
  isLast: boolean;
}
const functions = { ad: 'absorb_ad', read: 'read_text', encrypt: 'encrypt_text', decrypt: 'decrypt_text' };

/**
 * The goal for pieces such as `ad 32, ad 17 last`, after associated data of a length. If the last of them ends the text,
 * the tag is as defined. Otherwise it leaves in memory what it leaves after the state that is defined before it.
 */
function pieces(letter: Letter, text: string, adLength?: number): Goal {
  const { row } = ofRomulus[letter];
  const calls = text.split(', ').map((call): Call => {
    const [string, length, last] = call.split(' ');
    return { string: string as Call['string'], length: Number(length), isLast: last === 'last' };
  });
  const [first, last] = [calls[0]!, calls.at(-1)!];
  const title = `pieces ${text}${adLength === undefined ? '' : ` after ${adLength}`}`;
  return goalOf(ofRomulus[letter], title, (trial) => {
    const { memory, terms } = trial.machine;
    const romulus = new Romulus(trial.cipher);
    const fields = fieldsOf(trial.machine, letter);
    const { window, state: begin, aeadStateLength: stateLength } = trial.machine.map;
    const [key, nonce, received] = [terms.bytes(16), terms.bytes(16), terms.bytes(16)] as const;
    const before = adLength === undefined ? undefined : terms.bytes(adLength);
    const isOdd = (padT(before ?? zeros(0)).length / 128) % 2 === 1;
    const lengthOf = (name: string) => (/counter|hashed/.test(name) ? 7 : name === 'waiting' && !isOdd ? 0 : 16);
    const states = [Object.fromEntries(names.map((name) => [name, terms.bytes(lengthOf(name))])) as State];
    // Only pieces that are crypted change this counter of M and T.
    if (letter !== 'n' && (first.string === 'ad' || first.string === 'read')) states[0]!.counter = beginning.counter;
    const texts = calls.map(({ length }) => terms.bytes(length));
    const a = romulus.turns(before ?? texts[0]!);
    const isEnd = last.string !== 'ad' && last.isLast;
    for (const [i, { string, isLast }] of calls.entries()) {
      const from = states[i]!;
      const piece = { key, nonce, text: texts[i]!, isLast, a };
      const way = string === 'encrypt' || string === 'decrypt' ? string : undefined;
      const made = way && definitions[`${letter} crypt`]!(romulus, piece, from, way);
      const absorbed = isEnd || i < calls.length - 1 ? undefined : 8 * (way ? blockLength : atOnce[letter]);
      const text = (made?.text ?? piece.text).slice(0, absorbed);
      // A mode that reads the text first in one direction reads it after it is crypted in the other direction.
      const isRead = way && row.readsTextFirst && row.readsTextFirst !== way;
      const read = definitions[`${letter} ${isRead ? 'read' : string}`];
      states.push({ ...from, ...made, ...read?.(romulus, { ...piece, text }, from, 'encrypt') });
    }
    return () => {
      const later = states.map(({ counter }): Assumption => [romulus.areEqual(counter, beginning.counter), false]);
      const called = ({ string, length, isLast }: Call, text: Bits) => {
        memory.store(window, text);
        trial.machine.run(`aead_${functions[string]}`, [length, Number(isLast)], judge(terms, later));
        return memory.load(window, length);
      };
      const started = (state: State, ad: Bits | undefined) => {
        memory.store(window, concat(key, nonce, received));
        trial.machine.run('aead_start', [row.id]);
        if (ad) called({ string: 'ad', length: ad.length / 8, isLast: true }, ad);
        for (const [name, at] of fields) memory.store(at, { ...state, due: byte(0) }[name as keyof State]!);
      };
      started(states[0]!, before);
      const claims = calls.flatMap((call, i) => {
        const [made, defined] = [called(call, texts[i]!), states[i + 1]!.text];
        return defined ? [{ what: `text ${i}`, made, defined }] : [];
      });
      if (!isEnd) {
        const left = memory.load(begin, stateLength);
        started(states.at(-2)!, first.string === 'ad' && first.isLast ? texts[0] : before);
        called(last, texts.at(-1)!);
        return [...claims, { what: 'state', made: left, defined: memory.load(begin, stateLength) }];
      }
      const { s, mac, tag } = states.at(-1)!;
      const defined = { n: romulus.g(s), m: mac, t: tag }[letter];
      trial.machine.run('aead_tag', []);
      claims.push({ what: 'tag', made: memory.load(window, 16), defined });
      memory.store(window, received);
      const verdict = verdictWord(romulus.areEqual(defined, received));
      const made = bitsOf(trial.machine.run('aead_verify', []), 32);
      return [...claims, { what: 'verdict', made, defined: verdict }];
    };
  });
}

/** The statements of a mode: after associated data, inside strings, at the end. `other` crypts text that was read. */
function piecesOfMode(
  letter: Letter,
  lengths: readonly number[],
  adLengths: readonly (number | undefined)[],
  other = '',
) {
  const of = (calls: string, adLength?: number) => pieces(letter, calls, adLength);
  const inside = (string: string, adLength?: number) => [
    of(`${string} 32, ${string} 32`, adLength),
    ...lengths.map((length) => of(`${string} ${length} last`, adLength)),
  ];
  const afterAd = (string: string) =>
    lengths.flatMap((length) => [`${string} 32`, `${string} 0 last`].map((next) => of(`ad ${length} last, ${next}`)));
  const strings = ['read', 'encrypt', 'decrypt'].filter((string) => string !== (other || 'read'));
  return [
    of('ad 32, ad 32'),
    ...strings.flatMap((string) => [...afterAd(string), ...adLengths.flatMap((adLength) => inside(string, adLength))]),
    ...(other ? [...inside(other), of(`read 17 last, ${other} 32, ${other} 17 last`, 0)] : []),
  ];
}

const each = [...Array(pieceLength + 1).keys()];
/** A part of a block, whole blocks, and whole blocks with a part. */
const some = [0, 1, 15, 16, 17, 31, 32];
export const piecesOf = {
  n: piecesOfMode('n', each, [undefined]),
  m: piecesOfMode('m', some, [0, 32], 'encrypt'),
  t: piecesOfMode('t', some, [0, 1], 'decrypt'),
};

/** The goal for one piece of a hashed message. The rest at the end is hashed like a short message. */
export const pieceOfH = goalOf(ofRomulus.h, `a piece of ${pieceLength} bytes`, (trial) => {
  const { cipher, machine } = trial;
  const { window } = machine.map;
  const fields = fieldsOf(machine, 'h');
  const from = anywhere(trial, fields);
  const [h, g] = fields.map(([, address]) => address) as [number, number];
  const piece = machine.memory.load(window, pieceLength);
  const made = new Romulus(cipher, from).compressed([from.s, from.g], piece);
  return () => {
    machine.run('hash_start', []);
    machine.run('hash_update', [pieceLength]);
    return [
      { what: 'h', made: machine.memory.load(h, blockLength), defined: made[0] },
      { what: 'g', made: machine.memory.load(g, blockLength), defined: made[1] },
      { what: 'length held', made: machine.memory.load(h + 4 * blockLength, 4), defined: new Int32Array(32) },
    ];
  };
});
