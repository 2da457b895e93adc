/** The program of an extension's page and of its service worker: what the package does there, or why it must take /js. */
import * as romulus from '../../../ts/index.js';
import * as js from '../../../ts/js/index.js';
import * as pool from '../../../ts/pool/index.js';
import * as stream from '../../../ts/stream/index.js';
import { work } from './work.js';

const read = async (file: string) => (await fetch(`/kats/${file}`)).text();
const whole = typeof document === 'object' ? { romulus, stream, pool } : { romulus, stream };

export const answer = work(whole, read).catch(async ({ hint }) => ({ hint, ...(await work({ romulus: js }, read)) }));
Object.assign(globalThis, { answer });
