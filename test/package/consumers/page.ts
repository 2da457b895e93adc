/** The program of every bundler's page: uses the package in the page and in its workers, and puts the outcome there as JSON. */
import * as romulus from '../../../ts/index.js';
import * as pool from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import { work } from './work.js';

const outcome = work({ romulus, stream, pool }, async (file) => (await fetch(`/kats/${file}`)).text());
document.body.textContent = JSON.stringify(await outcome.catch(String));
