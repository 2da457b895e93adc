import * as romulus from 'romulus-wasm';
import * as pool from 'romulus-wasm/pool';
import * as stream from 'romulus-wasm/stream';
import { work } from '../../src/work.js';

export const dynamic = 'force-dynamic';

/** Uses the package on the server, in Node. */
export async function GET({ url }) {
  return Response.json(
    await work({ romulus, stream, pool }, async (file) => (await fetch(new URL(`/kats/${file}`, url))).text()),
  );
}
