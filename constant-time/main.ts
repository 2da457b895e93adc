/**
 * `npm run check:constant-time`: that no secret decides a branch or an address. With --static only by the walk over the
 * modules; with --list it shows what is made of public data.
 */
import { inFolder, main, need } from '../native/compile.js';
import { memcheck } from './memcheck.js';
import { checkStatically } from './static.js';

await main(async () => {
  const failures = checkStatically(process.argv.includes('--list'));
  if (process.argv.includes('--static')) return failures;
  need('clang', 'libsimde-dev', 'valgrind');
  return failures + (await inFolder(memcheck));
});
