/** `npm run check:constant-time`: that no secret decides a branch or an address, by memcheck and by a walk over the modules. */
import { inFolder, main, need } from '../native/compile.js';
import { memcheck } from './memcheck.js';

await main(async () => {
  need('clang', 'libsimde-dev', 'valgrind');
  return inFolder(memcheck);
});
