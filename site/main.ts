/**
 * `npm run site` writes the site into site/dist/; with `--serve` it shows it on this machine, with `--serve=8123` on that port.
 * `--base` names the path on the host, or the whole address.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite, filesIn } from './build.js';
import { serveSite } from './serve.js';

/** In a workflow of GitHub the commit has an address, and so have the pages. */
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name = '', GITHUB_SHA: commit } = process.env;
const repository = server && name && commit ? `${server}/${name}/blob/${commit}` : undefined;

function usage(): never {
  console.error('usage: npm run site [-- [--base=<path or address>] [--serve[=<port>]]]');
  process.exit(1);
}

function read(words: string[]): { base: string; port: number | undefined } {
  const options = { base: { type: 'string', default: '/' }, serve: { type: 'string' } } as const;
  try {
    const args = words.map((word) => (word === '--serve' ? '--serve=8472' : word));
    const { base, serve } = parseArgs({ args, options }).values;
    if (
      /^(https?:\/\/[^/]+)?\/([\w~-][\w.~-]*\/)*$/.test(base) &&
      /^\d{1,5}$/.test(serve ?? '0') &&
      Number(serve ?? 0) < 65_536
    )
      return { base, port: serve === undefined ? undefined : Number(serve) };
  } catch {
    // An option that there is not.
  }
  return usage();
}

const { base, port } = read(process.argv.slice(2));
const folder = join(import.meta.dirname, 'dist');
await buildSite(folder, { address: base, repository });
console.log(`site/dist has ${filesIn(folder).length} files: any web server can serve it`);
if (port !== undefined) {
  try {
    const { address } = await serveSite(folder, new URL(base, 'http://localhost').pathname, port);
    console.log(`the site: ${address} (Ctrl+C ends it)`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    console.error('that port is in use: npm run site -- --serve=0 takes a free one');
    process.exit(1);
  }
}
