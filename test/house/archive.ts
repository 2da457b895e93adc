/** Archives that npm would not make: entries of any kind, written field by field. */
import { gzipSync } from 'node:zlib';

/** The fields of an entry's header. The defaults are those of a regular file from npm. */
export interface Entry {
  name: string;
  contents?: string | Buffer;
  /** The kind of the entry: `0` a file, `1` a hard link, `2` a symbolic link, `x` a pax header. */
  type?: string;
  target?: string;
  mode?: number;
  /** The field that some programs put in front of the name. */
  prefix?: string;
  /** The field's text, instead of the computed size. */
  size?: string;
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')} \0`;

/** An entry of an archive: its header with the right sum, and its contents, padded to whole blocks. */
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

/** A pax header, which replaces a field of the next entry. */
export const pax = (type: 'x' | 'g', field: string, value: string) => {
  const rest = ` ${field}=${value}\n`;
  const length = [...Array(1000).keys()].find((n) => n === rest.length + `${n}`.length);
  return entry({ name: 'PaxHeader/x', type, contents: `${length}${rest}` });
};

export const end = Buffer.alloc(1024);

/** Compresses as npm does. */
export const zip = (...parts: Buffer[]) => gzipSync(Buffer.concat(parts), { level: 9 });
