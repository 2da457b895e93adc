/** Encrypted files as text, for mail: the armour of docs/stream-format.md, made and taken away again. */
import { fromBase64, toBase64 } from '../index.js';
import { FormatError } from '../stream/index.js';

const begin = '-----BEGIN ROMULUS FILE-----';
const end = '-----END ROMULUS FILE-----';
const lineLength = 64;
const bytesPerLine = 48;

/** What may stand before the first line and behind the last. */
const isSpace = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

/** Puts bytes, however they are cut, into armour. */
export function armoring(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  /** Fewer than a line has. */
  let rest = new Uint8Array(0);
  return new TransformStream({
    start: (controller) => controller.enqueue(encoder.encode(`${begin}\n`)),
    transform(piece, controller) {
      const bytes = Buffer.concat([rest, piece]);
      const length = bytes.length - (bytes.length % bytesPerLine);
      rest = Uint8Array.from(bytes.subarray(length));
      if (length > 0) controller.enqueue(encoder.encode(linesOf(bytes.subarray(0, length))));
    },
    flush: (controller) => controller.enqueue(encoder.encode(`${linesOf(rest)}${end}\n`)),
  });
}

const linesOf = (bytes: Uint8Array): string => toBase64(bytes).replaceAll(/.{1,64}/g, '$&\n');

/** The bytes of a file, of which it says at the first piece whether they were in armour. */
export class ArmorReader {
  #decoder: ArmorDecoder | undefined;

  get isArmored(): boolean {
    return this.#decoder !== undefined;
  }

  async *read(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let isFirst = true;
    for await (const piece of pieces) {
      // No other encrypted file begins so.
      if (isFirst && /[- \t\r\n]/.test(String.fromCharCode(piece[0] ?? 0))) this.#decoder = new ArmorDecoder();
      isFirst = false;
      const bytes = this.#decoder ? this.#decoder.take(piece) : piece;
      if (bytes.length > 0) yield bytes;
    }
    const last = this.#decoder?.finish();
    if (last !== undefined && last.length > 0) yield last;
  }
}

/** About how many bytes there are in so many of armour. */
export const lengthWithoutArmor = (length: number): number => (length * bytesPerLine) / (lineLength + 1);

class ArmorDecoder {
  #place: 'before' | 'between' | 'behind' = 'before';
  /** A line that has no end yet. */
  #rest = '';
  /** The number of the line that is read, as an editor counts. */
  #number = 1;
  /** Whether the line before can only be the last one of base64. */
  #isComplete = false;

  /** What the lines that end in this piece stand for. */
  take(piece: Uint8Array): Uint8Array {
    let text = this.#rest + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    if (this.#place === 'before') {
      const start = text.search(/[^ \t\r\n]/);
      this.#number += text.slice(0, start === -1 ? undefined : start).split('\n').length - 1;
      text = start === -1 ? '' : text.slice(start);
    }
    const lines = text.split('\n');
    this.#rest = lines.pop() as string;
    const bytes = this.#decode(lines);
    if (this.#place === 'behind' || (this.#place === 'between' && this.#rest.startsWith(end))) this.#takeEnd();
    else if (this.#rest.length > lineLength + 1) this.#refuseLine();
    return bytes;
  }

  finish(): Uint8Array {
    const lines = this.#rest === '' ? [] : [this.#rest];
    this.#rest = '';
    const bytes = this.#decode(lines);
    if (this.#place === 'before') throw noFile();
    if (this.#place === 'between') throw new FormatError(`the armour is not whole: it has no line ${end}`);
    return bytes;
  }

  #decode(lines: readonly string[]): Uint8Array {
    const letters: string[] = [];
    for (const line of lines) {
      const text = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (this.#place === 'behind') this.#refuseUnlessSpace(line);
      else if (this.#place === 'before') this.#begin(text);
      else if (text.startsWith(end)) this.#end(text);
      else letters.push(this.#checked(text));
      this.#number++;
    }
    try {
      return fromBase64(letters.join(''));
    } catch {
      // All letters are good, so it is the last of them, in the last line before the end.
      throw new FormatError('the last line of base64 in the armour ends with bits that stand for nothing');
    }
  }

  #begin(line: string): void {
    if (line !== begin) throw noFile();
    this.#place = 'between';
  }

  #end(line: string): void {
    this.#place = 'behind';
    this.#refuseUnlessSpace(line.slice(end.length));
  }

  /** White space without a line end may be of any length. */
  #takeEnd(): void {
    if (this.#place === 'between') this.#end(this.#rest);
    else this.#refuseUnlessSpace(this.#rest);
    this.#rest = '';
  }

  #refuseUnlessSpace(text: string): void {
    if (!isSpace(text)) throw new FormatError(`line ${this.#number}: there is text behind the armour`);
  }

  #checked(line: string): string {
    const isGood = line.length <= lineLength && line.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(line);
    if (!isGood) this.#refuseLine();
    if (this.#isComplete)
      throw new FormatError(
        `line ${this.#number}: the line before has fewer than 64 letters or ends with =, so it must be the last`,
      );
    this.#isComplete = line.length < lineLength || line.endsWith('=');
    return line;
  }

  #refuseLine(): never {
    if (this.#place === 'before') throw noFile();
    throw new FormatError(
      `line ${this.#number}: this is not a line of armour, which has 64 letters of base64, or fewer at the end`,
    );
  }
}

const noFile = () => new FormatError(`this is not an encrypted file: it begins neither with ROMULUS nor with ${begin}`);
