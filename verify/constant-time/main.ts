/**
 * Checks that no secret decides a branch or an address: `npm run check -- constant-time`. With --static, only the walk
 * over the modules runs.
 */
import { requireEmscripten } from '../../tools/build/emscripten.js';
import { inFolder, main, need } from '../native/compile.js';
import { memcheck } from './memcheck.js';
import { checkStatically } from './static.js';

await main(async () => {
  const isStatic = process.argv.includes('--static');
  requireEmscripten('It says where the fields are that verify/constant-time/declarations.ts names.');
  if (!isStatic) need('clang', 'libsimde-dev', 'valgrind');
  // The walk runs while programs are compiled and run.
  const dynamically = isStatic ? 0 : inFolder(memcheck);
  const failures = await Promise.all([dynamically, checkStatically()]);
  return failures.reduce((sum, failed) => sum + failed, 0);
});
