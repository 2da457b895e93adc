/** Checks the types of the site's configuration and theme. The site has its own dependencies. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const site = join(import.meta.dirname, '../../site');
const run = (args: string[]) => execFileSync(process.execPath, args, { cwd: site, stdio: 'inherit' });
run(['../tools/build/install.mjs', 'site']);
run(['../node_modules/typescript/bin/tsc', '--project', '.vitepress']);
