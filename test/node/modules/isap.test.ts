/** The modules of ISAP, by their exports. */
import * as portable from '../../../ts/suites/isap/portable.generated.js';
import * as simd128 from '../../../ts/suites/isap/simd128.generated.js';
import { isap } from '../../reference/suites.js';
import { testModules } from './module-tests.js';

testModules(isap, {
  builds: [
    ['portable', portable],
    ['simd128', simd128],
  ],
  longCount: 130,
  // Whole blocks of both rates, of the associated data too.
  pieces: ({ messageLength, adLength }) =>
    Math.max(messageLength, adLength) > 4200
      ? [[16128, 16128]]
      : [
          [72, 72],
          [2016, 2016],
        ],
});
