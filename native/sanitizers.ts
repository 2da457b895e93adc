/**
 * Runs the module's sources natively over all vectors of kats/, whole, by pieces and in lanes, under the sanitizers:
 * AddressSanitizer, UndefinedBehaviorSanitizer and MemorySanitizer, each by itself, as that is faster. The sealed files are left out: what is in them
 * beyond calls of the modes is TypeScript.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LongVector, pattern } from '../test/reference/kats.js';
import { compile, flagsOf, inFolder, type Kernel, kernels, main, need, root, run, suites } from './compile.js';

interface Case {
  mode: 'N' | 'M' | 'T' | 'H';
  key: Uint8Array;
  nonce: Uint8Array;
  ad: Uint8Array;
  text: Uint8Array;
  /** Whether the answer, which is text and tag or a digest, is right. */
  isRight: (answer: Buffer) => boolean;
}

const none = new Uint8Array(16);
const folder = join(root, 'kats');

function responses(name: string): Case[] {
  const mode = /-([nmth])\./.exec(name)?.[1]?.toUpperCase() as Case['mode'];
  const records = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n\n');
  return records.map((record) => {
    const field = (label: string) => {
      const hex = new RegExp(`^${label} = ?(\\w*)$`, 'm').exec(record)?.[1];
      if (hex === undefined) throw new Error(`${name}: a record without ${label}`);
      return Buffer.from(hex, 'hex');
    };
    const expected = field(mode === 'H' ? 'MD' : 'CT');
    const isRight = (answer: Buffer) => expected.equals(answer);
    if (mode === 'H') return { mode, key: none, nonce: none, ad: none.subarray(16), text: field('Msg'), isRight };
    return { mode, key: field('Key'), nonce: field('Nonce'), ad: field('AD'), text: field('PT'), isRight };
  });
}

function longOnes(name: string): Case[] {
  const { cases } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { cases: LongVector[] };
  return cases.map((vector) => {
    const common = {
      mode: vector.mode,
      key: pattern('key', 16),
      nonce: pattern('nonce', 16),
      text: pattern('message', vector.messageLength),
    };
    if (vector.mode === 'H')
      return { ...common, ad: none.subarray(16), isRight: (answer) => answer.toString('hex') === vector.digest };
    return {
      ...common,
      ad: pattern('associatedData', vector.adLength),
      isRight: (answer) =>
        answer.subarray(-16).toString('hex') === vector.tag &&
        createHash('sha256').update(answer.subarray(0, -16)).digest('hex') === vector.ciphertextSha256,
    };
  });
}

const cases = readdirSync(folder)
  .filter((name) => /^romulus-.*\.txt$/.test(name))
  .flatMap(responses)
  .concat(longOnes('romulus-long.json'))
  // Neighbours go side by side.
  .sort((a, b) => 'NMTH'.indexOf(a.mode) - 'NMTH'.indexOf(b.mode));

function fileOf(): Buffer {
  const parts = cases.flatMap(({ mode, key, nonce, ad, text }) => [
    Uint8Array.from(new Uint8Array(Uint32Array.of('NMTH'.indexOf(mode), ad.length, text.length).buffer)),
    key,
    nonce,
    ad,
    text,
  ]);
  return Buffer.concat(parts);
}

function countWrong(answers: Buffer): number {
  let position = 0;
  let wrong = 0;
  for (const { mode, text, isRight } of cases) {
    const length = mode === 'H' ? 32 : text.length + 16;
    if (!isRight(answers.subarray(position, position + length))) wrong++;
    position += length;
  }
  return position === answers.length ? wrong : cases.length;
}

const sanitizers = {
  AddressSanitizer: '-fsanitize=address',
  UndefinedBehaviorSanitizer: '-fsanitize=undefined',
  MemorySanitizer: '-fsanitize=memory',
};

await main(async () => {
  need('clang', 'libclang-rt-14-dev', 'libsimde-dev');
  const file = fileOf();
  return inFolder(async (place) => {
    const checks = Object.entries(sanitizers).flatMap(([name, flag], i) =>
      (Object.keys(kernels) as Kernel[]).map(async (kernel) => {
        const flags = ['-O2', '-g', flag, '-fno-sanitize-recover=all', ...flagsOf('romulus', kernel)];
        const program = await compile(
          join(place, `${kernel}-${i}`),
          [suites.romulus.source, 'native/vectors.cpp'],
          flags,
        );
        const { status, stdout, stderr } = await run(program, [], { input: file, mayFail: true });
        const wrong = countWrong(stdout);
        if (status === 0 && wrong === 0) {
          console.log(`${name}, ${kernel}: ${cases.length} vectors, no finding`);
          return 0;
        }
        console.error(`${name}, ${kernel}: ${wrong} of ${cases.length} vectors wrong; status ${status}\n${stderr}`);
        return 1;
      }),
    );
    const failures = await Promise.all(checks);
    return failures.filter((failed) => failed > 0).length;
  });
});
