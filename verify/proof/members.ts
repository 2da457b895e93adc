/** The modes that are proven, from all suites. Each has its row of the table, its definition and that of its cipher. */
import { type ModeRow, romulus, type SuiteKey, suites } from '../../ts/suites/table.js';
import type { Cipher } from './cipher.js';
import { DeoxysBc } from './deoxys-bc.js';
import * as modes from './modes.js';
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
export const ofOthers: readonly Member[] = (() => {
  const all = (suite: SuiteKey, cipher: Member['cipher'], definitions: Record<string, modes.Mode>) => {
    const rows: Record<string, ModeRow> = suites[suite].modes;
    return Object.entries(definitions).map(([name, mode]) => new Member(suite, rows[name]!, cipher, mode));
  };
  const [n, m] = [modes.of('n'), modes.of('m')];
  const { ice, masked, short, sponge } = modes;
  // The module of Deoxys keeps bytes in a basis that suits the S-box. The proof must know the basis to find their bits.
  const pairs = [1, 225, 92, 12, 9, 168, 138, 108];
  return [
    ...all('deoxys', (terms) => new DeoxysBc(terms, pairs), { N: n, M: m }),
    ...all('tgif', (terms) => new TgifBc(terms, 72), { N1: ice(1, 0), N2: ice(2, 64), M1: ice(1, 32), M2: ice(2, 96) }),
    ...all('isap', (terms) => new AsconP(terms, 12), { 'A-128A': sponge('8040010c01060c') }),
    ...all('isap', (terms) => new Keccak(terms, 20), { 'K-128A': sponge('80900110010808') }),
    ...all('elephant', (terms) => new Spongent(terms, 80), { Dumbo: masked(20, 8, [0x0003ff, 0x030780, 0x0d0101]) }),
    ...all('elephant', (terms) => new Spongent(terms, 90), { Jumbo: masked(22, 8, [0x0001ff, 0x030780, 0x130101]) }),
    ...all('elephant', (terms) => new Keccak(terms, 18), { Delirium: masked(25, 16, [0x0001ff, 0x0201ff, 0x0d01fe]) }),
    ...all('romulus-v12', skinny(56), { N1: n, M1: m, N2: short(64, 'n'), M2: short(64, 'm') }),
    ...all('romulus-v12', skinny(48), { N3: short(128, 'n'), M3: short(128, 'm') }),
    ...all('remus', skinny(40), { N1: ice(1, 0), N2: ice(2, 64), M1: ice(1, 32), M2: ice(2, 96) }),
    ...all('remus', skinny(36), { N3: ice(3, 128) }),
  ];
})();
