/** A short use of the built program on any system: it needs no shell, and starts with no more than `node`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectSame, text } from '../fixtures/bytes.js';

const folder = mkdtempSync(join(tmpdir(), 'romulus-program-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = join(import.meta.dirname, '../../dist/cli.js');

function romulus(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, said: stderr };
}
const fine = { status: 0, stdout: '', said: '' };

beforeAll(() => {
  for (const [name, length] of [
    ['small', 1000],
    ['large', 10_000_000],
  ] as const)
    writeFileSync(join(folder, name), text(length));
  expect(romulus('keygen', 'key')).toEqual(fine);
});

it('encrypts files and decrypts them, by a key, and leaves no other file', () => {
  expect(romulus('encrypt', '-k', 'key', '-j', '2', 'small', 'large')).toEqual(fine);
  for (const name of ['small', 'large']) {
    expect(romulus('decrypt', '-k', 'key', '-j', '2', `${name}.romulus`, '-o', 'back')).toEqual(fine);
    expectSame(new Uint8Array(readFileSync(join(folder, 'back'))), new Uint8Array(readFileSync(join(folder, name))));
    rmSync(join(folder, 'back'));
  }
  expect(romulus('encrypt', '-k', 'key', 'small')).toMatchObject({ status: 2 });
  expect(romulus('keygen', 'other')).toEqual(fine);
  expect(romulus('decrypt', '-k', 'other', 'small.romulus', '-o', 'back')).toMatchObject({ status: 1, stdout: '' });
  expect(readdirSync(folder).sort()).toEqual(['key', 'large', 'large.romulus', 'other', 'small', 'small.romulus']);
});

it('writes and checks digests, and refuses a changed file', () => {
  const { status, stdout, said } = romulus('hash', '-j', '2', 'small', 'large');
  expect({ status, said }).toEqual({ status: 0, said: '' });
  expect(stdout).toMatch(/^[0-9a-f]{64} {2}small\n[0-9a-f]{64} {2}large\n$/);
  writeFileSync(join(folder, 'digests'), stdout);
  const ok = 'small: OK\nlarge: OK\n';
  expect(romulus('hash', '--check', 'digests')).toEqual({ status: 0, stdout: ok, said: '' });
  writeFileSync(join(folder, 'small'), 'changed');
  const failed = ok.replace('OK', 'FAILED');
  const told = 'romulus: of 2 files, 1 differs\n';
  expect(romulus('hash', '--check', 'digests')).toEqual({ status: 1, stdout: failed, said: told });
});
