/** Asking at the terminal, whatever the standard streams are, without showing what is typed. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { undoAtEnd } from './cleanup.js';
import { usageFailure } from './failure.js';

export interface Terminal {
  /** A line that is typed, as bytes, for the caller to wipe. One at a time. */
  ask(question: string): Promise<Uint8Array>;
  close(): void;
}

const longest = 1024;

const keys = {
  interrupt: 0x03,
  end: 0x04,
  delete: 0x08,
  newline: 0x0a,
  enter: 0x0d,
  clear: 0x15,
  word: 0x17,
  backspace: 0x7f,
};

export function openTerminal(): Terminal {
  const { descriptor, input } = openInput();
  // Typing shows nothing from here on. The keys that edit a line, and the one that interrupts, are this program's then.
  input.setRawMode(true);
  const restored = undoAtEnd(() => {
    if (!isInBackground()) input.setRawMode(false);
  });
  const typed: Uint8Array[] = [];
  return {
    async ask(question) {
      writeSync(descriptor, question);
      const line = new Line();
      // While the program was stopped, the shell set its own modes, in which the terminal shows what is typed.
      const resume = () => {
        if (isInBackground()) return stopInBackground(input);
        // Node does nothing for a mode that it has set before.
        input.setRawMode(false);
        input.setRawMode(true);
        input.resume();
        line.clear();
        for (const piece of typed.splice(0)) piece.fill(0);
        writeSync(descriptor, question);
      };
      process.on('SIGCONT', resume);
      try {
        for (;;) {
          const piece = typed.shift() ?? (await nextPiece(input));
          try {
            const end = line.take(piece);
            if (end === undefined) continue;
            if (end < piece.length) typed.unshift(Uint8Array.from(piece.subarray(end)));
            writeSync(descriptor, '\n');
            return line.bytes();
          } finally {
            piece.fill(0);
          }
        }
      } finally {
        process.off('SIGCONT', resume);
        line.wipe();
      }
    },
    close() {
      for (const piece of typed) piece.fill(0);
      input.setRawMode(false);
      restored();
      input.destroy();
    },
  };
}

/** Whether another process group has the terminal. Only Linux tells it. */
function isInBackground(): boolean {
  try {
    const afterName = readFileSync('/proc/self/stat', 'latin1').replace(/^.*\) /s, '');
    const [, , group, , , foreground] = afterName.split(' ');
    return group !== foreground;
  } catch {
    return false;
  }
}

/** Stops as the system stops programs that use the terminal there, but not within a call, where no other signal is heard. */
function stopInBackground(input: ReadStream): void {
  input.pause();
  setImmediate(() => {
    if (isInBackground()) process.kill(process.pid, 'SIGTTIN');
  });
}

function openInput(): { descriptor: number; input: ReadStream } {
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
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      input.pause();
      for (const event of ['data', 'end', 'error']) input.removeAllListeners(event);
      act();
    };
    const hangUp = settle(() => reject(usageFailure('the terminal was closed')));
    input.once('data', (piece: Uint8Array) => settle(() => resolve(piece))());
    input.once('end', hangUp);
    input.once('error', hangUp);
    input.resume();
  });
}

/** The line so far, and what each key does to it. */
class Line {
  readonly #bytes = new Uint8Array(longest);
  #length = 0;
  /**
   * Why the line is refused, at its end and not before: what is still to be typed of a passphrase would go to the shell, which
   * shows it and remembers it. To clear the line takes this back too.
   */
  #objection: string | undefined;

  /** Where the line ends in what was typed, if it does. */
  take(piece: Uint8Array): number | undefined {
    for (const [i, byte] of piece.entries()) {
      if (byte === keys.enter || byte === keys.newline || byte === keys.end) return i + 1;
      this.#press(byte);
    }
    return undefined;
  }

  #press(byte: number): void {
    if (byte === keys.interrupt) {
      process.kill(process.pid, 'SIGINT');
    } else if (byte === keys.backspace || byte === keys.delete) {
      this.#dropCharacter();
    } else if (byte === keys.clear) {
      this.clear();
    } else if (byte === keys.word) {
      this.#dropWord();
    } else if (byte < 0x20) {
      this.#objection ??= 'a passphrase cannot contain keys such as TAB, ESC or an arrow';
    } else if (this.#length === longest) {
      this.#objection ??= `a typed passphrase has at most ${longest} bytes`;
    } else {
      this.#bytes[this.#length++] = byte;
    }
  }

  clear(): void {
    this.wipe();
    this.#length = 0;
    this.#objection = undefined;
  }

  /** The spaces at the end, and what is before them up to another. */
  #dropWord(): void {
    const isSpaceBefore = () => this.#bytes[this.#length - 1] === 0x20;
    while (this.#length > 0 && isSpaceBefore()) this.#length--;
    while (this.#length > 0 && !isSpaceBefore()) this.#length--;
  }

  /** A character has its first byte, and bytes that are no first. */
  #dropCharacter(): void {
    while (this.#length > 0 && ((this.#bytes[--this.#length] as number) & 0xc0) === 0x80);
  }

  bytes(): Uint8Array {
    if (this.#objection !== undefined) throw usageFailure(this.#objection);
    return this.#bytes.slice(0, this.#length);
  }

  wipe(): void {
    this.#bytes.fill(0);
  }
}
