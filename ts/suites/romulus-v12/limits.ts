/** The longest message of members 3, whose counter has 24 bits [romulus-v12 2.3]. */
import { ByteLengthError } from '../../api/errors.js';
import type { AeadMode } from '../../messages/mode.js';

const mostBlocks = 2 ** 24 - 2;
/** A block for the state, and one for a tweak. */
const [blockLength, tweakLength] = [16, 12];
const pairLength = blockLength + tweakLength;

/** The bytes in this many blocks by turns, of which the first has this length. */
const bytesIn = (blocks: number, firstLength: number): number =>
  (blocks >> 1) * pairLength + (blocks % 2 === 0 ? 0 : firstLength);

/** The number of blocks by turns in a string; the empty string has one. */
function blocksOf(length: number): number {
  const rest = length % pairLength;
  const last = rest > blockLength ? 2 : rest > 0 || length === 0 ? 1 : 0;
  return 2 * Math.floor(length / pairLength) + last;
}

function checkMost(argument: string, length: number, most: number): void {
  if (length > most) throw new ByteLengthError(argument, most, length, 'at most ');
}

type Limit = NonNullable<AeadMode['limit']>;

/** N3 counts the blocks of associated data and those of text from the start each. */
export const limitN3: Limit = ({ adLength, textLength }, at, textName, tagLength) => {
  checkMost(`${at}associatedData`, adLength, bytesIn(mostBlocks, blockLength));
  checkMost(at + textName, textLength, mostBlocks * blockLength + tagLength);
};

/** M3 counts them in one; even an empty text has a block there, and the turns go on from one string to the other. */
export const limitM3: Limit = ({ adLength, textLength }, at, textName, tagLength) => {
  checkMost(`${at}associatedData`, adLength, bytesIn(mostBlocks - 1, blockLength));
  const adBlocks = blocksOf(adLength);
  const most = bytesIn(mostBlocks - adBlocks, adBlocks % 2 === 0 ? blockLength : tweakLength);
  checkMost(at + textName, textLength, most + tagLength);
};
