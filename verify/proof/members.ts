/** The modes that are proven, from all suites. Each has its row of the table, its definition and that of its cipher. */
import { deoxys, isap, type ModeRow, remus, romulus, romulusV12, type SuiteKey, tgif } from '../../ts/suites/table.js';
import type { Cipher } from './cipher.js';
import { DeoxysBc } from './deoxys-bc.js';
import * as modes from './modes.js';
import type { Build } from './modules.js';
import { AsconP, Keccak } from './permutations.js';
import { Skinny } from './skinny.js';
import type { Logic } from './terms.js';
import { TgifBc } from './tgif-bc.js';

export interface Member {
  suite: SuiteKey;
  row: ModeRow;
  cipher(terms: Logic): Cipher;
  mode: modes.Mode;
}

const member = (suite: SuiteKey, cipher: Member['cipher'], row: ModeRow, mode: modes.Mode): Member => ({
  suite,
  row,
  cipher,
  mode,
});
const skinny = (rounds: number) => (terms: Logic) => new Skinny(terms, rounds);
const ofSkinny40 = member.bind(undefined, 'romulus', skinny(40));

export const ofRomulus = {
  n: ofSkinny40(romulus.modes.N, modes.of('n')),
  m: ofSkinny40(romulus.modes.M, modes.of('m')),
  t: ofSkinny40(romulus.modes.T, modes.of('t')),
  h: ofSkinny40(romulus.hash, modes.h),
};

/** The members of other suites. */
export function ofOthers(build: Build): Member[] {
  // The simd128 module keeps bytes in a basis that suits the S-box. The proof must know the basis to find their bits.
  const pairs = build === 'simd128' ? [1, 225, 92, 12, 9, 168, 138, 108] : undefined;
  const ofDeoxys = member.bind(undefined, 'deoxys', (terms) => new DeoxysBc(terms, pairs));
  const ofTgif = member.bind(undefined, 'tgif', (terms) => new TgifBc(terms, 72));
  const ofIsap = member.bind(undefined, 'isap');
  const ofV12 = member.bind(undefined, 'romulus-v12');
  const ofRemus = member.bind(undefined, 'remus');
  const { N1, N2, N3, M1, M2, M3 } = romulusV12.modes;
  return [
    ofDeoxys(deoxys.modes.N, modes.of('n')),
    ofDeoxys(deoxys.modes.M, modes.of('m')),
    ofTgif(tgif.modes.N1, modes.ice(1, 0)),
    ofTgif(tgif.modes.N2, modes.ice(2, 64)),
    ofTgif(tgif.modes.M1, modes.ice(1, 32)),
    ofTgif(tgif.modes.M2, modes.ice(2, 96)),
    ofIsap((terms) => new AsconP(terms, 12), isap.modes['A-128A'], modes.isap('8040010c01060c')),
    ofIsap((terms) => new Keccak(terms, 20), isap.modes['K-128A'], modes.isap('80900110010808')),
    ofV12(skinny(56), N1, modes.of('n')),
    ofV12(skinny(56), M1, modes.of('m')),
    ofV12(skinny(56), N2, modes.short(64, 'n')),
    ofV12(skinny(56), M2, modes.short(64, 'm')),
    ofV12(skinny(48), N3, modes.short(128, 'n')),
    ofV12(skinny(48), M3, modes.short(128, 'm')),
    ofRemus(skinny(40), remus.modes.N1, modes.ice(1, 0)),
    ofRemus(skinny(40), remus.modes.N2, modes.ice(2, 64)),
    ofRemus(skinny(36), remus.modes.N3, modes.ice(3, 128)),
    ofRemus(skinny(40), remus.modes.M1, modes.ice(1, 32)),
    ofRemus(skinny(40), remus.modes.M2, modes.ice(2, 96)),
  ];
}
