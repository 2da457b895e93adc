/** `npm run site` writes the site into site/dist/, for its path `--base` on its host. `--serve` serves it here, on `--port`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite, filesIn, serveSite } from './build.js';

/** GitHub sets these variables in its workflows. Together they give the address of the sources at this commit. */
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name = '', GITHUB_SHA: commit } = process.env;
const repository = server && name && commit ? `${server}/${name}/blob/${commit}` : undefined;
const folder = join(import.meta.dirname, 'dist');
const options = { base: { type: 'string' }, serve: { type: 'boolean' }, port: { type: 'string' } } as const;
try {
  const { base = '/', serve, port = '8472' } = parseArgs({ options }).values;
  if (!/^\/([\w~-][\w.~-]*\/)*$/.test(base)) throw new Error(`--base=${base} is no path from / to /`);
  if (!(Number(port) < 65_536)) throw new Error(`--port=${port} is no port`);
  await buildSite(folder, base, repository);
  console.log(`site/dist has ${filesIn(folder).length} files: any web server can serve it`);
  if (serve) console.log(`the site: ${(await serveSite(folder, base, Number(port))).address} (Ctrl+C ends it)`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
