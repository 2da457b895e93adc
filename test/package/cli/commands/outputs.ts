/** Outputs of `keygen`, `encrypt` and `decrypt`: their permissions, and what they replace. */
import { text } from '../../../fixtures/bytes.js';
import { contents, encrypted, file, missing, type Table } from './row.js';

const exists = (name: string) => `${name}: already exists; --force replaces it`;
const noFile = (name: string) => `${name}: already exists and is not a regular file; -o - writes to standard output`;
const nothingFor = (name: string) =>
  `warning: standard output gets nothing: the output is in ${name}; -o - writes it to standard output`;

/** Each is reported without a terminal, which it would miss to ask for a passphrase. */
const unsuitable: [args: string, code: number, message: string][] = [
  ['file -o missing/sealed', 3, `missing/sealed: no such file or directory`],
  ['file -o file/sealed', 3, 'file/sealed: not a directory'],
  ['file -o sealed/', 2, 'sealed/: is the name of a folder'],
  ["file -o ''", 2, 'the name of the output is empty'],
  ['file -o dangling', 2, exists('dangling')],
  ['file -f -o astray', 3, 'astray: no such file or directory'],
  ['file -f -o loop', 3, 'loop: too many symbolic links encountered'],
  ['file -f -o folder', 2, noFile('folder')],
  ['file -f -o /dev/null', 2, noFile('/dev/null')],
  ['folder -o sealed', 3, 'folder: is a directory; tar c DIR | romulus encrypt -o DIR.tar.romulus encrypts one'],
  ['missing', 3, missing],
];
const makeLinks = 'mkdir folder; ln -s missing/a astray; ln -s nowhere dangling; ln -s loop loop';
const links = { astray: '-> missing/a', dangling: '-> nowhere', loop: '-> loop' };

export const outputs: Table = {
  'keygen writes a key that only its owner can read, and another each time': {
    command: 'umask 0; romulus keygen a; romulus keygen -o b; stat -c %a a b; cat a b | sort -u | wc -l',
    stdout: '600\n600\n2\n',
    after: { a: /^romulus-key-1 [0-9a-f]{32}\n$/, b: /^romulus-key-1 [0-9a-f]{32}\n$/ },
  },
  'keygen replaces nothing, and makes no folder': {
    command: `ln -s nowhere link; mkdir folder
      for name in key link folder missing/key key/key; do romulus keygen $name; echo $?; done`,
    stdout: '2\n2\n2\n3\n3\n',
    messages: [
      ...['key: already exists', 'link: already exists', 'folder: already exists and is not a regular file'],
      ...['missing/key: no such file or directory', 'key/key: not a directory'],
    ],
    after: { link: '-> nowhere' },
  },
  'an encrypted file has the permissions of a new file, and a decrypted one its owner alone can read': {
    command: `umask 027; romulus encrypt -k key file; umask 0; romulus decrypt -k key file.romulus -o back
      stat -c %a file.romulus back`,
    files: { file: contents },
    stdout: '640\n600\n',
    after: { 'file.romulus': encrypted, back: contents },
  },
  'nothing is replaced without --force, and that is said before the input is read or a passphrase asked for': {
    command: `romulus encrypt -k key file -o precious; romulus decrypt -k key sealed -o precious
      romulus encrypt missing; romulus encrypt -k key file -o out; romulus encrypt -k key file -o out --force
      romulus decrypt -k key out -o file -f`,
    files: { precious: 'precious', file: contents, sealed: file, 'missing.romulus': '' },
    messages: ['precious', 'precious', 'missing.romulus'].map(exists),
    after: { out: encrypted },
  },
  'a file that came to be there meanwhile is not replaced without --force': {
    command: `mkfifo pipe; romulus encrypt -k key -o sealed <pipe & exec 3>pipe
      until ls .romulus-*.tmp; do sleep 0.02; done >/dev/null 2>&1; echo precious >sealed; exec 3>&-; wait $!`,
    code: 2,
    messages: [exists('sealed')],
    after: { sealed: 'precious\n' },
  },
  'a symbolic link stays, and the file that it points to is replaced': {
    command: `ln -s sealed link; romulus encrypt -k key file -o link; romulus encrypt -k key file -o link -f`,
    files: { file: contents, sealed: 'old' },
    messages: [exists('link')],
    after: { link: '-> sealed', sealed: encrypted },
  },
  'where a chain of symbolic links ends nowhere, the file comes to be there with --force': {
    command: `mkdir -p folder/inside/folder; cd folder; ln -s inside/link first
      for target in nowhere folder/nowhere ../outside; do
        ln -sf $target inside/link; romulus encrypt -k ../key ../file -f -o first
        romulus decrypt -k ../key inside/$target -o - | cmp - ../file; readlink first inside/link; rm inside/$target
      done; rm first inside/link`,
    files: { file: contents },
    stdout: ['nowhere', 'folder/nowhere', '../outside'].map((target) => `inside/link\n${target}\n`).join(''),
  },
  ...Object.fromEntries(
    unsuitable.map(([args, code, message]) => [
      `romulus encrypt ${args}`,
      {
        command: `${makeLinks}; romulus encrypt ${args}`,
        files: { file: 'text' },
        code,
        messages: [message],
        after: links,
      },
    ]),
  ),
  'an output for which there is no room is not there': {
    command: 'ulimit -f 40; trap "" XFSZ; romulus encrypt -k key file -o sealed',
    files: { file: contents },
    code: 3,
    messages: ['sealed: file too large'],
  },
  'encrypt ends silently if nobody reads': {
    command: 'set -o pipefail; romulus encrypt -k key file -o - | head -c 1 >/dev/null',
    files: { file: text(5_000_000) },
    code: 141,
  },
  'a pipe that gets nothing is told from one that gets the file': {
    command: `romulus encrypt -k key file | cat; rm file; romulus decrypt -k key file.romulus | cat
      romulus decrypt -k key file.romulus -o - | cmp - file; romulus decrypt -k key <file.romulus | cmp - file
      romulus decrypt -k key file.romulus -o copy | cat; romulus decrypt -f -k key file.romulus >none; rm none`,
    files: { file: contents },
    messages: [nothingFor('file.romulus'), nothingFor('file')],
    after: { 'file.romulus': encrypted, copy: contents },
  },
};
