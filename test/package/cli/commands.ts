/** What the tests of `romulus keygen`, `encrypt` and `decrypt` share: the program, a key, and what each call must end with. */
import { statSync } from 'node:fs';
import { beforeEach, expect } from 'vitest';
import { hex, text } from '../../fixtures/bytes.js';
import { installProgram } from './program.js';

export const program = installProgram();

export const key = text(16);
export const keyFile = `romulus-key-1 ${hex(key)}\n`;
export const passphrase = 'correct horse';

beforeEach(() => {
  program.write('key', keyFile);
  program.write('passphrase', `${passphrase}\n`);
});

/** What there is besides the key and the passphrase. */
export const names = () => program.names.filter((name) => name !== 'key' && name !== 'passphrase');

export const modeOf = (name: string) => (statSync(program.file(name)).mode & 0o777).toString(8);

export async function succeed(args: string[], input?: Uint8Array): Promise<Buffer> {
  const { code, stdout, stderr } = await program.run(args, input);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

export async function refuse(
  code: number,
  message: string | RegExp,
  args: string[],
  input?: Uint8Array,
): Promise<Buffer> {
  const ended = await program.run(args, input);
  expect(ended.stderr).toMatch(/^romulus: [^\n]+\n$/);
  const told = ended.stderr.slice('romulus: '.length, -1);
  if (typeof message === 'string') expect(told).toBe(message);
  else expect(told).toMatch(message);
  expect(ended.code).toBe(code);
  return ended.stdout;
}
