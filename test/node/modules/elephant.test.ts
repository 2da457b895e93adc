/** The modules of Elephant, by their exports. */
import * as portable from '../../../ts/suites/elephant/portable.generated.js';
import * as simd128 from '../../../ts/suites/elephant/simd128.generated.js';
import { elephant } from '../../reference/suites.js';
import { testModules } from './module-tests.js';

testModules(elephant, {
  builds: [
    ['portable', portable],
    ['simd128', simd128],
  ],
  longCount: 187,
  // Of associated data any lengths, as the nonce stands before it.
  pieces: ({ messageLength, adLength, blockLength }) =>
    messageLength + adLength > 4000
      ? [[704 * blockLength, 17600]]
      : [
          [blockLength, 1],
          [9 * blockLength, 100],
          [64 * blockLength, 63],
          [129 * blockLength, 3000],
        ],
});
