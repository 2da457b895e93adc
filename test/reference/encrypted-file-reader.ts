// A reader of encrypted files in plain form, written from the table of steps in docs/stream-format.md. Tests can leave
// out one of its checks, or take the steps in another order.

import { concatenate, equal } from './bytes.js';
import { type ChunkKey, nonceOf, type ReferenceSecret, referenceKeys } from './encrypted-file.js';
import { type Mode, referenceDecrypt } from './romulus.js';

type GivenSecret = { key: Uint8Array } | { passphrase: Uint8Array };

interface Given {
  readonly file: Uint8Array;
  readonly secret: GivenSecret;
  readonly associatedData: Uint8Array;
  readonly maxMemory: number;
}

interface Check {
  readonly step: number;
  readonly code: string;
  readonly refuses: (given: Given) => boolean;
}

const HEADER_LENGTH = 64;
const TAG_LENGTH = 16;
const MAGIC = new TextEncoder().encode('ROMULUS');
const FORMAT = 'ERR_ROMULUS_FORMAT';
const USUAL_MEMORY = 2 ** 28;

const isWithin = (byte: number | undefined, least: number, most: number) => byte! >= least && byte! <= most;
const isStretched = (file: Uint8Array) => file[10] === 1;

/** The checks of the header. Step 5 has one for each field. */
export const HEADER_CHECKS: readonly Check[] = [
  {
    step: 1,
    code: 'ERR_ROMULUS_LENGTH',
    refuses: ({ secret }) => ('key' in secret ? secret.key.length !== 16 : secret.passphrase.length === 0),
  },
  { step: 2, code: FORMAT, refuses: ({ file }) => !equal(file.subarray(0, 7), MAGIC) },
  { step: 3, code: 'ERR_ROMULUS_VERSION', refuses: ({ file }) => file.length > 7 && file[7] !== 2 },
  { step: 4, code: FORMAT, refuses: ({ file }) => file.length < HEADER_LENGTH },
  { step: 5, code: FORMAT, refuses: ({ file }) => !'NMT'.includes(String.fromCharCode(file[8]!)) },
  { step: 5, code: FORMAT, refuses: ({ file }) => !isWithin(file[9], 10, 24) },
  { step: 5, code: FORMAT, refuses: ({ file }) => !isWithin(file[10], 0, 1) },
  { step: 5, code: FORMAT, refuses: ({ file }) => file[10] === 0 && file[11] !== 0 },
  { step: 5, code: FORMAT, refuses: ({ file }) => isStretched(file) && !isWithin(file[11], 10, 20) },
  ...[12, 13, 14, 15].map((at): Check => ({ step: 5, code: FORMAT, refuses: ({ file }) => file[at] !== 0 })),
  {
    step: 6,
    code: 'ERR_ROMULUS_SECRET_KIND',
    refuses: ({ file, secret }) => isStretched(file) !== 'passphrase' in secret,
  },
  {
    step: 7,
    code: 'ERR_ROMULUS_MEMORY',
    refuses: ({ file, maxMemory }) => isStretched(file) && 2 ** (file[11]! + 10) > maxMemory,
  },
  {
    step: 8,
    code: 'ERR_ROMULUS_AUTH',
    refuses: (given) => !equal(keysOf(given).commitment, given.file.subarray(32, HEADER_LENGTH)),
  },
];

/** The ways in which a chunk is not right, apart from a wrong tag. */
export const CHUNK_CHECKS = ['no chunk', 'a short chunk', 'an empty last chunk'] as const;

const keysOf = ({ file, secret, associatedData }: Given) => {
  const full: ReferenceSecret = 'key' in secret ? secret : { ...secret, costLog: file[11]! };
  return referenceKeys(full, file.subarray(0, 32), associatedData);
};

/** The chunks before the first that is refused, and the code of a refusal. */
export function referenceRead(
  { maxMemory = USUAL_MEMORY, ...file }: Omit<Given, 'maxMemory'> & { maxMemory?: number | undefined },
  headerChecks = HEADER_CHECKS,
  chunkChecks: readonly string[] = CHUNK_CHECKS,
): { chunks: Uint8Array[]; code?: string } {
  const given = { ...file, maxMemory };
  const refused = headerChecks.find(({ refuses }) => refuses(given));
  if (refused) return { chunks: [], code: refused.code };
  const [mode, salt] = [String.fromCharCode(given.file[8]!) as Mode, given.file.subarray(16, 32)];
  const chunkLength = 2 ** given.file[9]!;
  return readChunks({ mode, salt, fileKey: keysOf(given).fileKey }, chunkLength, given.file.slice(64), chunkChecks);
}

function readChunks(key: ChunkKey, chunkLength: number, body: Uint8Array, checks: readonly string[]) {
  const chunks: Uint8Array[] = [];
  const code = 'ERR_ROMULUS_AUTH';
  const stride = chunkLength + TAG_LENGTH;
  if (body.length === 0 && checks.includes('no chunk')) return { chunks, code };
  for (let start = 0; start < body.length; start += stride) {
    const isLast = start + stride >= body.length;
    const ciphertext = body.subarray(start, start + stride);
    if (ciphertext.length < TAG_LENGTH && !checks.includes('a short chunk')) break;
    const plaintext =
      ciphertext.length < TAG_LENGTH
        ? null
        : referenceDecrypt(key.mode, {
            key: key.fileKey,
            nonce: nonceOf(key.salt, chunks.length, isLast),
            associatedData: new Uint8Array(0),
            ciphertext,
          });
    const isEmpty = plaintext?.length === 0 && start > 0 && checks.includes('an empty last chunk');
    if (!plaintext || isEmpty) return { chunks, code };
    chunks.push(plaintext);
  }
  return { chunks };
}

/** The plaintext, or null if anything is wrong with the file. */
export function referenceOpen(file: Uint8Array, secret: GivenSecret, associatedData: Uint8Array): Uint8Array | null {
  const { chunks, code } = referenceRead({ file, secret, associatedData });
  return code === undefined ? concatenate(chunks) : null;
}
