/**
 * The statements about messages by pieces. Each is about one piece, from every state that earlier pieces may have left.
 * Together they hold for messages of any length whose pieces have 32 bytes each, and the last one up to 32.
 */
import { anywhere, blockLength, type Claim, type Goal, goalOf, inMemory, placesOf, verdictWord } from './goals.js';
import { ofRomulus } from './members.js';
import { type Chain, Romulus } from './romulus.js';
import { bitsOf } from './value.js';

const pieceLength = 2 * blockLength;
const functions = { ad: 'aead_absorb_ad', encrypt: 'aead_encrypt_text', decrypt: 'aead_decrypt_text' };

/** A piece of the associated data or of the text of Romulus-N. */
interface Piece {
  string: keyof typeof functions;
  length: number;
  isLast: boolean;
}

/** The goal for one piece. After the last piece of the text, the tag is made and compared with a received one. */
function pieceOfN({ string, length, isLast }: Piece): Goal {
  const what = string === 'ad' ? 'associated data' : `text to ${string}`;
  return goalOf(ofRomulus.n, `${isLast ? 'the last' : 'a'} piece of ${what}, ${length} bytes`, (trial) => {
    const { cipher, machine } = trial;
    const { memory } = machine;
    const window = machine.ask('window_address');
    const places = placesOf(machine, 'n');
    const from = anywhere(trial, places);
    const [s, counter] = places.map(([, address]) => address) as [number, number];
    const [key, nonce] = [memory.load(window, blockLength), memory.load(window + blockLength, blockLength)];
    const [bytes, received] = [cipher.terms.bytes(length), cipher.terms.bytes(blockLength)];
    const romulus = new Romulus(cipher, from);
    const made: Chain & { text?: Int32Array } =
      string === 'ad'
        ? romulus.absorbedN({ key, nonce, ad: bytes }, from, isLast)
        : romulus.cryptedN(string, { key, nonce, text: bytes }, from, isLast);
    const hasTag = isLast && string !== 'ad';
    if (hasTag) made.s = romulus.g(made.s);
    return () => {
      machine.run('aead_start', [0]);
      const state = machine.ask('state_address');
      // The schedules of key and nonce, which must stay. The third one is for associated data alone.
      const kept = () => memory.load(state, 16 + (2 * (s - state - 16)) / 3);
      const before = kept();
      memory.store(window, bytes);
      machine.run(functions[string], [length, Number(isLast)]);
      const claims: Claim[] = [
        { what: 'schedules', made: kept(), defined: before },
        { what: 'S', made: memory.load(s, blockLength), defined: made.s },
        { what: 'counter', made: memory.load(counter, 8), defined: inMemory(made.counter) },
        { what: 'text', made: memory.load(window, length), defined: made.text ?? bytes },
      ];
      if (!hasTag) return claims;
      machine.run('aead_tag', []);
      claims.push({ what: 'tag', made: memory.load(window, blockLength), defined: made.s });
      memory.store(window, received);
      const verdict = verdictWord(romulus.areEqual(made.s, received));
      return [...claims, { what: 'verdict', made: bitsOf(machine.run('aead_verify', []), 32), defined: verdict }];
    };
  });
}

const strings = ['ad', 'encrypt', 'decrypt'] as const;
export const piecesOfN: readonly Goal[] = strings.flatMap((string) => [
  pieceOfN({ string, length: pieceLength, isLast: false }),
  ...Array.from({ length: pieceLength + 1 }, (_, length) => pieceOfN({ string, length, isLast: true })),
]);

/** The goal for one piece of a hashed message. The rest at the end is hashed like a short message. */
export const pieceOfH = goalOf(ofRomulus.h, `a piece of ${pieceLength} bytes`, (trial) => {
  const { cipher, machine } = trial;
  const window = machine.ask('window_address');
  const places = placesOf(machine, 'h');
  const from = anywhere(trial, places);
  const [h, g] = places.map(([, address]) => address) as [number, number];
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
