/** The object that load() gives: the names and the members of the promise functions. */
import { beforeEach, describe, expect, it } from 'vitest';
import * as files from '../../ts/stream/index.js';
import { freshPackage, type Romulus } from '../fixtures/instance.js';

let romulus: Romulus;

beforeEach(async () => {
  romulus = await freshPackage();
});

describe('the sync object', () => {
  it('has the names of the promise functions, and gives values', async () => {
    const sync = await romulus.load();
    // hashStream and the functions for files wait for their sources; the others need no module.
    const without = [
      ...['hashStream', 'load', 'loadSync', 'generateKey', 'generateNonce', 'timingSafeEqual', 'wipe'],
      ...['fromBase64', 'fromHex', 'toBase64', 'toHex'],
      ...Object.keys(files),
    ];
    const names = Object.keys(romulus).filter((name) => !without.includes(name) && !name.endsWith('Error'));
    expect(Object.keys(sync).sort()).toEqual(names.sort());
    for (const name of names as (keyof typeof sync)[]) expect(typeof sync[name]).toBe(typeof romulus[name]);
  });

  it('has the members and the lengths of the modes and of the hash', async () => {
    const sync = await romulus.load();
    const lengths = { keyLength: 16, nonceLength: 16, tagLength: 16 };
    for (const name of ['romulusN', 'romulusM', 'romulusT'] as const) {
      expect(Object.keys(sync[name]).sort()).toEqual(Object.keys(romulus[name]).sort());
      for (const form of [sync, romulus])
        expect(form[name]).toMatchObject({ name: name.replace('romulus', 'Romulus-'), ...lengths });
    }
    for (const { digestLength, blockLength } of [romulus.romulusH, sync.romulusH])
      expect([digestLength, blockLength]).toEqual([32, 32]);
  });
});
