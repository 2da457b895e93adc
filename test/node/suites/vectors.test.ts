/** The official NIST vectors of the sister suites. */
import { describe, expect, it } from 'vitest';
import { testVectors } from '../../every-build/vectors/aead-tests.js';
import { sisters } from './loaded.js';

describe.each(sisters)('$aead.name', ({ aead, twin, vectors: read }) => {
  const vectors = read();

  it('has 1089 vectors', () => expect(vectors).toHaveLength(1089));

  testVectors({ aead, twin, vectors });
});
