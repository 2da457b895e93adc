/** The lengths of the messages in the proven statements. */
import { suites } from '../../ts/suites/table.js';
import type { Build } from '../constant-time/modules.js';
import { type Goal, hash, lanes, type Special, single } from './goals.js';
import { type Member, ofOthers, ofRomulus } from './members.js';
import { pieceOfH, piecesOf } from './pieces.js';
import type { Direction } from './romulus.js';

/** Reads pairs of lengths: that of the associated data, and that of the text. */
const pairsOf = (text: string) => text.split(', ').map((pair) => pair.split(' ').map(Number) as [number, number]);
/** The lengths are zero, a part of a block, whole blocks, and whole blocks with a part. */
const pairs = pairsOf('0 0, 0 16, 1 16, 15 33, 16 1, 16 16, 17 48, 31 17, 32 15, 33 32, 48 0');
/** Together with `pairs`, these reach all sixteen domains of the last call of Romulus-M's MAC. */
const pairsOfM = pairsOf('16 32, 16 17, 0 17, 32 16, 17 1, 32 32, 32 17, 17 32');
/** All lengths below one piece, because each has its own padding, and some of a piece or more. */
const hashes = [...Array(32).keys(), 32, 33, 64];

const { n, m, t } = ofRomulus;

const bothWays = (mode: Member, ad: number, text: number) =>
  (['encrypt', 'decrypt'] as const).map((direction) => single(mode, direction, { ad, text }));
const wholeMessages = (lengths: readonly (readonly [number, number])[]): Goal[] =>
  lengths.flatMap(([ad, text]) => [
    ...[n, m, t].flatMap((mode) => bothWays(mode, ad, text)),
    single(t, 'decrypt', { ad, text }, 'wrong'),
  ]);
const domainsOfM = pairsOfM.flatMap(([ad, text]) => bothWays(m, ad, text));

const oneByOne = [
  ...wholeMessages(pairs),
  ...domainsOfM,
  ...hashes.map(hash),
  ...Object.values(piecesOf).flat(),
  pieceOfH,
];

/** Reads statements about lanes: their number, mode and direction, two lengths, and what is special. */
const lanesOf = (text: string) =>
  text.split(', ').map((row) => {
    const [count, letter, direction, ad, length, special] = row.split(' ');
    const member = ofRomulus[letter as keyof typeof ofRomulus];
    const lengths = { ad: Number(ad), text: Number(length) };
    return lanes(Number(count), member, direction as Direction, lengths, special as Special);
  });
/** These execute all instructions of the cipher in lanes. */
const fewSideBySide = lanesOf('8 n encrypt 32 20, 8 h encrypt 0 40, 32 n encrypt 0 20, 32 h encrypt 0 31');
const sideBySide = lanesOf(
  '8 n decrypt 17 33, 8 n decrypt 17 33 apart, 8 m encrypt 16 20, 8 m encrypt 16 20 apart, 8 m decrypt 0 33, ' +
    '8 t encrypt 1 33, 8 t encrypt 0 17 apart, 8 t decrypt 0 17, 8 t decrypt 0 17 wrong, 32 n decrypt 17 20, ' +
    '32 n decrypt 17 20 apart, 32 m encrypt 16 20, 32 m decrypt 0 17, 32 t encrypt 0 1, 32 t decrypt 0 1, ' +
    '32 t decrypt 0 1 wrong',
);

/** Most lengths are whole blocks, so that no cell of a first state is a constant. In batches, such cells have masks. */
const ofOtherSuites = ofOthers.flatMap((member) => {
  const wrong = single(member, 'decrypt', { ad: 16, text: 16 }, 'wrong');
  const inBatches = suites[member.suite].takesBatches ? [wrong, single(member, 'encrypt', { ad: 240, text: 16 })] : [];
  return [...bothWays(member, 16, 16), ...inBatches];
});

export const goalsOf: Record<Build, readonly Goal[]> = {
  javascript: oneByOne,
  simd128: [...oneByOne, ...fewSideBySide, ...sideBySide, ...ofOtherSuites],
  // The relaxed module differs from the simd128 one only in the meaning of one instruction.
  relaxed: [...wholeMessages(pairsOf('0 0, 16 16, 33 32')), ...[0, 31, 33].map(hash), ...fewSideBySide],
};
