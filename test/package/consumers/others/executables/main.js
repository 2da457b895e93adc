/** The program that becomes an executable: uses the package, and a pool of the workers that are inside. */
import { readFileSync } from 'node:fs';
import * as romulus from 'romulus-wasm';
import * as stream from 'romulus-wasm/stream';
import { startPool } from './pool.js';
import { work } from './src/work.js';

const read = (file) => readFileSync(`${process.argv[2]}/${file}`, 'utf8');
work({ romulus, stream, pool: { createPool: startPool } }, read).then((outcome) =>
  console.log(JSON.stringify(outcome)),
);
