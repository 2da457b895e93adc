/** A page's program: works the official vectors and answers how many there were. */
import * as romulus from '../../../../ts/index.js';
import { checkOfficial } from '../../official.js';
import { answer } from './answer.js';

answer(checkOfficial(romulus, async (file) => (await fetch(`/kats/${file}`)).text()));
