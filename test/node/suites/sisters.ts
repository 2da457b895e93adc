/** The modes of the sister suites for tests, each in its promise form and its sync form, with its vectors. */
import type * as elephantPackage from '../../../ts/suites/elephant/index.js';
import type * as isapPackage from '../../../ts/suites/isap/index.js';
import { readSisterVectors } from '../../reference/sister-vectors.js';
import { elephant, isap, katName, type Suite } from '../../reference/suites.js';

/** Of modes in the order of their suite. */
const modesOf = <Name extends string>(
  suite: Suite,
  names: Name[],
  promises: Record<Name, isapPackage.Aead>,
  sync: Record<Name, isapPackage.AeadSync>,
) =>
  suite.modes.map((mode, id) => {
    const name = names[id] as Name;
    return { aead: promises[name], twin: sync[name], vectors: () => readSisterVectors(`${katName(suite, mode)}.txt`) };
  });

export const isapModesOf = (promises: typeof isapPackage, sync: isapPackage.IsapSync) =>
  modesOf(isap, ['isapA128a', 'isapA128', 'isapK128a', 'isapK128'], promises, sync);

export const elephantModesOf = (promises: typeof elephantPackage, sync: elephantPackage.ElephantSync) =>
  modesOf(elephant, ['dumbo', 'jumbo', 'delirium'], promises, sync);
