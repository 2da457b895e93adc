/** The estimate of zxcvbn, with its lists of frequent passwords and of neighbours on keyboards. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
/** The most characters that are judged, from the beginning, because more would take long. */
const longest = 100;

/** Returns a score from 0 to 4. A passphrase with the score 0 is guessed at once. */
export const scoreOf = (passphrase: string) => zxcvbn.check(passphrase.slice(0, longest)).score;
