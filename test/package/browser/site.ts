/** Small web sites for tests: one with any files, and one with the installed package and a page for each program. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Build } from '../../fixtures/emulate-build.js';
import { installTarball, kats, type Project, writePrograms } from '../tarball.js';

interface Answer {
  type: string;
  body: string | Buffer;
  policy?: string | null;
}

/** A server that answers each request with `respond`, or with 404 if that throws. */
export async function serveAnswers(respond: (path: string, request: IncomingMessage) => Answer) {
  const server = createServer((request, response) => {
    try {
      const { type, body, policy } = respond(new URL(request.url ?? '', 'http://site').pathname, request);
      const headers = {
        'Content-Type': `${type}; charset=utf-8`,
        ...(policy && { 'Content-Security-Policy': policy }),
      };
      response.writeHead(200, headers).end(body);
    } catch (error) {
      response.writeHead(404).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const typeOf = (name: string) => (name.endsWith('.js') ? 'text/javascript' : 'application/wasm');

export function projectWithPages(): Project {
  const project = installTarball();
  writePrograms(project, 'programs', 'browser/page.ts');
  return project;
}

export async function serve({ folder, installed }: Project) {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  // Programs import by address. An import map would have to be in the page itself, and the policy forbids that.
  const entry = (path: string) => new URL(manifest.exports[path].default, 'http://site/package/').pathname;

  /** A page's program is in the folder of a bundle, if the page's name has one. */
  const page = (name: string) => {
    const folder = name.includes('/') ? dirname(name) : 'programs';
    return `<!doctype html><meta charset="utf-8"><title>${name}</title><link rel="icon" href="/icon">
      <output></output><script type="module" src="/${folder}/page.js"></script>`;
  };

  function respond(path: string): Answer {
    const [, kind, name = ''] = /^\/(\w+)(?:\/([\w./-]+))?$/.exec(path) ?? [];
    switch (kind) {
      case 'pages':
        return { type: 'text/html', body: page(name) };
      case 'programs': {
        const code = readFileSync(join(folder, 'programs', name), 'utf8');
        const body = code.replaceAll(/from "romulus-wasm([\w/-]*)"/g, (_, path) => `from "${entry(`.${path}`)}"`);
        return { type: 'text/javascript', body };
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

  const policyOf = (address = '') => new URL(address, 'http://site').searchParams.get('policy');

  const { port, close } = await serveAnswers((path, { url, headers }) => ({
    ...respond(path),
    // A page's requests name the page as their referrer.
    policy: policyOf(url) ?? policyOf(headers.referer),
  }));
  return {
    /**
     * The address of a page, by its work and the folder of a bundle before it. The server sends the policy with the
     * page and with the scripts of its workers. The program goes up to the build.
     */
    address: (page: string, policy: string, build?: Build) =>
      `http://127.0.0.1:${port}/pages/${page}?${new URLSearchParams({ policy, ...(build && { build }) })}`,
    close,
  };
}
