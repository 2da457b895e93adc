/** What is asked of records, and the checks that every request passes. */
import { checkBytes, checkLength, viewOf } from '../bytes.js';
import { type Direction, digestLength, keyLength, type Message } from '../engine/message.js';
import { ByteLengthError, UsageError } from '../errors.js';
import type { AeadMode } from '../mode.js';
import { checkNames, checkPlain } from '../named-parameters.js';
import { none } from '../request.js';
import { aeadOperation } from '../single.js';
import { hashOperation } from '../suites/romulus/hash.js';
import { readMode, type SealMode } from '../suites/romulus/seal.js';
import type { Records } from './work.js';

/** What the records have in common, to encrypt and to decrypt. */
export interface RecordsRequest {
  /** The key of all of them: 16 bytes, random. */
  key: Uint8Array;
  /**
   * The nonces one behind the other, as many bytes each as the mode's `nonceLength`; so many records there are. As for one
   * message, **none must ever be used twice under one key**.
   */
  nonces: Uint8Array;
  /** How many bytes the plaintext of each record has: 0 or more. */
  recordLength: number;
  /** Any number of bytes that are authenticated with each record, but not encrypted; none if left out. */
  associatedData?: Uint8Array | undefined;
  /** The mode: `'N'`, `'M'` (if left out) or `'T'` of Romulus, or any mode that this package exports. */
  mode?: SealMode | undefined;
}

/** What to encrypt. */
export interface EncryptRecordsRequest extends RecordsRequest {
  /** The plaintexts one behind the other. */
  plaintexts: Uint8Array;
}

/** What to decrypt. */
export interface DecryptRecordsRequest extends RecordsRequest {
  /** Ciphertext || tag of each record, one behind the other. */
  ciphertexts: Uint8Array;
}

/** @internal */
export interface ReadRecords {
  readonly mode: AeadMode;
  readonly records: Records;
}

const common = ['key', 'nonces', 'recordLength', 'associatedData', 'mode'];
const encryptNames = ['plaintexts', ...common];
const decryptNames = ['ciphertexts', ...common];

/** @internal */
export function readEncryptRecords(request: EncryptRecordsRequest): ReadRecords {
  const { plaintexts } = checkPlain('request', request);
  checkNames('request', request, encryptNames, decryptNames);
  return readRecords('encrypt', request, 'plaintexts', plaintexts);
}

/** @internal */
export function readDecryptRecords(request: DecryptRecordsRequest): ReadRecords {
  const { ciphertexts } = checkPlain('request', request);
  checkNames('request', request, decryptNames, encryptNames);
  return readRecords('decrypt', request, 'ciphertexts', ciphertexts);
}

function readRecords(
  direction: Direction,
  { key, nonces, recordLength, associatedData = none, mode: given = 'M' }: RecordsRequest,
  textsName: string,
  texts: Uint8Array,
): ReadRecords {
  const mode = readMode(given);
  checkRecordLength(recordLength, 0);
  checkLength('key', key, mode.keyLength);
  const { nonceLength, tagLength } = mode;
  const noncesLength = checkBytes('nonces', nonces);
  const count = Math.floor(noncesLength / nonceLength);
  if (noncesLength % nonceLength !== 0)
    throw new ByteLengthError('nonces', count * nonceLength, noncesLength, `a multiple of ${nonceLength}, such as `);
  const [inputLength, resultLength] =
    direction === 'encrypt' ? [recordLength, recordLength + tagLength] : [recordLength + tagLength, recordLength];
  checkLength(textsName, texts, count * inputLength);
  const adLength = associatedData === none ? 0 : checkBytes('associatedData', associatedData);
  const inputs = {
    key: viewOf(key, 0, keyLength),
    ad: viewOf(associatedData, 0, adLength),
    nonces: viewOf(nonces, 0, noncesLength),
    texts: viewOf(texts, 0, count * inputLength),
  };
  const first: Message = { ...inputs, nonce: none, text: texts, adLength, textLength: inputLength, tag: undefined };
  mode.limit?.(first, '', 'recordLength', inputLength - recordLength);
  const shape = { id: mode.id, direction, nonceLength, tagLength, adLength, inputLength, textLength: recordLength };
  const operation = aeadOperation(mode, direction);
  return { mode, records: { operation, count, shape: { ...shape, resultLength }, ...inputs } };
}

/** @internal */
export function readHashRecords(bytes: Uint8Array, recordLength: number): Records {
  const length = checkBytes('bytes', bytes);
  checkRecordLength(recordLength, 1);
  const count = Math.floor(length / recordLength);
  if (length % recordLength !== 0)
    throw new ByteLengthError('bytes', count * recordLength, length, `a multiple of ${recordLength}, such as `);
  const lengths = { inputLength: recordLength, textLength: recordLength, resultLength: digestLength };
  return {
    operation: hashOperation,
    count,
    shape: { id: hashOperation.id, direction: 'encrypt', nonceLength: 0, tagLength: 0, adLength: 0, ...lengths },
    key: none,
    ad: none,
    nonces: none,
    texts: viewOf(bytes, 0, length),
  };
}

function checkRecordLength(length: unknown, least: number): void {
  if (!Number.isInteger(length) || (length as number) < least || (length as number) > 2 ** 32)
    throw new UsageError(`recordLength must be a whole number of bytes, at least ${least}`);
}
