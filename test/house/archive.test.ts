/**
 * The archive of a release: tools/release/archive.mjs refuses it if npm would install other files than a list of checksums
 * names, and its permissions do not depend on those of a checkout or a build.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { cleanEnvironment, root } from '../package/tarball.js';
import { type Entry, end, entry, pax, zip } from './archive.js';
import { projectOf, run } from './planted.js';

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
  return run(root, 'tools/release/archive.mjs', tarballFile, listFile, ...others);
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
  const { stdout } = run(root, 'tools/release/checksums.mjs');
  expect(check(readFileSync(join(folder, name)), stdout)).toMatchObject({ status: 0, stderr: '' });
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
const [first, ...others] = good as [Buffer, ...Buffer[]];

const file = (name: string, others: Partial<Entry> = {}) => [entry({ name, ...others })];
const added: [string, Buffer[], string][] = [
  ['a second manifest', file('package2/package.json'), unlisted('package2/package.json')],
  // npm installs it over the first.
  ['a second folder', file('x/dist/index.js', { contents: evil }), unlisted('x/dist/index.js')],
  ['a second entry of one name', [replacement], inIndex('is there twice')],
  ['the same entry twice', [first], inIndex('is there twice')],
  ['a file that is not listed', file('package/dist/more.js'), unlisted('package/dist/more.js')],
  ['another way to write a path', file('package/./dist/index.js'), unlisted('package/./dist/index.js')],
  ['an absolute path', file('/dist/index.js'), unlisted('/dist/index.js')],
  ['a path upwards', file('package/../../index.js'), unlisted('package/../../index.js')],
  ['backslashes', file('package\\dist\\index.js'), unlisted('package\\dist\\index.js')],
  ['no name', file(''), unlisted('')],
  ['a symbolic link', file('package/a', { type: '2', target: 'dist' }), irregular('package/a')],
  ['a hard link', file('package/a', { type: '1', target: index }), irregular('package/a')],
  ['a target where no link is', file('package/a', { target: index }), irregular('package/a')],
  ['a folder', file('package/dist/', { type: '5' }), irregular('package/dist/')],
  ['a device', file('package/a', { type: '3' }), irregular('package/a')],
  ['a file of an older form', file('package/a', { type: '\0' }), irregular('package/a')],
  ['a contiguous file', file('package/a', { type: '7' }), irregular('package/a')],
  ['a pax path', [pax('x', 'path', 'x/dist/index.js'), replacement], irregular('PaxHeader/x')],
  ['a pax header for all', [pax('g', 'path', 'x/dist/index.js')], irregular('PaxHeader/x')],
  ["GNU's long name", file('././@LongLink', { type: 'L', contents: 'x/a' }), irregular('././@LongLink')],
  ["GNU's long target", file('././@LongLink', { type: 'K', contents: 'x/a' }), irregular('././@LongLink')],
  ['a prefix', file('dist/index.js', { prefix: 'package' }), irregular('dist/index.js')],
  ['something after the name', file('package/a\0b'), irregular('package/a')],
  ['a file that runs as another user', file('package/a', { mode: 0o4755 }), irregular('package/a')],
  ['a length in binary', file('package/a', { size: '\x80' }), irregular('package/a')],
  ['a negative length', file('package/a', { size: '-000000512 \0' }), irregular('package/a')],
  ['a length beyond the end', file('package/a', { size: '7777777777 \0' }), cutShort],
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
  ['bytes between two entries', zip(changed(first, -1), ...others, end), inIndex('does not end as it should')],
  ['other contents', zip(replacement, ...others, end), inIndex('has other contents than listed')],
  ['a missing file', zip(...others, end), inIndex('is missing')],
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

/** Folders that no build needs. */
const needless = /^(\.git|node_modules|dist|bench|examples|kats|site|test|verify|wasm-src)$/;

interface Packed {
  files: { path: string; mode: number }[];
}

it('is packed with the same permissions where the umask is 077', () => {
  const checkout = projectOf({});
  mkdirSync(join(checkout, 'packed'));
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const names = readdirSync(root).filter((name) => !needless.test(name));
  const script = 'umask 077; to=$1; shift; cp -R "$@" "$to"; cd "$to"; npm pack --json --pack-destination packed';
  const settings = { cwd: root, env: cleanEnvironment(), encoding: 'utf8', stdio: 'pipe' } as const;
  const printed = execFileSync('sh', ['-ec', script, 'sh', checkout, ...names], settings);
  // CONTRIBUTING.md is not packed, so nothing changes its permissions.
  expect(statSync(join(checkout, 'CONTRIBUTING.md')).mode & 0o777).toBe(0o600);
  const [{ files }] = JSON.parse(printed.slice(printed.indexOf('['))) as [Packed];
  expect(files.length).toBeGreaterThan(50);
  for (const { path, mode } of files)
    expect({ path, mode }).toEqual({ path, mode: path === 'dist/cli.js' ? 0o755 : 0o644 });
}, 120_000);

function changed(bytes: Buffer, at: number, by = 1): Buffer {
  const index = (bytes.length + at) % bytes.length;
  return Buffer.from(bytes.map((byte, i) => (i === index ? byte + by : byte)));
}
