import * as romulus from 'romulus-wasm';
import * as stream from 'romulus-wasm/stream';
import { work } from '../../src/work.js';

export const runtime = 'edge';

/** Uses the package where no module is compiled at run time, and no workers are. */
export async function GET({ url }) {
  return Response.json(
    await work({ romulus, stream }, async (file) => (await fetch(new URL(`/kats/${file}`, url))).text()),
  );
}
