/** A page's program: compares a pool's results with this thread's. */
import * as romulus from '../../../../ts/index.js';
import { createPool } from '../../../../ts/pool/index.js';
import { usePool } from '../../smoke.js';
import { answer } from './answer.js';

answer(createPool({ threads: 2 }).then((pool) => usePool(romulus, pool)));
