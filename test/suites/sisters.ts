/** The modes of the sister suites for tests, each in its promise form and its sync form. */
import type * as elephantPackage from '../../ts/elephant/index.js';
import type * as isapPackage from '../../ts/isap/index.js';

type Isap = typeof isapPackage;
type Elephant = typeof elephantPackage;

export const isapModesOf = (isap: Isap, sync: isapPackage.IsapSync) => [
  { aead: isap.isapA128a, twin: sync.isapA128a, file: 'isap-a-128a.txt' },
  { aead: isap.isapA128, twin: sync.isapA128, file: 'isap-a-128.txt' },
  { aead: isap.isapK128a, twin: sync.isapK128a, file: 'isap-k-128a.txt' },
  { aead: isap.isapK128, twin: sync.isapK128, file: 'isap-k-128.txt' },
];

export const elephantModesOf = (elephant: Elephant, sync: elephantPackage.ElephantSync) => [
  { aead: elephant.dumbo, twin: sync.dumbo, file: 'elephant-dumbo.txt' },
  { aead: elephant.jumbo, twin: sync.jumbo, file: 'elephant-jumbo.txt' },
  { aead: elephant.delirium, twin: sync.delirium, file: 'elephant-delirium.txt' },
];
