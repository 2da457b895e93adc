/** The program of every bundler's page: uses the package in the page and in its workers, and shows the outcome. */
import * as byUrl from '../../../ts/by-url/index.js';
import * as romulus from '../../../ts/index.js';
import * as pool from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import { work } from './work.js';

const read = async (file: string) => (await fetch(`/kats/${file}`)).text();

async function workBoth() {
  const embedded = await work({ romulus, stream, pool }, read);
  return { embedded, byUrl: await work({ romulus: byUrl }, read, 'relaxed') };
}

document.body.textContent = JSON.stringify(await workBoth().catch(String));
