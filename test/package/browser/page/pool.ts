/** A page's program: what a pool gives is what this thread gives. */
import * as romulus from '../../../../ts/index.js';
import { createPool } from '../../../../ts/pool/index.js';
import { usePool } from '../../smoke.js';
import { answer } from './answer.js';

answer(createPool({ size: 2 }).then((pool) => usePool(romulus, pool)));
