/** Archives as npm would not make them: entries of any kind, written field by field. */
import { gzipSync } from 'node:zlib';

/** What an entry's header says; a regular file of npm's if nothing else is given. */
export interface Entry {
  name: string;
  contents?: string | Buffer;
  /** The character that tells what the entry is: `0` a file, `1` a hard link, `2` a symbolic link, `x` a pax header. */
  type?: string;
  target?: string;
  mode?: number;
  /** The field before the name, which some programs put in front of it. */
  prefix?: string;
  /** The field as it is to stand there. */
  size?: string;
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')} \0`;

/** An entry of an archive: its header, which has the right sum, and its contents, filled up to a whole block. */
export function entry(described: Entry): Buffer {
  const { name, type = '0', target = '', mode = 0o644, prefix = '' } = described;
  const contents = Buffer.from(described.contents ?? '');
  const header = Buffer.alloc(512);
  const fields: [number, string][] = [
    [0, name],
    [100, octal(mode, 6)],
    [124, described.size ?? octal(contents.length, 10)],
    [136, '3560116604 \0'],
    [148, ' '.repeat(8)],
    [156, type],
    [157, target],
    [257, 'ustar\x0000'],
    [329, octal(0, 6)],
    [337, octal(0, 6)],
    [345, prefix],
  ];
  for (const [at, field] of fields) header.write(field, at, 'latin1');
  const sum = header.reduce((sum, byte) => sum + byte);
  header.write(octal(sum, 6), 148);
  return Buffer.concat([header, contents, Buffer.alloc(-contents.length & 511)]);
}

/** A pax header, which gives the next entry other fields. */
export const pax = (type: 'x' | 'g', field: string, value: string) => {
  const rest = ` ${field}=${value}\n`;
  const length = [...Array(1000).keys()].find((n) => n === rest.length + `${n}`.length);
  return entry({ name: 'PaxHeader/x', type, contents: `${length}${rest}` });
};

/** What ends an archive. */
export const end = Buffer.alloc(1024);

/** Compressed as npm does it. */
export const zip = (...parts: Buffer[]) => gzipSync(Buffer.concat(parts), { level: 9 });
