/** A page's program: the work of all consumers, up to the build that the page's address names. */
import * as romulus from '../../../../ts/index.js';
import * as stream from '../../../../ts/stream/index.js';
import type { Build } from '../../../fixtures/emulate-build.js';
import { work } from '../../consumers/work.js';
import { answer } from './answer.js';

const limit = new URLSearchParams(location.search).get('build') as Build | null;

answer(work({ romulus, stream }, async (file) => (await fetch(`/kats/${file}`)).text(), limit ?? undefined));
