/** Runs npm and other programs without the settings of the tests around them. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, env: cleanEnvironment(), stdio: 'pipe' });
}

/** An environment without the settings of an `npm test` or a vitest around, which would reach into the project. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|node_|vitest|init_cwd$)/i.test(name));
  return Object.fromEntries(inherited);
}
