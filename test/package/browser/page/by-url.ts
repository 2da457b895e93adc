/** The program of pages that load the module from a file, which may be missing or changed. */
import * as romulus from '../../../../ts/by-url/index.js';
import { work } from '../../consumers/work.js';
import { answer, limit, read } from './answer.js';

answer({
  'by-url': () => work({ romulus }, read, limit),
  async 'refused-by-url'() {
    const error = await romulus.romulusH(new Uint8Array(3)).then(
      () => 'hashed',
      (error) => error,
    );
    await romulus.load(fetch('/package/dist/romulus.wasm'));
    const { length } = await romulus.romulusH(new Uint8Array(3));
    const isLoadError = error instanceof romulus.LoadError;
    return { isLoadError, hint: error.hint, cause: String(error.cause), length };
  },
});
