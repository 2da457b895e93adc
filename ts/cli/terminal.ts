/** Asks questions at the terminal, even if the standard streams are others. The terminal does not show the answers. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { attempt, usageFailure } from './failure.js';
import { inOwnMemory } from './input.js';
import { undoAtEnd } from './signals.js';

const longest = 1024;

const keys = {
  interrupt: 3,
  end: 4,
  delete: 8,
  newline: 10,
  enter: 13,
  clear: 21,
  word: 23,
  space: 32,
  backspace: 127,
};

export function openTerminal() {
  const { descriptor, input } = openInput();
  // In raw mode, this program handles the keys that edit a line or interrupt.
  input.setRawMode(true);
  const restored = undoAtEnd(() => {
    if (!isInBackground()) input.setRawMode(false);
  });
  let typed: Uint8Array[] = [];
  const forget = () => {
    for (const piece of typed) piece.fill(0);
    typed = [];
  };
  return {
    /** Asks a question and returns the typed line, which the caller wipes. Only one question may be open at a time. */
    async ask(question: string): Promise<Uint8Array> {
      const line = new Line();
      // Asks again after a stop, during which the shell has set modes that show typed text.
      const resume = () => {
        if (isInBackground()) return stopInBackground(input);
        // Node ignores a mode that it has already set.
        input.setRawMode(false);
        input.setRawMode(true);
        input.resume();
        line.clear();
        forget();
        writeSync(descriptor, question);
      };
      // Before the question is shown: whoever sees it may stop the program.
      process.on('SIGCONT', resume);
      try {
        writeSync(descriptor, question);
        for (;;) {
          const piece = typed.shift() ?? (await nextPiece(input));
          const end = line.take(piece);
          if (end !== undefined && end < piece.length) typed.unshift(Uint8Array.from(piece.subarray(end)));
          piece.fill(0);
          if (end === undefined) continue;
          writeSync(descriptor, '\n');
          return line.bytes();
        }
      } finally {
        process.off('SIGCONT', resume);
        line.clear();
      }
    },
    close() {
      forget();
      input.setRawMode(false);
      restored();
      input.destroy();
    },
  };
}

/** True if this program is in the background: another process group has the terminal. Only Linux shows this. */
function isInBackground(): boolean {
  const stat = attempt(() => readFileSync('/proc/self/stat', 'latin1'), '');
  const [, , group, , , foreground] = stat.replace(/^.*\) /s, '').split(' ');
  return group !== foreground;
}

/** Stops the program, as the system does. A stop within a call would block other signals, so it comes later. */
function stopInBackground(input: ReadStream): void {
  input.pause();
  setImmediate(() => {
    if (isInBackground()) process.kill(process.pid, 'SIGTTIN');
  });
}

function openInput() {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty', 'r+');
    return { descriptor, input: new ReadStream(descriptor) };
  } catch {
    if (descriptor !== undefined) closeSync(descriptor);
    throw usageFailure('there is no terminal to ask for a passphrase: give --key or --passphrase-file');
  }
}

function nextPiece(input: ReadStream): Promise<Uint8Array> {
  return new Promise<Uint8Array>((resolve, reject) => {
    const hangUp = () => reject(usageFailure('the terminal was closed'));
    input.once('data', resolve).once('end', hangUp).once('error', hangUp).resume();
  }).finally(() => {
    input.pause();
    for (const event of ['data', 'end', 'error']) input.removeAllListeners(event);
  });
}

class Line {
  readonly #bytes = new Uint8Array(longest);
  #length = 0;
  /** The reason to refuse the line, told at its end: otherwise the shell would show the rest of a passphrase. */
  #objection: string | undefined;

  /** Takes typed bytes. Returns the position behind the end of the line, or undefined if the line has not ended. */
  take(piece: Uint8Array): number | undefined {
    for (const [i, byte] of piece.entries()) {
      if (byte === keys.enter || byte === keys.newline || byte === keys.end) return i + 1;
      this.#press(byte);
    }
    return undefined;
  }

  #press(byte: number): void {
    if (byte === keys.interrupt) process.kill(process.pid, 'SIGINT');
    else if (byte === keys.backspace || byte === keys.delete) this.#dropCharacter();
    else if (byte === keys.clear) this.clear();
    else if (byte === keys.word) this.#dropWord();
    else if (byte < keys.space) this.#objection ??= 'a passphrase cannot contain keys such as TAB, ESC or an arrow';
    else if (this.#length === longest) this.#objection ??= `a typed passphrase has at most ${longest} bytes`;
    else this.#bytes[this.#length++] = byte;
  }

  #dropWord(): void {
    const isSpaceBefore = () => this.#bytes[this.#length - 1] === keys.space;
    while (this.#length > 0 && isSpaceBefore()) this.#length--;
    while (this.#length > 0 && !isSpaceBefore()) this.#length--;
  }

  #dropCharacter(): void {
    while (this.#length > 0 && ((this.#bytes[--this.#length] as number) & 0xc0) === 0x80);
  }

  bytes(): Uint8Array {
    if (this.#objection !== undefined) throw usageFailure(this.#objection);
    return inOwnMemory(this.#bytes.subarray(0, this.#length));
  }

  clear(): void {
    this.#bytes.fill(0);
    this.#length = 0;
    this.#objection = undefined;
  }
}
