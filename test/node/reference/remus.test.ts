/** The reference of Remus. */
import { reference } from '../../reference/remus.js';
import { tryReference } from './official.js';

tryReference('remus', reference, { N1: 16, N2: 16, N3: 12, M1: 16, M2: 16 });
