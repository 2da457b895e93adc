// Remus v1 in plain form: the mode of test/reference/ice.ts over SKINNY-128-128 and SKINNY-64-128.

import { type IceMember, iceAlgorithm, iceCases } from './ice.js';
import { skinny128 } from './skinny.js';
import { skinny64128 } from './skinny-64.js';
import type { SuiteReference } from './suites.js';

export type RemusName = 'N1' | 'N2' | 'N3' | 'M1' | 'M2';

const skinny128128 = (key: Uint8Array, block: Uint8Array): Uint8Array => skinny128([key], block);
const large = { cipher: skinny128128, blockLength: 16 };

/** The members of Remus [remus 1]. */
export const REMUS_MEMBERS: Record<RemusName, IceMember> = {
  N1: { ...large, ice: 1, base: 0, mode: 'N' },
  N2: { ...large, ice: 2, base: 64, mode: 'N' },
  N3: { cipher: skinny64128, blockLength: 8, ice: 3, base: 128, mode: 'N' },
  M1: { ...large, ice: 1, base: 32, mode: 'M' },
  M2: { ...large, ice: 2, base: 96, mode: 'M' },
};

export const reference: SuiteReference = {
  title: 'Remus v1',
  blockLength: (name: RemusName) => REMUS_MEMBERS[name].blockLength,
  algorithm: (name: RemusName) => iceAlgorithm(REMUS_MEMBERS[name]),
  official: {
    'remus-n1.txt': 'd24d3205844f27e32eb8c8f7dbf3b31a47f1a1fb963e3d988b4fa7ff3417bc06',
    'remus-n2.txt': '224d2c02ec310ca586b9aaf123fdd107c45492bb753d72f86e17a040d26fd1d5',
    'remus-n3.txt': '3647ba8993b201511226cb715be91ae72d8e8959e6266e418d5d2ac6c69e959f',
    'remus-m1.txt': '12871e56988f809e5d89802a53ea0ab476a85d7f1e93d41b1ba44005aee17d36',
    'remus-m2.txt': '2d9b9ba7ff8ba5108149d9df08cbf48f35f92f20e606b36350785f1712ab9c04',
  },
  ...iceCases,
};
