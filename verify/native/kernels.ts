/** Compares block ciphers' kernels with the definitions in test/reference/, on published and on random inputs. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { deoxysBc } from '../../test/reference/deoxys-bc.js';
import { skinny128, skinny128384 } from '../../test/reference/skinny.js';
import { skinny64128 } from '../../test/reference/skinny-64.js';
import { tgifBc } from '../../test/reference/tgif-bc.js';
import { compile, failuresOf, inFolder, kernels, main, need, optimisation, run } from './compile.js';

interface Cipher {
  name: string;
  define: (parts: Uint8Array[], plaintext: Uint8Array) => Uint8Array;
  /** Vectors of the designers: tweakey, plaintext and ciphertext. The tweakey has parts as long as a block. */
  published: readonly (readonly [tweakey: string, plaintext: string, ciphertext: string])[];
}

const tweakey384 = 'df889548cfc7ea52d296339301797449ab588a34a47f1ab2dfe9c8293fbea9a5ab1afac2611012cd8cef952618c3ebe8';
const plaintext384 = 'a3994b66ad85a3459f44e92b08f550cb';
const tweakey256 = '009cec81605d4ac1d2ae9e3085d7a1f31ac123ebfc00fddcf01046ceeddfcab3';
const tweakeyDeoxys =
  '00001020304050607000000000000000202122232425262728292a2b2c2d2e2f101112131415161718191a1b1c1d1e1f';
const counting = '000102030405060708090a0b0c0d0e0f';

const ciphers: readonly Cipher[] = [
  {
    name: 'SKINNY-128-384+',
    define: ([first, second, third], plaintext) => skinny128384(first!, second!, third!, plaintext),
    // [skinny 5.2]
    published: [[tweakey384, plaintext384, 'ff38d1d24c864c4352a853690fe36e5e']],
  },
  // [skinny 5.1]
  {
    name: 'SKINNY-128-384',
    define: skinny128,
    published: [[tweakey384, plaintext384, '94ecf589e2017c601b38c6346a10dcfa']],
  },
  {
    name: 'SKINNY-128-256',
    define: skinny128,
    published: [[tweakey256, '3a0c47767a26a68dd382a695e7022e25', 'b731d98a4bde147a7ed4a6f16b9b587f']],
  },
  {
    name: 'SKINNY-128-128',
    define: skinny128,
    published: [
      ['4f55cfb0520cac52fd92c15f37073e93', 'f20adb0eb08b648a3b2eeed1f0adda14', '22ff30d498ea62d7e45b476e33675b74'],
    ],
  },
  {
    name: 'SKINNY-64-128',
    define: (parts, plaintext) => skinny64128(Buffer.concat(parts), plaintext),
    published: [['9eb93640d088da6376a39d1c8bea71e1', 'cf16cfe8fd0f98aa', '6ceda1f43de92b9e']],
  },
  {
    name: 'Deoxys-BC-128-384',
    define: deoxysBc,
    // [deoxys 5.1]
    published: [[tweakeyDeoxys, 'd18db1b44ad16fe5623ccd73c250c272', 'e94c5c6df7c19474bbdd292baa2555fd']],
  },
  {
    name: 'TGIF-BC',
    define: ([key], plaintext) => tgifBc(key!, plaintext),
    // [tgif-bc 5]
    published: [
      [counting, counting, 'f61b940328c758b690a65ab1034b9bb7'],
      ['3ae8af4bc588015c24c648bc2c1ccde5', 'ac3bc6dc0d10081ece8cb4e328b2ddd5', '2ea60dbef63809f98034f4af3ade28d9'],
    ],
  },
];

const randomCases = 4000;

/** The cases of a cipher, as kernels.cpp reads them. */
function casesOf({ name, define, published }: Cipher): Buffer {
  const vectors = published.map((vector) => vector.map((hex) => Buffer.from(hex, 'hex')) as [Buffer, Buffer, Buffer]);
  const [[{ length: tweakeyLength }, { length: blockLength }]] = vectors as [[Buffer, Buffer, Buffer]];
  const inputLength = tweakeyLength + blockLength;
  const caseOf = (tweakey: Buffer, plaintext: Buffer): Buffer => {
    const parts = Array.from({ length: tweakeyLength / blockLength }, (_, i) =>
      tweakey.subarray(i * blockLength, (i + 1) * blockLength),
    );
    return Buffer.concat([tweakey, plaintext, define(parts, plaintext)]);
  };
  const ofVectors = vectors.map(([tweakey, plaintext, ciphertext]) => {
    const made = caseOf(tweakey, plaintext);
    if (!made.subarray(-blockLength).equals(ciphertext))
      throw new Error(`${name}: the definition is not the designers'`);
    return made;
  });
  const shake = createHash('shake256', { outputLength: randomCases * inputLength });
  const random = shake.update(name).digest();
  const others = Array.from({ length: randomCases }, (_, i) => {
    const input = random.subarray(i * inputLength, (i + 1) * inputLength);
    const plaintext = input.subarray(tweakeyLength);
    // Every byte of a block takes every value.
    return caseOf(input.subarray(0, tweakeyLength), i < 256 ? plaintext.fill(i) : plaintext);
  });
  return Buffer.concat([...ofVectors, ...others]);
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
