/** The modes that are proven, from all suites. Each has its row of the table, its definition and that of its cipher. */
import { deoxys, type ModeRow, romulus, romulusV12, type SuiteKey } from '../../ts/suites/table.js';
import type { Cipher } from './cipher.js';
import { DeoxysBc } from './deoxys-bc.js';
import * as modes from './modes.js';
import type { Build } from './modules.js';
import { Skinny } from './skinny.js';
import type { Logic } from './terms.js';

export interface Member {
  suite: SuiteKey;
  row: ModeRow;
  cipher(terms: Logic): Cipher;
  mode: modes.Mode;
}

const member = (suite: SuiteKey, row: ModeRow, cipher: Member['cipher'], mode: modes.Mode): Member => ({
  suite,
  row,
  cipher,
  mode,
});
const skinny = (rounds: number) => (terms: Logic) => new Skinny(terms, rounds);
export const skinny128plus = skinny(40);

export const ofRomulus = {
  n: member('romulus', romulus.modes.N, skinny128plus, modes.n),
  m: member('romulus', romulus.modes.M, skinny128plus, modes.m),
  t: member('romulus', romulus.modes.T, skinny128plus, modes.t),
  h: member('romulus', romulus.hash, skinny128plus, modes.h),
};

/** The members of other suites. */
export function ofOthers(build: Build): Member[] {
  // The simd128 module keeps bytes in a basis that suits the S-box. The proof must know the basis to find their bits.
  const pairs = build === 'simd128' ? [1, 225, 92, 12, 9, 168, 138, 108] : undefined;
  const deoxysBc = (terms: Logic) => new DeoxysBc(terms, pairs);
  return [
    member('deoxys', deoxys.modes.N, deoxysBc, modes.n),
    member('deoxys', deoxys.modes.M, deoxysBc, modes.m),
    member('romulus-v12', romulusV12.modes.N1, skinny(56), modes.n),
    member('romulus-v12', romulusV12.modes.M1, skinny(56), modes.m),
    member('romulus-v12', romulusV12.modes.N2, skinny(56), modes.shortN(64)),
    member('romulus-v12', romulusV12.modes.N3, skinny(48), modes.shortN(128)),
  ];
}
