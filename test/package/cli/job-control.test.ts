/** A shell with job control stops the program at a question, and continues it. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually, expectSame, text } from '../../fixtures/bytes.js';
import { names, program, succeed } from './program.js';
import { PseudoTerminal } from './pseudo-terminal.js';

const [ask, askAgain] = ['Passphrase: ', 'Type it again: '];

/** An interactive bash in which the program asks its question. */
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

async function stop(bash: PseudoTerminal, name: NodeJS.Signals): Promise<void> {
  process.kill(Number(program.read('.pid')), name);
  await bash.shows('Stopped');
  await bash.shows('ready> ');
}

async function continueInForeground(bash: PseudoTerminal, question: string): Promise<void> {
  bash.type('fg\r');
  await bash.shows(question);
  expect(bash.echoes).toBe(false);
}

describe.each(['SIGSTOP', 'SIGTSTP'] as const)('a passphrase that is asked for when %s comes', (name) => {
  beforeEach(() => void program.write('file', text(10)));

  it('is asked for again by `fg`, and not shown', async () => {
    const bash = await openBash();
    await typeToProgram(bash, 'forgotten');
    await stop(bash, name);
    await continueInForeground(bash, ask);
    bash.type('hidden\r');
    await bash.shows(askAgain);
    await typeToProgram(bash, 'forgotten\t');
    await stop(bash, name);
    await continueInForeground(bash, askAgain);
    bash.type('hidden\r');
    await bash.shows('ready> ');
    expect(bash.shown).not.toContain('hidden');
    expect(bash.shown).not.toContain('forgotten');
    program.write('passphrase', 'hidden');
    expectSame(await succeed(['decrypt', '-p', 'passphrase', 'file.romulus', '-o', '-']), text(10));
    // bash shows typed text, as before.
    bash.type('cat\r');
    await bash.shows('cat\r\n');
    expect(bash.echoes).toBe(true);
  });

  it('is not read in the background, and the shell can end the program there', async () => {
    const bash = await openBash();
    await stop(bash, name);
    bash.type('bg\r');
    await bash.shows('Stopped');
    await bash.shows('encrypt file');
    bash.type('kill %1\r');
    await bash.shows('Terminated');
    expect(names()).not.toContain('file.romulus');
  });
});
