/** A limit on the nesting of JSON, and turns of the event loop for parsing JSON. */
import { Problem } from './problem.js';

const [quote, backslash] = [0x22, 0x5c];
const [bracketOpens, bracketCloses, braceOpens, braceCloses] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns a function that takes JSON piece by piece and throws at the first bracket that nests too deeply. Parsing a
 * megabyte of brackets would take a third of a second.
 *
 * @type {(deepest: number) => (piece: Uint8Array) => void}
 */
export function depthLimit(deepest) {
  let depth = 0;
  let inText = false;
  let escaped = false;
  return (piece) => {
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i];
      if (escaped) escaped = false;
      else if (byte === quote) inText = !inText;
      else if (inText) escaped = byte === backslash;
      else if (byte === bracketOpens || byte === braceOpens) depth++;
      else if (byte === bracketCloses || byte === braceCloses) depth--;
      if (depth > deepest) throw new Problem(400, 'The JSON is nested too deeply.');
    }
  };
}

/** The most bytes that are parsed in one turn. A longer body is parsed in a turn of its own. */
const room = 65_536;

/** @type {{ length: number, begin: () => void }[]} */
const waiting = [];

/**
 * Resolves in a turn of the event loop in which a body of this length may be parsed. Many long bodies thus take many turns, and
 * requests that need less are answered in between.
 *
 * @type {(length: number) => Promise<void>}
 */
export function turnFor(length) {
  return new Promise((begin) => {
    if (waiting.push({ length, begin }) === 1) setImmediate(takeTurn);
  });
}

function takeTurn() {
  let taken = 0;
  do {
    const { length, begin } = /** @type {{ length: number, begin: () => void }} */ (waiting.shift());
    taken += length;
    begin();
  } while (waiting[0] && taken + waiting[0].length <= room);
  if (waiting.length > 0) setImmediate(takeTurn);
}
