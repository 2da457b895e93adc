/** One digest for many random messages of a mode. Any implementation can compute it, as kats/README.md describes. */
import { createHash } from 'node:crypto';

/** The hash takes the plaintexts of cases as its messages. */
export const HASH = { title: 'Romulus-H', nonceLength: 16 };

const LONGEST = 64;
const [KEY, NONCE, AD, TEXT] = [2, 18, 34, 34 + LONGEST] as const;

/** Case `number` of a mode. */
export function accumulatedCase(title: string, nonceLength: number, number: number) {
  const shake = createHash('shake128', { outputLength: TEXT + LONGEST });
  const bytes = new Uint8Array(shake.update(`${title} ${number}`).digest());
  const [adLength, textLength] = [bytes[0]! % (LONGEST + 1), bytes[1]! % (LONGEST + 1)];
  return {
    key: bytes.subarray(KEY, NONCE),
    nonce: bytes.subarray(NONCE, NONCE + nonceLength),
    associatedData: bytes.subarray(AD, AD + adLength),
    plaintext: bytes.subarray(TEXT, TEXT + textLength),
  };
}

type Case = ReturnType<typeof accumulatedCase>;

/** SHA-256 of all ciphertexts with their tags. `encrypt` gets `atATime` cases at a time. */
export async function accumulate(
  { title, nonceLength }: { title: string; nonceLength: number },
  encrypt: (cases: Case[]) => Uint8Array[] | Promise<Uint8Array[]>,
  count: number,
  atATime = 1000,
): Promise<string> {
  const sum = createHash('sha256');
  for (let at = 0; at < count; at += atATime) {
    const cases = Array.from({ length: Math.min(atATime, count - at) }, (_, i) =>
      accumulatedCase(title, nonceLength, at + i),
    );
    for (const output of await encrypt(cases)) sum.update(output);
  }
  return sum.digest('hex');
}
