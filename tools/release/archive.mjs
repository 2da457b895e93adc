// Fails unless a packed package has exactly the files that a list of checksums names, each once.
// node tools/release/archive.mjs <tarball> <list as tools/release/checksums.mjs prints it>
//
// This program reads the archive itself, because unpacking programs differ. For example, npm drops the first folder of
// each path, whatever its name is, and the last entry of a path wins.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';

const block = 512;
const longest = 64 * 1024 * 1024;

/** The content of a gzip file. It must be one member without optional fields, and have nothing after it. */
function unzip(bytes) {
  // The method is deflate, and there are no flags. Behind them come a time, two arbitrary bytes, and the data.
  if (bytes.length < 18 || bytes.readUIntBE(0, 4) !== 0x1f8b0800) throw new Error('it does not begin as npm begins it');
  const { buffer, engine } = inflateRawSync(bytes.subarray(10), { info: true, maxOutputLength: longest });
  const end = 10 + engine.bytesWritten;
  if (bytes.length !== end + 8) throw new Error('something follows the compressed data');
  if (bytes.readUInt32LE(end) !== crc32(buffer) || bytes.readUInt32LE(end + 4) !== buffer.length)
    throw new Error('the compressed data is damaged');
  return buffer;
}

/** The only header that npm writes for a regular file with this name. The check refuses any other header. */
function headerOf({ name, mode, size }) {
  const header = Buffer.alloc(block);
  const octal = (value, digits) => `${value.toString(8).padStart(digits, '0')} \0`;
  header.write(name, 0, 100);
  header.write(octal(mode, 6), 100);
  header.write(octal(size, 10), 124);
  // npm gives all files one date.
  header.write(octal(Date.UTC(1985, 9, 26, 8, 15) / 1000, 10), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(octal(0, 6), 329);
  header.write(octal(0, 6), 337);
  const sum = header.reduce((total, byte) => total + byte);
  header.write(octal(sum, 6), 148);
  return header;
}

const isZero = (bytes) => bytes.every((byte) => byte === 0);

/** The name and the contents of each entry. */
function* entriesOf(archive) {
  let at = 0;
  while (at + block <= archive.length && !isZero(archive.subarray(at, at + block))) {
    const header = archive.subarray(at, at + block);
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(header.toString('latin1', 124, 134), 8);
    if (![0o644, 0o755].some((mode) => headerOf({ name, mode, size }).equals(header)))
      throw new Error(`the entry ${JSON.stringify(name)} is not a regular file as npm writes it`);
    const start = at + block;
    at = start + Math.ceil(size / block) * block;
    if (at > archive.length || !isZero(archive.subarray(start + size, at)))
      throw new Error(`the entry ${JSON.stringify(name)} does not end as it should`);
    yield { name, contents: archive.subarray(start, start + size) };
  }
  if (archive.length !== at + 2 * block || !isZero(archive.subarray(at)))
    throw new Error('it does not end as npm ends it');
}

/** The SHA-256 of each file, by its path in the archive. */
function readList(text) {
  const listed = new Map();
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!path) throw new Error(`${JSON.stringify(line)} is not a line of a list of checksums`);
    listed.set(`package/${path}`, sum);
  }
  if (listed.size === 0) throw new Error('the list of checksums is empty');
  return listed;
}

function check(tarball, listed) {
  const missing = new Map(listed);
  for (const { name, contents } of entriesOf(unzip(tarball))) {
    const sum = missing.get(name);
    if (!sum)
      throw new Error(`the entry ${JSON.stringify(name)} is ${listed.has(name) ? 'there twice' : 'not listed'}`);
    if (createHash('sha256').update(contents).digest('hex') !== sum)
      throw new Error(`the entry ${JSON.stringify(name)} has other contents than listed`);
    missing.delete(name);
  }
  for (const name of missing.keys()) throw new Error(`the entry ${JSON.stringify(name)} is missing`);
}

const [file, list, ...others] = process.argv.slice(2);
try {
  if (!list || others.length > 0) throw new Error('name one tarball and one list of checksums');
  const tarball = readFileSync(file);
  const listed = readList(readFileSync(list, 'utf8'));
  check(tarball, listed);
  console.log(`${file}: ${listed.size} files, each once and as listed`);
  console.log(`integrity: sha512-${createHash('sha512').update(tarball).digest('base64')}`);
} catch (error) {
  console.error(`${file ?? 'tools/release/archive.mjs'}: ${error.message}`);
  process.exitCode = 1;
}
