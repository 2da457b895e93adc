/** What the package exports cannot be changed: neither its functions nor the lengths that it computes with. */
import { describe, expect, it } from 'vitest';
import * as romulus from '../../../ts/index.js';
import { createPool } from '../../../ts/pool/index.js';
import { decryptBlob, encryptBlob } from '../../../ts/stream/index.js';
import { expectSame, key, text } from '../../fixtures/bytes.js';
import { importSuite } from '../../fixtures/suites.js';
import { suites } from '../../reference/suites.js';
import { worker } from '../pool/workers.js';

const pool = await createPool({ size: 1, worker });
await pool.close();
const others = await Promise.all(suites.map(async (suite) => [suite.key, await importSuite(suite)]));
const objects: Record<string, object> = { ...Object.fromEntries(others), sync: await romulus.load(), pool };

/** How many modes each suite has, the hash among them; the other objects have those of Romulus. */
const counts = Object.fromEntries(suites.map(({ key, modes, hash }) => [key, modes.length + (hash ? 1 : 0)]));

describe.each(Object.entries(objects))('of %s', (name, exported) => {
  const values = Object.entries(exported).filter(
    ([, value]) => typeof value === 'object' || (typeof value === 'function' && 'digestLength' in value),
  );
  it.each(values)('%s is frozen', (_, value) => {
    expect(Object.isFrozen(value)).toBe(true);
  });
  it('has all modes', () => expect(values.length).toBeGreaterThanOrEqual(counts[name] ?? counts.romulus!));
});

it('what load() and createPool() resolve with is frozen', () => {
  expect(Object.isFrozen(objects.sync)).toBe(true);
  expect(Object.isFrozen(objects.pool)).toBe(true);
});

it('a block length that somebody writes does not reach the keys of files', async () => {
  const sealed = await encryptBlob(new Blob([text(100)]), { key });
  expect(Reflect.set(romulus.romulusH, 'blockLength', 1)).toBe(false);
  const opened = await decryptBlob(sealed, { key });
  expectSame(new Uint8Array(await opened.arrayBuffer()), text(100));
});
