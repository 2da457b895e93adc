/** The sister suites, loaded: what most tests of them begin with. */
import * as elephant from '../../../ts/suites/elephant/index.js';
import * as isap from '../../../ts/suites/isap/index.js';
import { elephantModesOf, isapModesOf } from './sisters.js';

export const sisters = [...isapModesOf(isap, await isap.load()), ...elephantModesOf(elephant, await elephant.load())];
