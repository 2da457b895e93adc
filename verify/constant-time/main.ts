/**
 * Checks that no secret decides a branch or an address: `npm run check -- constant-time`. With --static, only the walk
 * over the modules runs.
 */
import { need } from '../../tools/build/emscripten.js';
import { inFolder, main } from '../native/compile.js';
import { memcheck } from './memcheck.js';
import { checkStatically } from './static.js';

await main(async () => {
  const isStatic = process.argv.includes('--static');
  need('emscripten', ...(isStatic ? [] : (['clang', 'libsimde-dev', 'valgrind'] as const)));
  // The walk runs while programs are compiled and run.
  const dynamically = isStatic ? 0 : inFolder(memcheck);
  const failures = await Promise.all([dynamically, checkStatically()]);
  return failures.reduce((sum, failed) => sum + failed, 0);
});
