/** Signals at any time: the program dies and leaves no file, or a shell with job control stops and continues it. */
import type { ChildProcessWithoutNullStreams as Child } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually, expectSame, text } from '../../fixtures/bytes.js';
import { casesOf } from '../../fixtures/suites.js';
import { ended, isTemporary, names, program, sealed } from './program.js';
import { ask, askAgain, PseudoTerminal } from './pseudo-terminal.js';

const atWork = () => eventually(() => names().some(isTemporary)).toBe(true);

type Ready = (child: Child) => Promise<unknown>;

/** Sends the signal when the program is `ready`. It must die of it without a word, and restore what was there. */
async function expectDeath(signal: NodeJS.Signals, command: string, ready: Ready): Promise<void> {
  const before = names();
  const child = program.start(command);
  const end = ended(child);
  await ready(child);
  child.kill(signal);
  expect(await end).toMatchObject({ code: null, signal, stderr: '' });
  expect(names()).toEqual(before);
}

it.each([
  ['SIGINT', 'encrypt -k key -j 1 file'],
  ['SIGTERM', 'encrypt -k key -j 2 file -o precious -f'],
  ['SIGINT', 'decrypt -k key -j 2 sealed -o back'],
] as const)('%s at any moment of romulus %s', async (signal, command) => {
  program.writeZeros('file', 2 ** 30);
  program.write('precious', 'precious');
  program.write('sealed', await sealed(30_000_000));
  for (const ready of [async () => {}, atWork])
    for (const delay of casesOf({ usual: [0, 30], all: [0, 1, 5, 20, 50] }))
      await expectDeath(signal, command, () => ready().then(() => pause(delay)));
  expect(String(program.read('precious'))).toBe('precious');
});

it('a signal while nobody reads the output, and while no program writes to a pipe', async () => {
  await program.output('mkfifo pipe');
  await Promise.all(
    ['hash pipe', 'encrypt -k key pipe -o sealed'].map((command) => expectDeath('SIGTERM', command, () => pause(200))),
  );
  program.writeZeros('file', 2 ** 30);
  const child = program.start('encrypt -k key file -o -');
  // The beginning of the output is there, and nobody reads the rest.
  await once(child.stdout, 'readable');
  const died = once(child, 'exit');
  child.kill('SIGINT');
  expect(await died).toEqual([null, 'SIGINT']);
});

it.each([
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT'] as const),
  ...(['SIGALRM', 'SIGUSR2', 'SIGVTALRM', 'SIGXCPU', 'SIGPWR'] as const),
])('%s leaves no decrypted byte', async (signal) => {
  const part = (await sealed(3_000_000)).subarray(0, -1);
  await expectDeath(signal, 'decrypt -k key -o back', (child) => {
    child.stdin.write(part);
    return atWork();
  });
});

async function openBash(): Promise<PseudoTerminal> {
  const bash = new PseudoTerminal("PS1='ready> ' exec bash --norc --noprofile -bi");
  await bash.shows('ready> ');
  bash.type(`sh -c 'echo $$ >.pid; exec romulus encrypt file'; echo code $?\r`);
  await bash.shows('$?\r\n');
  await bash.shows(ask);
  return bash;
}

/** Types keys, and waits until the program has read them: otherwise bash would read them once the program stops. */
async function typeToProgram(bash: PseudoTerminal, keys: string): Promise<void> {
  const file = `/proc/${String(program.read('.pid')).trim()}/io`;
  const read = () => Number(/^rchar: (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1]);
  const before = read();
  bash.type(keys);
  await eventually(() => read() >= before + keys.length).toBe(true);
}

async function stop(bash: PseudoTerminal): Promise<void> {
  process.kill(Number(program.read('.pid')), 'SIGTSTP');
  await bash.shows('Stopped');
  await bash.shows('ready> ');
}

async function continueInForeground(bash: PseudoTerminal, question: string): Promise<void> {
  bash.type('fg\r');
  await bash.shows(question);
  expect(bash.echoes).toBe(false);
}

describe('a passphrase that is asked for when the program is stopped', () => {
  beforeEach(() => void program.write('file', text(10)));

  it('is asked for again by `fg`, and not shown', async () => {
    const bash = await openBash();
    await typeToProgram(bash, 'forgotten');
    await stop(bash);
    await continueInForeground(bash, ask);
    bash.type('hidden\r');
    await bash.shows(askAgain);
    await typeToProgram(bash, 'forgotten\t');
    await stop(bash);
    await continueInForeground(bash, askAgain);
    bash.type('hidden\r');
    await bash.shows('ready> ');
    expect(bash.shown).not.toContain('hidden');
    expect(bash.shown).not.toContain('forgotten');
    program.write('passphrase', 'hidden');
    expectSame(await program.output('romulus decrypt -p passphrase file.romulus -o -'), text(10));
    // bash shows typed text, as before.
    bash.type('cat\r');
    await bash.shows('cat\r\n');
    expect(bash.echoes).toBe(true);
  });

  it('is not read in the background, and the shell can end the program there', async () => {
    const bash = await openBash();
    await stop(bash);
    bash.type('bg\r');
    await bash.shows('&\r\n');
    await bash.shows('ready> ');
    // bash does not always tell by itself that a job in the background has stopped.
    const status = `/proc/${String(program.read('.pid')).trim()}/status`;
    await eventually(() => readFileSync(status, 'utf8')).toMatch(/^State:\tT/m);
    bash.type('jobs\r');
    await bash.shows('Stopped');
    await bash.shows('encrypt file');
    bash.type('kill %1\r');
    // bash tells of it with its next prompt only.
    await eventually(() => existsSync(status)).toBe(false);
    expect(names()).not.toContain('file.romulus');
  });
});
