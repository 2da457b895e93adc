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

export const succeed = (args: string[], input?: Uint8Array): Promise<Buffer> => program.expect(args, {}, input);

export async function refuse(code: number, message: string | RegExp, args: string[], input?: Uint8Array) {
  const { stderr, ...ended } = await program.run(args, input);
  const [, told] = /^romulus: ([^\n]+)\n$/.exec(stderr) ?? [];
  expect({ code: ended.code, told }).toEqual({
    code,
    told: typeof message === 'string' ? message : expect.stringMatching(message),
  });
  return ended.stdout;
}
