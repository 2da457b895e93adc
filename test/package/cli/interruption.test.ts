/** SIGINT and SIGTERM, whenever they come: the program dies of them, and leaves no file behind. */
import { execFileSync, spawn } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { text } from '../../fixtures/bytes.js';
import { ended, installProgram } from './program.js';

const program = installProgram();
const keyFile = `romulus-key-1 ${'0'.repeat(32)}\n`;

const isTemporary = (name: string) => name.startsWith('.romulus-');

/** Until the program is at work on its output. */
const atWork = () => expect.poll(() => program.names.some(isTemporary), { interval: 1, timeout: 30_000 }).toBe(true);

/** A file that takes long, and no room on the disk. */
function writeLong(): void {
  program.write('file', '');
  truncateSync(program.file('file'), 2 ** 30);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it.each([
    { args: ['encrypt', '-k', 'key', '-j', '1', 'file'], threads: 'this thread' },
    { args: ['encrypt', '-k', 'key', '-j', '2', 'file'], threads: 'two workers' },
    { args: ['decrypt', '-k', 'key', '-j', '2', 'sealed', '-o', 'back'], threads: 'two workers' },
  ])('at any moment of $args', async ({ args }) => {
    program.write('key', keyFile);
    if (args.includes('sealed'))
      await program.run(['encrypt', '-k', 'key', '-o', 'sealed'], new Uint8Array(200_000_000));
    else writeLong();
    const before = program.names;
    for (const delay of [0, 1, 5, 20, 50]) {
      const child = program.start(args);
      const end = ended(child);
      await atWork();
      await pause(delay);
      child.kill(signal);
      expect(await end).toMatchObject({ code: null, signal, stderr: '' });
      expect(program.names, `after ${delay} ms`).toEqual(before);
    }
  });

  it('before there is anything to leave', async () => {
    program.write('key', keyFile);
    writeLong();
    for (const delay of [0, 10, 20, 30, 40, 60]) {
      const child = program.start(['encrypt', '-k', 'key', 'file']);
      const end = ended(child);
      await pause(delay);
      child.kill(signal);
      expect(await end).toMatchObject({ code: null, signal, stderr: '' });
      expect(program.names).toEqual(['file', 'key']);
    }
  });

  it('while it waits for more input', async () => {
    program.write('key', keyFile);
    const child = program.start(['encrypt', '-k', 'key', '-', '-o', 'sealed']);
    const end = ended(child);
    child.stdin?.write(text(3_000_000));
    await atWork();
    child.kill(signal);
    expect(await end).toMatchObject({ code: null, signal });
    expect(program.names).toEqual(['key']);
  });

  it('while nobody takes the output', async () => {
    program.write('key', keyFile);
    writeLong();
    const child = program.start(['encrypt', '-k', 'key', 'file', '-o', '-']);
    await pause(300);
    child.kill(signal);
    expect(await ended(child)).toMatchObject({ code: null, signal, stderr: '' });
  });

  it('while it waits for another program to write to a pipe', async () => {
    program.write('key', keyFile);
    execFileSync('mkfifo', [program.file('pipe')]);
    for (const args of [
      ['hash', 'pipe'],
      ['encrypt', '-k', 'key', 'pipe', '-o', 'sealed'],
    ]) {
      const child = program.start(args);
      const end = ended(child);
      await pause(300);
      child.kill(signal);
      expect(await end).toMatchObject({ code: null, signal, stderr: '' });
      expect(program.names).toEqual(['key', 'pipe']);
    }
  });

  it('of many digests', async () => {
    const names = Array.from({ length: 100 }, (_, i) => program.write(`file${i}`, text(900_000)));
    const child = program.start(['hash', '-j', '2', ...names]);
    const end = ended(child);
    await pause(120);
    child.kill(signal);
    expect(await end).toMatchObject({ code: null, signal, stderr: '' });
  });

  it('keeps what --force was to replace', async () => {
    program.write('key', keyFile);
    writeLong();
    program.write('sealed', 'precious');
    const child = program.start(['encrypt', '-k', 'key', 'file', '-o', 'sealed', '-f']);
    const end = ended(child);
    await atWork();
    await pause(50);
    child.kill(signal);
    await end;
    expect(String(program.read('sealed'))).toBe('precious');
    expect(program.names).toEqual(['file', 'key', 'sealed']);
  });

  it('is what shells report', async () => {
    program.write('key', keyFile);
    const command = 'mkfifo pipe; exec 3<>pipe; "$0" encrypt -k key -o sealed <&3 & echo $!; wait $!; echo $?';
    const shell = spawn('bash', ['-c', command, program.path], { cwd: program.folder });
    const end = ended(shell);
    shell.stdout.once('data', async (line) => {
      await atWork();
      process.kill(Number(line), signal);
    });
    const code = { SIGINT: 130, SIGTERM: 143 }[signal];
    expect(String((await end).stdout)).toMatch(new RegExp(`^\\d+\n${code}\n$`));
    expect(program.names).toEqual(['key', 'pipe']);
  });
});
