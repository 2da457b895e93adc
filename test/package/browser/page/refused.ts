/** A page's program whose policy forbids WebAssembly: answers the errors. */
import { LoadError, load, romulusH } from '../../../../ts/index.js';
import { answer } from './answer.js';

const refusal = (error: unknown) =>
  error instanceof LoadError ? { code: error.code, hint: error.hint } : `not a LoadError: ${error}`;

async function work() {
  const first = await load().then(() => 'loaded', refusal);
  const second = await romulusH(new Uint8Array(3)).then(() => 'hashed', refusal);
  return [first, second];
}

answer(work());
