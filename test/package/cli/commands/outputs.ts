/** Outputs of `keygen`, `encrypt` and `decrypt`: their permissions, and what they replace. */
import { text } from '../../../fixtures/bytes.js';
import { contents, encrypted, file, missing, type Refusal, refusing, type Table } from './row.js';

const exists = (name: string) => `${name}: already exists; --force replaces it`;
const noFile = (name: string) => `${name}: already exists and is not a regular file`;
const nothingFor = (name: string) =>
  `warning: standard output gets nothing: the output is in ${name}; -o - writes it to standard output`;

const left =
  'warning: far/.romulus-99999999-0123456789abcdef.tmp: seems to be left by a run that was killed, and may hold decrypted data; delete it';

/** Each is reported without a terminal, which it would miss to ask for a passphrase. */
const unsuitable: Refusal[] = [
  ['encrypt file -o missing/sealed', 3, 'missing/sealed: no such file or directory'],
  ['encrypt file -o new/', 2, 'new/: is the name of a folder'],
  ["encrypt file -o ''", 2, 'the name of the output is empty'],
  ['encrypt file -o dangling', 2, exists('dangling')],
  ['encrypt file -f -o astray', 3, 'astray: no such file or directory'],
  ['encrypt file -f -o loop', 3, 'loop: too many symbolic links encountered'],
  ['encrypt file -f -o folder', 2, `${noFile('folder')}; -o - writes to standard output`],
  ['encrypt missing', 3, missing],
  ['decrypt sealed -o precious', 2, exists('precious')],
  ['keygen key', 2, 'key: already exists'],
  ['keygen dangling', 2, 'dangling: already exists'],
  ['keygen folder', 2, noFile('folder')],
  ['keygen missing/key', 3, 'missing/key: no such file or directory'],
];

export const outputs: Table = {
  'an output that cannot be is refused before the input is read or a passphrase asked for': {
    ...refusing(unsuitable, 'mkdir folder; ln -s missing/a astray; ln -s nowhere dangling; ln -s loop loop'),
    files: { file: 'text', sealed: file, precious: 'precious' },
    after: { astray: '-> missing/a', dangling: '-> nowhere', loop: '-> loop' },
  },
  'a key is another each time, only its owner can read it and a decrypted file, and an encrypted one is as any new file':
    {
      command: `umask 027; romulus keygen a; romulus encrypt -k key file; umask 0; romulus keygen -o b
      romulus decrypt -k key file.romulus -o back; stat -c %a a b back file.romulus; cat a b | sort -u | wc -l`,
      files: { file: contents },
      stdout: '600\n600\n600\n640\n2\n',
      after: {
        ...{ a: /^romulus-key-1 [0-9a-f]{32}\n$/, b: /^romulus-key-1 [0-9a-f]{32}\n$/ },
        ...{ 'file.romulus': encrypted, back: contents },
      },
    },
  'a file that came to be there meanwhile is not replaced without --force': {
    command: `mkfifo pipe; romulus encrypt -k key -o sealed <pipe & exec 3>pipe
      until ls .romulus-*.tmp; do sleep 0.02; done >/dev/null 2>&1; echo precious >sealed; exec 3>&-; wait $!`,
    code: 2,
    messages: [exists('sealed')],
    after: { sealed: 'precious\n' },
  },
  'with --force, symbolic links stay, and the file that they point to is replaced or comes to be there': {
    command: `mkdir -p folder/inside/folder; cd folder; ln -s inside/link first; echo other >inside/there
      for target in there folder/nowhere ../outside; do
        ln -sf $target inside/link; romulus encrypt -k ../key ../file -f -o first
        head -c 7 inside/$target; readlink first inside/link; rm inside/$target
      done; rm first inside/link`,
    files: { file: contents },
    stdout: ['there', 'folder/nowhere', '../outside'].map((target) => `ROMULUSinside/link\n${target}\n`).join(''),
  },
  'the two dots behind a symbolic link are the folder above its target, also in a link, and for the temporary file': {
    command: `mkdir -p far/sub; ln -s far/sub near; ln -s near/../y link; echo precious >y; echo other >far/y
      touch far/.romulus-99999999-0123456789abcdef.tmp
      romulus encrypt -k key file -f -o link; romulus encrypt -k key file -o near/../z; head -qc 7 y far/y far/z
      rm -r far near link y`,
    files: { file: contents },
    stdout: 'preciouROMULUSROMULUS',
    messages: [left, left],
  },
  'an output stays in the folder that a symbolic link led to, though the link changes meanwhile': {
    command: `mkdir a b; ln -s a to; mkfifo pipe; romulus encrypt -k key -o to/sealed <pipe & exec 3>pipe
      until ls a/.romulus-*.tmp; do sleep 0.02; done >/dev/null 2>&1; ln -sfn b to; exec 3>&-; wait $!`,
    after: { 'a/sealed': encrypted, to: '-> b' },
  },
  'an output for which there is no room is not there, and one that nobody reads is no error to talk of': {
    command: `(ulimit -f 40; trap "" XFSZ; romulus encrypt -k key file -o sealed); set -o pipefail
      romulus encrypt -k key file -o - | head -c 1 >/dev/null`,
    files: { file: text(5_000_000) },
    code: 141,
    messages: ['sealed: file too large'],
  },
  'a file whose name without its ending stands for standard output is decrypted to a file': {
    command: 'romulus encrypt -k key file -o ./-.romulus; romulus decrypt -k key -- -.romulus',
    files: { file: contents },
    after: { '-.romulus': encrypted, '-': contents },
  },
  'a pipe that gets nothing is told from one that gets the file': {
    command: `romulus encrypt -k key file | cat; rm file; romulus decrypt -k key file.romulus | cat
      romulus decrypt -k key file.romulus -o copy | cat; romulus decrypt -f -k key file.romulus >none; rm none`,
    files: { file: contents },
    messages: [nothingFor('file.romulus'), nothingFor('file')],
    after: { 'file.romulus': encrypted, copy: contents },
  },
};
