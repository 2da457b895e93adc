/** The modes of all suites: their numbers and lengths, with the definition of each and of its cipher. */
import {
  deoxys,
  elephant,
  isap,
  type ModeRow,
  remus,
  romulus,
  romulusV12,
  type SuiteKey,
  tgif,
} from '../../ts/suites/table.js';
import type { Cipher } from './cipher.js';
import { DeoxysBc } from './deoxys-bc.js';
import * as modes from './modes.js';
import { AsconP, Keccak, Spongent } from './permutations.js';
import { Skinny } from './skinny.js';
import type { Logic } from './terms.js';
import { TgifBc } from './tgif-bc.js';

export interface Member {
  suite: SuiteKey;
  row: ModeRow;
  cipher(terms: Logic): Cipher;
  mode: modes.Mode;
}

type Ciphers = Member['cipher'];
const skinny =
  (rounds?: number, cellBits?: 4 | 8): Ciphers =>
  (terms) =>
    new Skinny(terms, rounds, cellBits);

export const skinny128plus = skinny();
const member = (suite: SuiteKey, row: ModeRow, cipher: Ciphers, mode: modes.Mode): Member => ({
  suite,
  row,
  cipher,
  mode,
});

const { N, M, T } = romulus.modes;
export const ofRomulus = {
  n: member('romulus', N, skinny128plus, modes.n),
  m: member('romulus', M, skinny128plus, modes.m),
  t: member('romulus', T, skinny128plus, modes.t),
  h: member('romulus', romulus.hash, skinny128plus, modes.h),
};

/** The bytes in a basis that suits the S-box, where the simd128 module has them. */
const pairs = [1, 225, 92, 12, 9, 168, 138, 108];
const deoxysBc = (terms: Logic) => new DeoxysBc(terms);
const deoxysInPairs = (terms: Logic) => new DeoxysBc(terms, pairs);
const tgifBc = (terms: Logic) => new TgifBc(terms);
const ascon = (terms: Logic) => new AsconP(terms);
const keccak = (rounds: number) => (terms: Logic) => new Keccak(terms, rounds);
const spongent = (rounds: number) => (terms: Logic) => new Spongent(terms, rounds);
const { maskBytes } = modes;

export const ofOthers = {
  deoxysN: member('deoxys', deoxys.modes.N, deoxysBc, modes.n),
  deoxysM: member('deoxys', deoxys.modes.M, deoxysBc, modes.m),
  deoxysNInPairs: member('deoxys', deoxys.modes.N, deoxysInPairs, modes.n),
  deoxysMInPairs: member('deoxys', deoxys.modes.M, deoxysInPairs, modes.m),
  tgifN1: member('tgif', tgif.modes.N1, tgifBc, modes.ice(1, 0)),
  tgifN2: member('tgif', tgif.modes.N2, tgifBc, modes.ice(2, 64)),
  isapA128A: member('isap', isap.modes['A-128A'], ascon, modes.isap('8040010c01060c')),
  isapA128: member('isap', isap.modes['A-128'], ascon, modes.isap('8040010c0c0c0c')),
  romulusN1: member('romulus-v12', romulusV12.modes.N1, skinny(56), modes.n),
  romulusN2: member('romulus-v12', romulusV12.modes.N2, skinny(56), modes.shortN(64)),
  romulusN3: member('romulus-v12', romulusV12.modes.N3, skinny(48), modes.shortN(128)),
  remusN1: member('remus', remus.modes.N1, skinny(40), modes.ice(1, 0)),
  remusN2: member('remus', remus.modes.N2, skinny(40), modes.ice(2, 64)),
  remusN3: member('remus', remus.modes.N3, skinny(36, 4), modes.ice(3, 128)),
  isapK128A: member('isap', isap.modes['K-128A'], keccak(20), modes.isap('80900110010808')),
  isapK128: member('isap', isap.modes['K-128'], keccak(20), modes.isap('809001140c0c0c')),
  delirium: member('elephant', elephant.modes.Delirium, keccak(18), modes.elephant(25, 16, maskBytes.delirium)),
  dumbo: member('elephant', elephant.modes.Dumbo, spongent(80), modes.elephant(20, 8, maskBytes.dumbo)),
  jumbo: member('elephant', elephant.modes.Jumbo, spongent(90), modes.elephant(22, 8, maskBytes.jumbo)),
};
