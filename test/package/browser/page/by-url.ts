/** A page's program: the official vectors with the module from a file, up to the build that its address names. */
import * as romulus from '../../../../ts/by-url/index.js';
import type { Build } from '../../../fixtures/emulate-build.js';
import { work } from '../../consumers/work.js';
import { answer } from './answer.js';

const limit = new URLSearchParams(location.search).get('build') as Build;

answer(work({ romulus }, async (file) => (await fetch(`/kats/${file}`)).text(), limit));
