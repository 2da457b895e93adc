/** Checks the types of the site's configuration, components and pages. The site has its own dependencies. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from '../../site/install.js';

const site = join(import.meta.dirname, '../../site');
install(site);
const program = join(site, 'node_modules/vue-tsc/bin/vue-tsc.js');
const { status } = spawnSync(process.execPath, [program, '--project', '.vitepress'], { cwd: site, stdio: 'inherit' });
process.exitCode = status ?? 1;
