// TGIF v1 in plain form: the mode of test/reference/ice.ts over its own block cipher.

import { type IceMember, iceAlgorithm, iceCases } from './ice.js';
import type { SuiteReference } from './suites.js';
import { tgifBc } from './tgif-bc.js';

export type TgifName = 'N1' | 'N2' | 'M1' | 'M2';

const common = { cipher: tgifBc, blockLength: 16 };

/** The members of TGIF [tgif 1]. */
export const TGIF_MEMBERS: Record<TgifName, IceMember> = {
  N1: { ...common, ice: 1, base: 0, mode: 'N' },
  N2: { ...common, ice: 2, base: 64, mode: 'N' },
  M1: { ...common, ice: 1, base: 32, mode: 'M' },
  M2: { ...common, ice: 2, base: 96, mode: 'M' },
};

export const reference: SuiteReference = {
  title: 'TGIF v1',
  blockLength: () => common.blockLength,
  algorithm: (name: TgifName) => iceAlgorithm(TGIF_MEMBERS[name]),
  official: {
    'tgif-n1.txt': '3328c3c152de4d4535ceff05375ad97efe0d17e0ad780a9453d9abf561955808',
    'tgif-n2.txt': '25820d6b8b64eabb970cc807ea2fc509e2a4afe5911ec97ea0d27ed449de6103',
    'tgif-m1.txt': '0637bc0c166735e382fd1494d4fb51e886d1b6563e15ef90f8ce6f2dd186c464',
    'tgif-m2.txt': '3409534ba26c23cbfe626ac69aeed4ad00efc975bac59f1acde0a56ab9833033',
  },
  ...iceCases,
};
