/** `npm run site` writes the site into site/dist/; with `--serve` it shows it on this machine, with `--serve=8123` on that port. */
import { join } from 'node:path';
import { buildSite } from './build.js';
import { serveSite } from './server.js';

/** In a workflow of GitHub the commit has an address. */
function repositoryOf({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA }: NodeJS.ProcessEnv): string | undefined {
  if (!GITHUB_SERVER_URL || !GITHUB_REPOSITORY || !GITHUB_SHA) return undefined;
  return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}`;
}

const [option, ...more] = process.argv.slice(2);
const port = /^--serve(?:=(\d{1,5}))?$/.exec(option ?? '--serve');
if (!port || more.length > 0 || Number(port[1] ?? 0) > 65_535) {
  console.error('usage: npm run site [-- --serve[=<port>]]');
  process.exit(1);
}
const folder = await buildSite({ repository: repositoryOf(process.env) });
const target = join(import.meta.dirname, 'dist');
folder.writeTo(target);
const bytes = [...folder.files.values()].reduce((sum, { length }) => sum + length, 0);
console.log(`site/dist has ${folder.files.size} files, ${(bytes / 1e6).toFixed(1)} MB: any web server can serve it`);
if (option) {
  try {
    const { address } = await serveSite(folder, '/', Number(port[1] ?? 8472));
    console.log(`the site: ${address} (Ctrl+C ends it)`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    console.error('that port is in use: npm run site -- --serve=0 takes a free one');
    process.exit(1);
  }
}
