/**
 * The statements about messages by pieces. Each is about one piece, from every state that earlier pieces may have left.
 * Together they hold for messages of any length whose pieces have 32 bytes each, and the last one up to 32.
 */
import {
  anywhere,
  blockLength,
  type Claim,
  counterWord,
  type Goal,
  placesOf,
  romulusOf,
  unknownCounter,
  verdictWord,
  wordOf,
} from './goals.js';
import { skinny128plus } from './members.js';
import { blocks, type ChainOfN, type Direction, type Romulus } from './romulus.js';
import type { Bits } from './terms.js';

const pieceLength = 2 * blockLength;

/** A piece of the associated data or of the text of Romulus-N. */
interface Piece {
  string: 'ad' | Direction;
  length: number;
  isLast: boolean;
}

const functions = { ad: 'aead_absorb_ad', encrypt: 'aead_encrypt_text', decrypt: 'aead_decrypt_text' };

/** Returns the definition's result for a piece. `text` is the new text; associated data stays as it is. */
function defined(
  romulus: Romulus,
  from: ChainOfN,
  { string, isLast }: Piece,
  [key, nonce, bytes]: [Bits, Bits, Bits],
): ChainOfN & { text: Bits } {
  if (string !== 'ad') {
    const made = romulus.cryptedN(string, { key, nonce, text: bytes, isLast }, from);
    return isLast ? { ...made, s: romulus.g(made.s) } : made;
  }
  const absorbed = romulus.absorbedN(key, from, blocks(bytes));
  return { text: bytes, ...(isLast ? romulus.endOfAdN({ key, nonce, ad: bytes }, absorbed) : absorbed) };
}

/** The goal for one piece. After the last piece of the text, the tag is made and compared with a received one. */
function pieceOfN(piece: Piece): Goal {
  const { string, length, isLast } = piece;
  const what = string === 'ad' ? 'associated data' : `text to ${string}`;
  return {
    title: `Romulus-N, ${isLast ? 'the last' : 'a'} piece of ${what}, ${length} bytes`,
    suite: 'romulus',
    cipher: skinny128plus,
    define(trial) {
      const { terms, machine } = trial;
      const { memory } = machine;
      const [window, places] = [machine.ask('window_address'), placesOf(machine, 'n')];
      const from = anywhere(trial, places, unknownCounter(terms));
      const [key, nonce] = [memory.load(window, blockLength), memory.load(window + blockLength, blockLength)];
      const [bytes, received] = [terms.bytes(length), terms.bytes(blockLength)];
      const romulus = romulusOf(trial, from);
      const made = defined(romulus, from, piece, [key, nonce, bytes]);
      return () => {
        machine.run('aead_start', [0]);
        const state = machine.ask('state_address');
        // The schedules of key and nonce, which must stay. The third one is for associated data alone.
        const kept = () => memory.load(state, 16 + (2 * (places.s - state - 16)) / 3);
        const before = kept();
        memory.store(window, bytes);
        machine.run(functions[string], [length, Number(isLast)]);
        const claims: Claim[] = [
          { what: 'schedules', made: kept(), defined: before },
          { what: 'S', made: memory.load(places.s, blockLength), defined: made.s },
          { what: 'counter', made: memory.load(places.counters[0]!, 8), defined: counterWord(made.counter) },
          { what: 'text', made: memory.load(window, length), defined: made.text },
        ];
        if (!isLast || string === 'ad') return claims;
        machine.run('aead_tag', []);
        claims.push({ what: 'tag', made: memory.load(window, blockLength), defined: made.s });
        memory.store(window, received);
        const verdict = verdictWord(romulus.areEqual(made.s, received));
        return [...claims, { what: 'verdict', made: wordOf(machine.run('aead_verify', [])), defined: verdict }];
      };
    },
  };
}

const strings = ['ad', 'encrypt', 'decrypt'] as const;
export const piecesOfN: readonly Goal[] = strings.flatMap((string) => [
  pieceOfN({ string, length: pieceLength, isLast: false }),
  ...Array.from({ length: pieceLength + 1 }, (_, length) => pieceOfN({ string, length, isLast: true })),
]);

/** The goal for one piece of a hashed message. The rest at the end is hashed like a short message. */
export const pieceOfH: Goal = {
  title: `Romulus-H, a piece of ${pieceLength} bytes`,
  suite: 'romulus',
  cipher: skinny128plus,
  define(trial) {
    const { terms, machine } = trial;
    const [window, places] = [machine.ask('window_address'), placesOf(machine, 'h')];
    const from = anywhere(trial, places, unknownCounter(terms));
    const piece = machine.memory.load(window, pieceLength);
    const [h, g] = romulusOf(trial, from).compressed([from.s, from.g], piece);
    return () => {
      machine.run('hash_start', []);
      machine.run('hash_update', [pieceLength]);
      return [
        { what: 'h', made: machine.memory.load(places.s, blockLength), defined: h },
        { what: 'g', made: machine.memory.load(places.g!, blockLength), defined: g },
        { what: 'length held', made: machine.memory.load(places.s + 4 * blockLength, 4), defined: new Int32Array(32) },
      ];
    };
  },
};
