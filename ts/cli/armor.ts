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
  /** The text that is not read yet, from the beginning of a line on, and the number of this line. */
  #text = '';
  #line = 1;
  /** True if the previous line was short or ended with `=`, so that only the end of the armour may follow. */
  #isLast = false;

  async *read(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      // An encrypted file without armour never begins with one of these characters.
      this.isArmored ??= /[- \t\r\n]/.test(String.fromCharCode(piece[0] ?? 0));
      const { buffer, byteOffset, length } = piece;
      const bytes = this.isArmored ? this.#take(Buffer.from(buffer, byteOffset, length).toString('latin1')) : piece;
      if (bytes.length > 0) yield bytes;
    }
    if (!this.isArmored) return;
    yield this.#take(this.#text === '' ? '' : '\n');
    if (this.#place === 'before') throw noFile();
    if (this.#place === 'between') throw new FormatError(`the armour is not whole: it has no line ${end}`);
  }

  /** Returns the bytes of the lines that are complete. White space around the armour takes no memory. */
  #take(more: string): Uint8Array {
    this.#text += more;
    const letters: string[] = [];
    if (this.#place === 'before') {
      this.#skip(/^[ \t\r\n]*/);
      if (this.#skip(new RegExp(`^${begin}\r?\n`))) this.#place = 'between';
      else if (this.#text.length > begin.length + 1) throw noFile();
    }
    if (this.#place === 'between') {
      const at = `\n${this.#text}`.indexOf(`\n${end}`);
      const length = at < 0 ? this.#text.lastIndexOf('\n') + 1 : at;
      for (const line of this.#text.slice(0, length).split('\n').slice(0, -1)) letters.push(this.#checked(line));
      this.#text = this.#text.slice(at < 0 ? length : at + end.length);
      if (at >= 0) this.#place = 'behind';
      else if (this.#text.length > lineLength + 1) throw noLine(this.#line);
    }
    if (this.#place === 'behind') {
      if (/[^ \t\r\n]/.test(this.#text)) throw new FormatError('there is text behind the armour');
      this.#text = '';
    }
    try {
      return fromBase64(letters.join(''), { lastChunkHandling: 'strict' });
    } catch {
      // All letters are those of base64, so only the unused bits of the last one, in the last line, can be wrong.
      throw noLine(this.#line - 1);
    }
  }

  #skip(pattern: RegExp): boolean {
    const [skipped = ''] = pattern.exec(this.#text) ?? [];
    this.#text = this.#text.slice(skipped.length);
    this.#line += skipped.split('\n').length - 1;
    return skipped !== '';
  }

  #checked(line: string): string {
    if (this.#isLast) throw noLine(this.#line - 1);
    const letters = line.endsWith('\r') ? line.slice(0, -1) : line;
    const isGood = letters.length <= lineLength && letters.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(letters);
    if (!isGood) throw noLine(this.#line);
    this.#isLast = letters.length < lineLength || letters.endsWith('=');
    this.#line++;
    return letters;
  }
}

const noLine = (number: number): FormatError =>
  new FormatError(`line ${number}: this is not a line of armour, which has 64 letters of base64, or fewer at the end`);
