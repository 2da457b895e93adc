/** The modes that are proven, from all suites. Each has its row of the table, its definition and that of its cipher. */
import type { ModeRow, SuiteKey } from '../../ts/suites/table.js';
import { deoxys, elephant, isap, remus, romulus, romulusV12, tgif } from '../../ts/suites/table.js';
import type { Cipher } from './cipher.js';
import { DeoxysBc } from './deoxys-bc.js';
import * as modes from './modes.js';
import type { Build } from './modules.js';
import { AsconP, Keccak, Spongent } from './permutations.js';
import { Skinny } from './skinny.js';
import type { Logic } from './terms.js';
import { TgifBc } from './tgif-bc.js';

/** A mode of a suite, with the definitions of it and of its cipher. */
export class Member {
  constructor(
    readonly suite: SuiteKey,
    readonly row: ModeRow,
    readonly cipher: (terms: Logic) => Cipher,
    readonly mode: modes.Mode,
  ) {}
}

const skinny = (rounds: number) => (terms: Logic) => new Skinny(terms, rounds);
export const ofRomulus = {
  n: new Member('romulus', romulus.modes.N, skinny(40), modes.of('n')),
  m: new Member('romulus', romulus.modes.M, skinny(40), modes.of('m')),
  t: new Member('romulus', romulus.modes.T, skinny(40), modes.of('t')),
  h: new Member('romulus', romulus.hash, skinny(40), modes.h),
};

/** The members of other suites. */
export function ofOthers(build: Build): Member[] {
  // The simd128 module keeps bytes in a basis that suits the S-box. The proof must know the basis to find their bits.
  const pairs = build === 'simd128' ? [1, 225, 92, 12, 9, 168, 138, 108] : undefined;
  const deoxysBc = (terms: Logic) => new DeoxysBc(terms, pairs);
  const tgifBc = (terms: Logic) => new TgifBc(terms, 72);
  const asconP = (terms: Logic) => new AsconP(terms, 12);
  const keccak = (rounds: number) => (terms: Logic) => new Keccak(terms, rounds);
  const spongent = (rounds: number) => (terms: Logic) => new Spongent(terms, rounds);
  return [
    new Member('deoxys', deoxys.modes.N, deoxysBc, modes.of('n')),
    new Member('deoxys', deoxys.modes.M, deoxysBc, modes.of('m')),
    new Member('tgif', tgif.modes.N1, tgifBc, modes.ice(1, 0)),
    new Member('tgif', tgif.modes.N2, tgifBc, modes.ice(2, 64)),
    new Member('tgif', tgif.modes.M1, tgifBc, modes.ice(1, 32)),
    new Member('tgif', tgif.modes.M2, tgifBc, modes.ice(2, 96)),
    new Member('isap', isap.modes['A-128A'], asconP, modes.sponge('8040010c01060c')),
    new Member('isap', isap.modes['K-128A'], keccak(20), modes.sponge('80900110010808')),
    new Member('elephant', elephant.modes.Dumbo, spongent(80), modes.masked(20, 8, [0x0003ff, 0x030780, 0x0d0101])),
    new Member('elephant', elephant.modes.Jumbo, spongent(90), modes.masked(22, 8, [0x0001ff, 0x030780, 0x130101])),
    new Member('elephant', elephant.modes.Delirium, keccak(18), modes.masked(25, 16, [0x0001ff, 0x0201ff, 0x0d01fe])),
    new Member('romulus-v12', romulusV12.modes.N1, skinny(56), modes.of('n')),
    new Member('romulus-v12', romulusV12.modes.M1, skinny(56), modes.of('m')),
    new Member('romulus-v12', romulusV12.modes.N2, skinny(56), modes.short(64, 'n')),
    new Member('romulus-v12', romulusV12.modes.M2, skinny(56), modes.short(64, 'm')),
    new Member('romulus-v12', romulusV12.modes.N3, skinny(48), modes.short(128, 'n')),
    new Member('romulus-v12', romulusV12.modes.M3, skinny(48), modes.short(128, 'm')),
    new Member('remus', remus.modes.N1, skinny(40), modes.ice(1, 0)),
    new Member('remus', remus.modes.N2, skinny(40), modes.ice(2, 64)),
    new Member('remus', remus.modes.N3, skinny(36), modes.ice(3, 128)),
    new Member('remus', remus.modes.M1, skinny(40), modes.ice(1, 32)),
    new Member('remus', remus.modes.M2, skinny(40), modes.ice(2, 96)),
  ];
}
