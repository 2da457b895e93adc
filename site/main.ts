/**
 * `npm run site` writes the site into site/dist/. With `--serve` it also serves the site on this machine, and
 * `--serve=8123` chooses the port. `--base` names the site's path on its host, or its whole address.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite, filesIn } from './build.js';
import { serveSite } from './serve.js';

/** GitHub sets these variables in its workflows. Together they give the address of the sources at this commit. */
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name = '', GITHUB_SHA: commit } = process.env;
const repository = server && name && commit ? `${server}/${name}/blob/${commit}` : undefined;

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}

const failOfPort = (error: NodeJS.ErrnoException): never =>
  fail(error.code === 'EADDRINUSE' ? 'that port is in use: npm run site -- --serve=0 takes a free one' : String(error));

/** Ends the program if it cannot listen on the port. A build takes a while, so this comes before it. */
async function probe(port: number): Promise<void> {
  const server = createServer().listen(port);
  await once(server, 'listening').catch(failOfPort);
  server.close();
}

/** Reads the options. Undefined if the words are not understood. */
function read(words: string[]) {
  const options = { base: { type: 'string', default: '/' }, serve: { type: 'string' } } as const;
  const args = words.map((word) => (word === '--serve' ? '--serve=8472' : word));
  try {
    const { base, serve } = parseArgs({ args, options }).values;
    const isPort = serve === undefined || (/^\d{1,5}$/.test(serve) && Number(serve) < 65_536);
    return isPort && /^(https?:\/\/[^/]+)?\/([\w~-][\w.~-]*\/)*$/.test(base) ? { base, serve } : undefined;
  } catch {
    return undefined;
  }
}

const { base, serve } =
  read(process.argv.slice(2)) ?? fail('usage: npm run site [-- [--base=<path or address>] [--serve[=<port>]]]');
if (serve !== undefined) await probe(Number(serve));
const folder = join(import.meta.dirname, 'dist');
await buildSite(folder, { address: base, repository });
console.log(`site/dist has ${filesIn(folder).length} files: any web server can serve it`);
if (serve !== undefined) {
  const { address } = await serveSite(folder, new URL(base, 'http://localhost').pathname, Number(serve)).catch(
    failOfPort,
  );
  console.log(`the site: ${address} (Ctrl+C ends it)`);
}
