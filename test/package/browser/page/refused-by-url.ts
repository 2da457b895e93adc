/** A page's program that cannot load the module's file: answers the error, and whether it works with its own module. */
import { LoadError, load, romulusH } from '../../../../ts/by-url/index.js';
import { answer } from './answer.js';

async function work() {
  const error = await romulusH(new Uint8Array(3)).then(
    () => 'hashed',
    (error) => error,
  );
  await load(fetch('/package/dist/romulus.wasm'));
  const { length } = await romulusH(new Uint8Array(3));
  return { isLoadError: error instanceof LoadError, hint: error.hint, cause: String(error.cause), length };
}

answer(work());
