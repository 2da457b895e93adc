/** The program of every bundler's page: uses the package in the page and in its workers, and shows the outcome. */
import * as romulus from '../../../ts/index.js';
import * as pool from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import { work } from './work.js';

const read = async (file: string) => (await fetch(`/kats/${file}`)).text();

document.body.textContent = JSON.stringify(await work({ romulus, stream, pool }, read).catch(String));
