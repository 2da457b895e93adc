/** BouncyCastle's Romulus, in Java: found or fetched by Maven, and asked many questions in one run. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Mode } from '../../reference/romulus.js';

/** Version 1.82 was tried too. Neither differs from the specification in any test. */
export const VERSION = '1.86';
const SHA256 = '2af190b300cbb0b35e248ccf5f4a06b6072030aeb3da7a98ec73abe5b4cb371f';

const SOURCE = join(import.meta.dirname, 'BouncyCastle.java');
const GET = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:get';
const ARTIFACT = `org.bouncycastle:bcprov-jdk18on:${VERSION}`;

export type Question =
  | {
      operation: 'encrypt' | 'decrypt';
      mode: Mode;
      key: Uint8Array;
      nonce: Uint8Array;
      associatedData: Uint8Array;
      text: Uint8Array;
    }
  | { operation: 'hash'; text: Uint8Array };

const run = (program: string, args: string[], input?: Uint8Array) =>
  spawnSync(program, args, { input, maxBuffer: 2 ** 30, env: { ...process.env, JAVA_TOOL_OPTIONS: '' } });

/** The place of BouncyCastle, or the reason that it is missing. */
export function findBouncyCastle(): { jar: string } | { skipped: string } {
  const missing = [
    ['javac', '--version'],
    ['mvn', '--version'],
  ].find(([program, flag]) => run(program as string, [flag as string]).status !== 0);
  if (missing) return { skipped: missing[0] === 'mvn' ? 'no Maven found' : 'no java found' };
  const repository = join(homedir(), '.m2/repository');
  const jar = join(repository, `org/bouncycastle/bcprov-jdk18on/${VERSION}/bcprov-jdk18on-${VERSION}.jar`);
  if (!existsSync(jar))
    run('mvn', ['-q', '-B', GET, `-Dartifact=${ARTIFACT}`, '-Dtransitive=false', `-Dmaven.repo.local=${repository}`]);
  if (!existsSync(jar)) return { skipped: `Maven could not fetch ${ARTIFACT}` };
  const sum = createHash('sha256').update(readFileSync(jar)).digest('hex');
  if (sum !== SHA256) throw new Error(`${jar} has the SHA-256 ${sum}`);
  return { jar };
}

/** BouncyCastle, with the compiled program that asks it. */
export class BouncyCastle {
  readonly #classes = mkdtempSync(join(tmpdir(), 'romulus-java-'));
  readonly #jar: string;

  constructor(jar: string) {
    this.#jar = jar;
    const { status, stderr } = run('javac', ['-Xlint:all', '-Werror', '-cp', jar, '-d', this.#classes, SOURCE]);
    if (status !== 0) throw new Error(`javac ended with ${status}: ${stderr}`);
  }

  /** All answers in the order of the questions; null for a text that is not authentic. */
  ask(questions: readonly Question[]): (Uint8Array | null)[] {
    const classPath = [this.#jar, this.#classes].join(delimiter);
    const input = Buffer.concat(questions.flatMap(encode));
    const { status, stdout, stderr } = run('java', ['-XX:+UseSerialGC', '-cp', classPath, 'BouncyCastle'], input);
    if (status !== 0) throw new Error(`java ended with ${status}: ${stderr}`);
    const answers: (Uint8Array | null)[] = [];
    for (let at = 0; at < stdout.length; ) {
      const length = stdout.readInt32BE(at);
      at += 4;
      answers.push(length < 0 ? null : Uint8Array.from(stdout.subarray(at, at + length)));
      at += Math.max(length, 0);
    }
    return answers;
  }

  close(): void {
    rmSync(this.#classes, { recursive: true });
  }
}

/** The mode's letter, the operation's first letter, then key, nonce, associated data and text after their lengths. */
function encode(question: Question): Uint8Array[] {
  const none = new Uint8Array(0);
  const { operation, text, ...rest } = question;
  const { mode, key, nonce, associatedData } = { mode: 'H', key: none, nonce: none, associatedData: none, ...rest };
  return [
    Buffer.from(mode + operation.charAt(0)),
    ...[key, nonce, associatedData, text].flatMap((bytes) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  ];
}
