/** A page's program: the official vectors and all messages without WebAssembly. */
import * as romulus from '../../../../ts/js/index.js';
import { work } from '../../consumers/work.js';
import { answer } from './answer.js';

answer(work({ romulus }, async (file) => (await fetch(`/kats/${file}`)).text()));
