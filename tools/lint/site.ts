/** Checks the types of the site's configuration, components and pages. The site has its own dependencies. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const site = join(import.meta.dirname, '../../site');
const run = (args: string[]) => execFileSync(process.execPath, args, { cwd: site, stdio: 'inherit' });
run(['../tools/build/install.mjs', 'site']);
run(['node_modules/vue-tsc/bin/vue-tsc.js', '--project', '.vitepress']);
