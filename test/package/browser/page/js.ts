/** The program of the page without WebAssembly. */
import * as romulus from '../../../../ts/js/index.js';
import { work } from '../../consumers/work.js';
import { answer, read } from './answer.js';

answer({ js: () => work({ romulus }, read) });
