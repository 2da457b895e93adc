/** The estimate of zxcvbn, with its lists of frequent passwords and of neighbours on keyboards. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Returns a score from 0, guessed at once, to 4. Only the beginning is judged, because more would take long. */
export const scoreOf = (passphrase: string) => zxcvbn.check(passphrase.slice(0, 100)).score;
