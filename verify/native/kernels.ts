/**
 * Compares block ciphers' kernels with the definitions in test/reference/, on random inputs. The worked examples in
 * docs/algorithms/ compare these definitions with the designers' vectors.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { deoxysBc } from '../../test/reference/deoxys-bc.js';
import { skinny128, skinny128384 } from '../../test/reference/skinny.js';
import { skinny64128 } from '../../test/reference/skinny-64.js';
import { tgifBc } from '../../test/reference/tgif-bc.js';
import { compile, failuresOf, inFolder, kernels, main, need, optimisation, run } from './compile.js';

interface Cipher {
  name: string;
  /** The bytes of a block. The tweakey has parts as long as a block. */
  blockLength: number;
  parts: number;
  define: (parts: Uint8Array[], plaintext: Uint8Array) => Uint8Array;
}

const ciphers: readonly Cipher[] = [
  {
    name: 'SKINNY-128-384+',
    blockLength: 16,
    parts: 3,
    define: ([first, second, third], plaintext) => skinny128384(first!, second!, third!, plaintext),
  },
  { name: 'SKINNY-128-384', blockLength: 16, parts: 3, define: skinny128 },
  { name: 'SKINNY-128-256', blockLength: 16, parts: 2, define: skinny128 },
  { name: 'SKINNY-128-128', blockLength: 16, parts: 1, define: skinny128 },
  {
    name: 'SKINNY-64-128',
    blockLength: 8,
    parts: 2,
    define: (parts, plaintext) => skinny64128(Buffer.concat(parts), plaintext),
  },
  { name: 'Deoxys-BC-128-384', blockLength: 16, parts: 3, define: deoxysBc },
  { name: 'TGIF-BC', blockLength: 16, parts: 1, define: ([key], plaintext) => tgifBc(key!, plaintext) },
];

const randomCases = 4000;

/** The cases of a cipher, as kernels.cpp reads them. */
function casesOf({ name, blockLength, parts, define }: Cipher): Buffer {
  const inputLength = (parts + 1) * blockLength;
  const shake = createHash('shake256', { outputLength: randomCases * inputLength });
  const random = shake.update(name).digest();
  return Buffer.concat(
    Array.from({ length: randomCases }, (_, i) => {
      const blocks = Array.from({ length: parts + 1 }, (_, part) =>
        random.subarray(i * inputLength + part * blockLength, i * inputLength + (part + 1) * blockLength),
      );
      const plaintext = blocks.pop()!;
      // Every byte of a block takes every value.
      if (i < 256) plaintext.fill(i);
      return Buffer.concat([...blocks, plaintext, define(blocks, plaintext)]);
    }),
  );
}

async function check(program: string, cipher: Cipher): Promise<boolean> {
  const { status, stdout, stderr } = await run(program, [cipher.name], { input: casesOf(cipher), mayFail: true });
  console.log(
    `${cipher.name}: ${status === 0 ? 'all kernels are as defined' : `status ${status}\n${stdout}${stderr}`}`,
  );
  return status === 0;
}

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  return inFolder(async (place) => {
    const flags = [...optimisation, '-fsanitize=undefined', '-fno-sanitize-recover=all', ...kernels.simd128];
    const program = await compile(join(place, 'kernels'), ['verify/native/kernels.cpp'], flags);
    return failuresOf(ciphers.map((cipher) => () => check(program, cipher)));
  });
});
