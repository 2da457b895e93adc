/** A page's program where no worker can start: answers the error. */
import { LoadError } from '../../../../ts/index.js';
import { createPool } from '../../../../ts/pool/index.js';
import { answer } from './answer.js';

const refusal = (error: unknown) =>
  error instanceof LoadError ? { code: error.code, hint: error.hint } : `not a LoadError: ${error}`;

answer(createPool({ threads: 2 }).then(() => 'a pool', refusal));
