/** Nobody can change the package's exports: neither its functions nor the lengths that it computes with. */
import { expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { importSuite } from '../../fixtures/suites.js';
import { suites } from '../../reference/suites.js';
import { worker } from '../pool/workers.js';

const pool = await createPool({ size: 1, worker });
await pool.close();
const sync = await romulus.load();
const [first, ...others] = await Promise.all(
  suites.map(async (suite) => ({ suite, exported: await importSuite(suite) })),
);

it.each([
  ...[first, ...others].map((each) => ({ name: each!.suite.key, ...each! })),
  ...Object.entries({ sync, pool }).map(([name, exported]) => ({ name, suite: first!.suite, exported })),
])('the modes and the hash of $name are frozen', ({ suite: { modes, hash }, exported }) => {
  const values = Object.values(exported).filter(
    (value) => typeof value === 'object' || 'digestLength' in Object(value),
  );
  expect(values.length).toBeGreaterThanOrEqual(modes.length + (hash ? 1 : 0));
  for (const value of values) expect(value).toSatisfy(Object.isFrozen);
});

it('the objects of load() and createPool() are frozen', () => {
  expect([sync, pool]).toSatisfy((objects: object[]) => objects.every(Object.isFrozen));
  expect(Reflect.set(romulus.romulusH, 'blockLength', 1)).toBe(false);
});
