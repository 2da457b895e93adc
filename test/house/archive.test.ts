/** tools/release/archive.mjs refuses an archive if npm would install other files than a list of checksums names. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { cleanEnvironment, root } from '../package/tarball.js';
import { end, entry, pax, zip } from './archive.js';
import { projectOf } from './planted.js';

const folder = projectOf({});
const files = { 'dist/index.js': 'export const honest = true;\n', 'package.json': '{"name":"p","version":"1.0.0"}' };
const good = Object.entries(files).map(([path, contents]) => entry({ name: `package/${path}`, contents }));
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const list = Object.entries(files)
  .map(([path, contents]) => `${sha256(contents)}  ${path}\n`)
  .join('');

const evil = 'export const honest = false;\n';
const tarballFile = join(folder, 'p-1.0.0.tgz');
const listFile = join(folder, 'SHA256SUMS');

const check = (tarball: Buffer, listed = list, ...others: string[]) => {
  writeFileSync(tarballFile, tarball);
  writeFileSync(listFile, listed);
  const args = [join(root, 'tools/release/archive.mjs'), tarballFile, listFile, ...others];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
};
const refusal = (problem: string) => ({ status: 1, stdout: '', stderr: `${tarballFile}: ${problem}\n` });

it("accepts an archive of the listed files, and prints npm's checksum of it", () => {
  const tarball = zip(...good, end);
  const integrity = createHash('sha512').update(tarball).digest('base64');
  const stdout = `${tarballFile}: 2 files, each once and as listed\nintegrity: sha512-${integrity}\n`;
  expect(check(tarball)).toMatchObject({ status: 0, stdout, stderr: '' });
});

it("accepts npm's archive of this repository", () => {
  const env = cleanEnvironment();
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root, env, stdio: 'pipe' });
  const name = readdirSync(folder).find((name) => name.startsWith('romulus-wasm')) as string;
  const sums = execFileSync(process.execPath, [join(root, 'tools/release/checksums.mjs')], { encoding: 'utf8' });
  expect(check(readFileSync(join(folder, name)), sums)).toMatchObject({ status: 0, stderr: '' });
});

const unlisted = (name: string) => `the entry ${JSON.stringify(name)} is not listed`;
const irregular = (name: string) => `the entry ${JSON.stringify(name)} is not a regular file as npm writes it`;
const index = 'package/dist/index.js';
const inIndex = (problem: string) => `the entry "${index}" ${problem}`;
const cutShort = 'the entry "package/a" does not end as it should';
const endsOtherwise = 'it does not end as npm ends it';
const beginsOtherwise = 'it does not begin as npm begins it';
const follows = 'something follows the compressed data';
const damaged = 'the compressed data is damaged';
const replacement = entry({ name: index, contents: evil });
const whole = zip(...good, end);

const added: [string, Buffer[], string][] = [
  ['a second manifest', [entry({ name: 'package2/package.json' })], unlisted('package2/package.json')],
  [
    'a second folder, which npm installs over the first',
    [entry({ name: 'x/dist/index.js', contents: evil })],
    unlisted('x/dist/index.js'),
  ],
  ['a second entry of one name', [replacement], inIndex('is there twice')],
  ['the same entry twice', [good[0] as Buffer], inIndex('is there twice')],
  ['a file that is not listed', [entry({ name: 'package/dist/more.js' })], unlisted('package/dist/more.js')],
  ['another way to write a path', [entry({ name: 'package/./dist/index.js' })], unlisted('package/./dist/index.js')],
  ['an absolute path', [entry({ name: '/dist/index.js' })], unlisted('/dist/index.js')],
  ['a path upwards', [entry({ name: 'package/../../index.js' })], unlisted('package/../../index.js')],
  ['backslashes', [entry({ name: 'package\\dist\\index.js' })], unlisted('package\\dist\\index.js')],
  ['no name', [entry({ name: '' })], unlisted('')],
  ['a symbolic link', [entry({ name: 'package/a', type: '2', target: 'dist' })], irregular('package/a')],
  ['a hard link', [entry({ name: 'package/a', type: '1', target: index })], irregular('package/a')],
  ['a target where no link is', [entry({ name: 'package/a', target: index })], irregular('package/a')],
  ['a folder', [entry({ name: 'package/dist/', type: '5' })], irregular('package/dist/')],
  ['a device', [entry({ name: 'package/a', type: '3' })], irregular('package/a')],
  ['a file of an older form', [entry({ name: 'package/a', type: '\0' })], irregular('package/a')],
  ['a contiguous file', [entry({ name: 'package/a', type: '7' })], irregular('package/a')],
  ['a pax path', [pax('x', 'path', 'x/dist/index.js'), replacement], irregular('PaxHeader/x')],
  ['a pax header for all', [pax('g', 'path', 'x/dist/index.js')], irregular('PaxHeader/x')],
  ["GNU's long name", [entry({ name: '././@LongLink', type: 'L', contents: 'x/a' })], irregular('././@LongLink')],
  ["GNU's long target", [entry({ name: '././@LongLink', type: 'K', contents: 'x/a' })], irregular('././@LongLink')],
  ['a prefix', [entry({ name: 'dist/index.js', prefix: 'package' })], irregular('dist/index.js')],
  ['something after the name', [entry({ name: 'package/a\0b' })], irregular('package/a')],
  ['a file that runs as another user', [entry({ name: 'package/a', mode: 0o4755 })], irregular('package/a')],
  ['a length in binary', [entry({ name: 'package/a', size: '\x80' })], irregular('package/a')],
  ['a negative length', [entry({ name: 'package/a', size: '-000000512 \0' })], irregular('package/a')],
  ['a length beyond the end', [entry({ name: 'package/a', size: '7777777777 \0' })], cutShort],
  ['a wrong sum', [Buffer.from(entry({ name: 'package/a' })).fill('9', 148, 154)], irregular('package/a')],
];

it.each<[string, Buffer, string]>([
  ...added.map(([what, more, problem]): [string, Buffer, string] => [what, zip(...good, ...more, end), problem]),
  ['a second archive', zip(...good, end, replacement, end), endsOtherwise],
  ['entries after one block of zeros', zip(...good, end.subarray(512), replacement, end), endsOtherwise],
  ['more zeros than npm writes', zip(...good, end, end), endsOtherwise],
  ['no end', zip(...good), endsOtherwise],
  ['half a block at the end', zip(...good, end, Buffer.alloc(256)), endsOtherwise],
  ['a second gzip member', Buffer.concat([zip(...good), zip(replacement, end)]), follows],
  ['a second gzip member after the end', Buffer.concat([whole, zip(replacement, end)]), follows],
  ['bytes after the gzip member', Buffer.concat([whole, Buffer.from('more')]), follows],
  ['fewer bytes than the gzip member has', whole.subarray(0, -1), follows],
  ['a wrong gzip sum', changed(whole, -8), damaged],
  ['a wrong gzip length', changed(whole, -1), damaged],
  ['a gzip member with a name', changed(whole, 3, 8), beginsOtherwise],
  ['an archive that is not compressed', Buffer.concat([...good, end]), beginsOtherwise],
  ['nothing', Buffer.alloc(0), beginsOtherwise],
  [
    'bytes between two entries',
    zip(changed(good[0] as Buffer, -1), ...good.slice(1), end),
    inIndex('does not end as it should'),
  ],
  ['other contents', zip(replacement, ...good.slice(1), end), inIndex('has other contents than listed')],
  ['a missing file', zip(...good.slice(1), end), inIndex('is missing')],
  ['no files', zip(end), inIndex('is missing')],
])('refuses %s', (_, tarball, problem) => {
  expect(check(tarball)).toMatchObject(refusal(problem));
});

it('refuses an archive that unpacks to more than a package can have', () => {
  const { status, stderr } = check(gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1), { level: 9 }));
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('larger than') });
});

it('wants one tarball and a list', () => {
  const tarball = zip(...good, end);
  expect(check(tarball, list, tarballFile)).toMatchObject(refusal('name one tarball and one list of checksums'));
  expect(check(tarball, '')).toMatchObject(refusal('the list of checksums is empty'));
  expect(check(tarball, `${list}more\n`)).toMatchObject(refusal('"more" is not a line of a list of checksums'));
});

function changed(bytes: Buffer, at: number, by = 1): Buffer {
  const copy = Buffer.from(bytes);
  const index = at < 0 ? copy.length + at : at;
  copy[index] = (copy[index] as number) + by;
  return copy;
}
