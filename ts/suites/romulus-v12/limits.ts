/** The longest messages of Romulus-N3 and Romulus-M3, whose counter has 24 bits [romulus-v12 2.3]. */
import { checkMost } from '../../base/bytes.js';
import type { AeadMode } from '../../messages/mode.js';

const mostBlocks = 2 ** 24 - 2;
/** The bytes of a block that goes into the state, and of a block that goes into the tweak. */
const [blockLength, tweakLength] = [16, 12];
const pairLength = blockLength + tweakLength;

/** The bytes in this many blocks of alternating lengths. `firstLength` is the length of the first block. */
const bytesIn = (blocks: number, firstLength: number): number =>
  (blocks >> 1) * pairLength + (blocks % 2 === 0 ? 0 : firstLength);

/** The number of blocks of alternating lengths in a string. The empty string has one block. */
function blocksOf(length: number): number {
  const rest = length % pairLength;
  const last = rest > blockLength ? 2 : rest > 0 || length === 0 ? 1 : 0;
  return 2 * Math.floor(length / pairLength) + last;
}

type Limit = NonNullable<AeadMode['limit']>;

/** N3 counts the blocks of associated data and the blocks of text separately. */
export const limitN3: Limit = ({ adLength, textLength }, at, textName, tagLength) => {
  checkMost(`${at}associatedData`, adLength, bytesIn(mostBlocks, blockLength));
  checkMost(at + textName, textLength, mostBlocks * blockLength + tagLength);
};

/** M3 counts the blocks of associated data and text together, an empty text as one. Their lengths go on alternating in the text. */
export const limitM3: Limit = ({ adLength, textLength }, at, textName, tagLength) => {
  checkMost(`${at}associatedData`, adLength, bytesIn(mostBlocks - 1, blockLength));
  const adBlocks = blocksOf(adLength);
  const most = bytesIn(mostBlocks - adBlocks, adBlocks % 2 === 0 ? blockLength : tweakLength);
  checkMost(at + textName, textLength, most + tagLength);
};
