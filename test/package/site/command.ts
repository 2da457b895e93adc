/** `npm run site -- --serve`, as in a fresh clone. It shares a folder with the other builds, so it runs after them. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cleanEnvironment, root } from '../tarball.js';

/** Runs the command until it ends, or has written the wanted text. */
async function site(words: string[], wanted = /(?!)/): Promise<{ said: string; code: number | null }> {
  const argv = [join(root, 'node_modules/tsx/dist/cli.mjs'), 'site/main.ts', ...words];
  const child = spawn(process.execPath, argv, { cwd: root, env: cleanEnvironment() });
  onTestFinished(() => {
    child.kill();
  });
  let said = '';
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        said += String(data);
        if (wanted.test(said)) resolve({ said, code: null });
      });
    child.once('close', (code) => resolve({ said, code }));
  });
}

export function testCommand(): void {
  it('shows the whole site on this machine, and says where', async () => {
    const { said } = await site(['--serve=0', '--base=/below/'], /Ctrl\+C/);
    const [, address] = /the site: (http:\S+)/.exec(said)!;
    expect(new URL(address!).pathname).toBe('/below/');
    for (const [path, status] of [
      ...['', 'encrypt/', 'performance/', 'docs/'].map((path) => [path, 200]),
      ['nowhere', 404],
    ])
      expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, status]);
    expect(said).not.toContain('localhost:0');
  });

  it('names a remedy if the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
    onTestFinished(() => {
      other.close();
    });
    const { said, code } = await site([`--serve=${(other.address() as AddressInfo).port}`]);
    expect(said).toContain('that port is in use: npm run site -- --serve=0 takes a free one');
    expect(code).toBe(1);
  });

  it.each([['--server'], ['--serve=70000'], ['--serve', 'more'], ['--base=docs'], ['--base=/../']])(
    'refuses %s',
    async (...words) => {
      expect(await site(words)).toEqual({
        said: 'usage: npm run site [-- [--base=<path or address>] [--serve[=<port>]]]\n',
        code: 1,
      });
    },
  );
}
