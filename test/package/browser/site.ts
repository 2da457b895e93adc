/** A small web site: the installed package as it is, the known-answer files, and a page for each program, as it is or bundled. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compile, kats, type Project } from '../tarball.js';

/** What the programs share with other tests, by the name that it has among them. */
const shared: Record<string, string> = {
  'official.js': '../official.ts',
  'smoke.js': '../smoke.ts',
  'work.js': '../consumers/work.ts',
  'emulate-build.js': '../../fixtures/emulate-build.ts',
};

const typeOf = (name: string) => (name.endsWith('.js') ? 'text/javascript' : 'application/wasm');

export interface Site {
  /**
   * Where the page of a program is: of one of page/, or of a bundle, by its address in the project. That Content-Security-Policy is
   * sent with it and with the scripts of its workers.
   */
  address(program: string, policy: string): string;
  close(): Promise<void>;
}

export async function serve({ folder, installed }: Project): Promise<Site> {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  // By address, as an import map would have to stand in the page itself, which the policy forbids.
  const entry = (path: string) => new URL(manifest.exports[path].default, 'http://site/package/').pathname;

  const page = (program: string) =>
    `<!doctype html><meta charset="utf-8"><title>${program}</title><link rel="icon" href="/icon">
    <output></output><script type="module" src="/${program.includes('/') ? program : `programs/${program}`}.js"></script>`;

  function respond(path: string): { type: string; body: string | Buffer } {
    const [, kind, name = ''] = /^\/(\w+)(?:\/([\w./-]+))?$/.exec(path) ?? [];
    switch (kind) {
      case 'pages':
        return { type: 'text/html', body: page(name) };
      case 'programs': {
        const source = shared[name] ?? `page/${name.replace(/js$/, 'ts')}`;
        const code = compile(new URL(source, import.meta.url), '.')
          .replaceAll(/from "(\.(?:\/[\w-]+)?)"/g, (_, path) => `from "${entry(path)}"`)
          .replaceAll(/"(?:\.\.\/)+(?:\w+\/)?([\w-]+\.js)"/g, '"./$1"');
        return { type: 'text/javascript', body: code };
      }
      case 'package':
        return { type: typeOf(name), body: readFileSync(join(installed, name)) };
      case 'bundles':
        return { type: typeOf(name), body: readFileSync(join(folder, 'bundles', name)) };
      case 'kats':
        return { type: 'text/plain', body: readFileSync(join(kats, name)) };
      case 'icon':
        return { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
      default:
        throw new Error(`no such file: ${path}`);
    }
  }

  const policyOf = (address: string) => new URL(address, 'http://site').searchParams.get('policy');

  const server = createServer(({ url = '', headers }, response) => {
    const { pathname } = new URL(url, 'http://site');
    try {
      const { type, body } = respond(pathname);
      // What a page asks for by itself names it as the referrer.
      const policy = policyOf(url) ?? policyOf(headers.referer ?? '');
      response.writeHead(200, {
        'Content-Type': `${type}; charset=utf-8`,
        ...(policy && { 'Content-Security-Policy': policy }),
      });
      response.end(body);
    } catch (error) {
      response.writeHead(404).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (program, policy) => `http://127.0.0.1:${port}/pages/${program}?policy=${encodeURIComponent(policy)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
