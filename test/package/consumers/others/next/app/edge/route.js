import * as romulus from 'romulus-wasm';
import { createPool } from 'romulus-wasm/pool';
import * as stream from 'romulus-wasm/stream';
import { work } from '../../src/work.js';

export const runtime = 'edge';

/** Uses the package in a runtime that compiles no module at run time and has no workers. */
export async function GET({ url }) {
  const read = async (file) => (await fetch(new URL(`/kats/${file}`, url))).text();
  const pool = await createPool().catch((error) => error.code);
  return Response.json({ ...(await work({ romulus, stream }, read)), pool });
}
