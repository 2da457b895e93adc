/** The armour of docs/stream-format.md, written and read piece by piece, so that files of any length need little memory. */
import { fromBase64 } from '../index.js';
import { armor, FormatError } from '../stream/index.js';

const begin = '-----BEGIN ROMULUS FILE-----';
const end = '-----END ROMULUS FILE-----';
const lineLength = 64;
const bytesPerLine = 48;

export function armoring(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
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

/** The lines of base64 between the first and the last line of armour. */
const linesOf = (bytes: Uint8Array): string => armor(bytes).slice(begin.length + 1, -(end.length + 1));

/** The approximate length of a file without its armour. It differs from the true length by a few bytes. */
export const lengthWithoutArmor = (length: number): number => (length * bytesPerLine) / (lineLength + 1);

const noFile = () => new FormatError(`this is not an encrypted file: it begins neither with ROMULUS nor with ${begin}`);

export class ArmorReader {
  isArmored: boolean | undefined;
  #place: 'before' | 'between' | 'behind' = 'before';
  #rest = '';
  #number = 1;
  /** True if the previous line was short or ended with `=`, so that only the end of the armour may follow. */
  #isLast = false;

  async *read(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      // An encrypted file without armour never begins with one of these characters.
      this.isArmored ??= /[- \t\r\n]/.test(String.fromCharCode(piece[0] ?? 0));
      const bytes = this.isArmored ? this.#take(piece) : piece;
      if (bytes.length > 0) yield bytes;
    }
    if (this.isArmored) yield this.#finish();
  }

  #take(piece: Uint8Array): Uint8Array {
    const text = this.#rest + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    const lines = text.split('\n');
    this.#rest = lines.pop() as string;
    const bytes = this.#decode(lines);
    if (this.#place !== 'between' || this.#rest.startsWith(end)) this.#takeRest();
    else if (this.#rest.length > lineLength + 1) throw this.#lineRefusal();
    return bytes;
  }

  #finish(): Uint8Array {
    const bytes = this.#decode(this.#rest === '' ? [] : [this.#rest]);
    if (this.#place === 'before') throw noFile();
    if (this.#place === 'between') throw new FormatError(`the armour is not whole: it has no line ${end}`);
    return bytes;
  }

  #decode(lines: readonly string[]): Uint8Array {
    const letters: string[] = [];
    for (const line of lines) {
      if (this.#place !== 'between' || line.startsWith(end)) this.#takeFrame(line);
      else letters.push(this.#checked(line.endsWith('\r') ? line.slice(0, -1) : line));
      this.#number++;
    }
    try {
      return fromBase64(letters.join(''), { lastChunkHandling: 'strict' });
    } catch {
      // All letters are those of base64, so only the unused bits of the last one, in the last line, can be wrong.
      throw new FormatError('the last line of base64 in the armour ends with bits that stand for nothing');
    }
  }

  /** Checks an unfinished line outside the base64. White space of any length takes no memory. */
  #takeRest(): void {
    if (this.#place !== 'before') this.#takeFrame(this.#rest);
    else if (this.#rest.trimStart().length > begin.length + 1) throw noFile();
    if (this.#place !== 'before' || isSpace(this.#rest)) this.#rest = '';
  }

  /** Checks a line outside the base64: the first line, the last line, or white space around them. */
  #takeFrame(line: string): void {
    const isEnd = this.#place === 'between';
    if (isSpace(isEnd ? line.slice(end.length) : line)) this.#place = isEnd ? 'behind' : this.#place;
    else if (this.#place !== 'before') throw new FormatError(`line ${this.#number}: there is text behind the armour`);
    else if (line.replace(/^[ \t\r]*/, '').replace(/\r$/, '') !== begin) throw noFile();
    else this.#place = 'between';
  }

  #checked(line: string): string {
    const isGood = line.length <= lineLength && line.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(line);
    if (!isGood) throw this.#lineRefusal();
    const reason = 'the line before has fewer than 64 letters or ends with =, so it must be the last';
    if (this.#isLast) throw new FormatError(`line ${this.#number}: ${reason}`);
    this.#isLast = line.length < lineLength || line.endsWith('=');
    return line;
  }

  #lineRefusal(): FormatError {
    const rule = 'which has 64 letters of base64, or fewer at the end';
    return new FormatError(`line ${this.#number}: this is not a line of armour, ${rule}`);
  }
}

const isSpace = (text: string): boolean => /^[ \t\r]*$/.test(text);
