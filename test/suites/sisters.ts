/** The modes of the sister suites for tests, each in its promise form and its sync form. */
import type * as elephantPackage from '../../ts/elephant/index.js';
import type * as isapPackage from '../../ts/isap/index.js';
import { readElephantVectors } from '../reference/elephant-vectors.js';
import { readIsapVectors } from '../reference/isap-vectors.js';

type Isap = typeof isapPackage;
type Elephant = typeof elephantPackage;

export const isapModesOf = (isap: Isap, sync: isapPackage.IsapSync) => [
  { aead: isap.isapA128a, twin: sync.isapA128a, vectors: () => readIsapVectors('A-128A') },
  { aead: isap.isapA128, twin: sync.isapA128, vectors: () => readIsapVectors('A-128') },
  { aead: isap.isapK128a, twin: sync.isapK128a, vectors: () => readIsapVectors('K-128A') },
  { aead: isap.isapK128, twin: sync.isapK128, vectors: () => readIsapVectors('K-128') },
];

export const elephantModesOf = (elephant: Elephant, sync: elephantPackage.ElephantSync) => [
  { aead: elephant.dumbo, twin: sync.dumbo, vectors: () => readElephantVectors('Dumbo') },
  { aead: elephant.jumbo, twin: sync.jumbo, vectors: () => readElephantVectors('Jumbo') },
  { aead: elephant.delirium, twin: sync.delirium, vectors: () => readElephantVectors('Delirium') },
];
