/** All texts of the page in English. Each other language has the same. */

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);
const sentence = (...parts: string[]): string => `${parts.filter(Boolean).join(', ')}.`;

export const english = {
  tag: 'en',
  title: 'Encrypt files in your browser',
  subtitle: 'Nothing is uploaded: no file, no passphrase and no key leaves this page.',
  notStartedTitle: 'The page has not started',
  notStarted:
    'It encrypts with JavaScript and WebAssembly, in this browser. If this text stays, one of them is switched off or blocked here, or the browser is too old: allow them for this page, or use the program romulus.',
  cannotStart: 'The encryption cannot start',
  plainHttp:
    'This page came over an unprotected connection (plain HTTP): somebody on the way could have changed it, and browsers keep back what it needs. Open it by an address that begins with https:// instead.',
  noWebAssembly:
    'This browser has WebAssembly switched off, by its settings or by a lockdown mode. Allow it for this page, or use another browser or the program romulus.',
  notAllowedToRun:
    "This site does not let its own page run WebAssembly. Load the page again; if that does not help, tell whoever runs this site: script-src of its Content-Security-Policy needs 'wasm-unsafe-eval'.",
  notLoaded:
    'This browser could not load a part of the page, or may not run it. Load the page again; if that does not help, tell whoever runs this site: all files of the page must be there, and worker-src of its Content-Security-Policy must allow them.',

  partEncrypt: 'Encrypt files',
  partSpeed: 'How fast',
  partDocuments: 'Documentation',
  tabs: 'What to work on',
  tabFiles: 'Files',
  tabText: 'Text',
  tabHash: 'Check a hash',

  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  dropHint: 'or drop files, folders or text anywhere on this page',
  dropEncrypted: 'Drop a .romulus file to open it.',
  files: 'Files',
  emptyFolder: 'There is no file in that folder.',
  addedWhileWorking: 'Files can be added once the work is done or cancelled.',
  added: (encrypt: number, decrypt: number) =>
    sentence(encrypt ? `${files(encrypt)} to encrypt` : '', decrypt ? `${files(decrypt)} to decrypt` : ''),
  directionOf: (name: string) => `Direction for ${name}`,
  decryptIt: 'Decrypt',
  encryptAgain: 'Encrypt again',
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} is removed from the list.`,
  undo: 'Undo',
  showMore: (count: number, left: number) => (count === left ? `Show ${count} more` : `Show ${count} more of ${left}`),
  showFewer: 'Show fewer',
  archiveLegend: 'Result',
  asArchive: 'One encrypted archive (zip)',
  asFiles: 'Each file by itself',
  archiveHint: 'An archive is faster with a passphrase, and hides the names and the number of the files.',
  download: 'Download',
  downloadAgain: 'Download again',
  handed: 'Handed to the browser: check your downloads',
  gettingReady: 'getting ready',
  preparing: (percent: string) => `preparing the passphrase, ${percent}`,
  partOf: (done: string, all: string) => `${done} of ${all}`,
  notSaved: (why: string) => `Not saved: ${why}`,

  encryptWith: 'Encrypt with',
  decryptWith: 'Decrypt with',
  generated: 'A new passphrase of six words, made in this page',
  copy: 'Copy',
  copied: 'Copied',
  print: 'Print',
  qrCode: 'QR code',
  hideQrCode: 'Hide QR code',
  qrCodeOf: 'The passphrase as a QR code',
  newPassphrase: 'New',
  useOwn: 'Use my own',
  useGenerated: 'Use a new one of six words',
  generatedHint: 'Nobody can open the files without it, or get it back: keep it before you close this page.',
  passphraseCopied: 'The passphrase is copied. Keep it where only you can read it.',
  copyRefused: 'The browser does not allow copying here: select the text and copy it by hand.',
  ownPassphrase: 'Your passphrase',
  again: 'Type it again',
  ownHint: 'Five or six random words resist guessing; nobody can recover a forgotten one.',
  passphrase: 'Passphrase',
  show: 'Show',
  hide: 'Hide',
  showPassphrase: 'Show passphrase',
  hidePassphrase: 'Hide passphrase',
  typePassphrase: 'Type a passphrase.',
  passphrasesDiffer: 'The passphrases differ.',
  halfCharacter: 'There is half a character in it: delete what looks like � and type it again.',
  strength: 'Strength',
  strengths: ['guessed at once', 'guessed soon', 'not enough for a file', 'fair', 'strong'],
  replacePassphrase: (count: number) =>
    `This passphrase opens ${files(count)} of the list, and no other does. Have you kept it? Use another one from now on?`,

  advanced: 'Advanced',
  useKey: 'Use a key in place of a passphrase',
  key: 'Key',
  keyPlaceholder: '32 hexadecimal digits',
  keyMissing: 'Enter a key, or load a key file.',
  keyWrong: 'A key is 32 hexadecimal digits, or the line of a key file.',
  keyFileWrong: (name: string) => `${name} is not a key file. A key file has one line: “romulus-key-1” and 32 digits.`,
  generateKey: 'Generate',
  loadKey: 'Load key file',
  saveKey: 'Save key file',
  keyHint: 'Nobody can open a file without its key: save the key before you encrypt.',
  keyMade: 'A new key is in the field. Save it.',
  keyLoaded: (name: string) => `The key of ${name} is in the field.`,
  keyHanded: 'The key file was handed to the browser: check your downloads.',
  replaceKey: 'Files were encrypted with the key in the field, and it is not saved. Use another one from now on?',
  mode: 'Mode',
  modeN: 'The fastest, and safe for files',
  modeM: 'Tolerates repeated nonces',
  modeT: 'Resists leakage; the slowest',

  start: (encrypt: number, decrypt: number) => {
    if (encrypt && decrypt) return `Encrypt ${encrypt}, decrypt ${decrypt}`;
    return decrypt ? `Decrypt ${files(decrypt)}` : `Encrypt ${files(encrypt)}`;
  },
  waiting: (count: number, size: string) => `${files(count)}, ${size}`,
  cancel: 'Cancel',
  progress: 'Overall progress',
  encrypting: 'Encrypting',
  decrypting: 'Decrypting',
  workingOn: 'Working on',
  packing: 'Packing',
  doing: (verb: string, count: number) => `${verb} ${files(count)}.`,
  doingNamed: (verb: string, name: string) => `${verb} ${name}`,
  percent: (verb: string, percent: string) => `${verb}: ${percent}`,
  pace: (speed: string, left: string) => `${speed}/s, ${left} left`,
  filePace: (count: number, left: string) => `${files(count)} per minute, ${left} left`,
  done: (encrypted: number, decrypted: number, failed: number) =>
    encrypted + decrypted === 0
      ? 'No file is done.'
      : sentence(
          encrypted ? `${files(encrypted)} encrypted` : '',
          decrypted ? `${files(decrypted)} decrypted` : '',
          failed ? `${failed} not` : '',
        ),
  cancelled: 'Cancelled. No unfinished file was saved.',
  resultsRemain: 'Cancelled. The results can still be downloaded.',
  keepTitle: 'Keep the passphrase',
  keepKeyTitle: 'Keep the key',
  getTitle: 'Get the files',
  getSummary: (count: number, size: string) => `${files(count)} done, ${size}`,
  reminder: 'Whoever opens these files needs this passphrase:',
  reminderKey: 'Whoever opens these files needs this key:',
  reminderOwn: 'Your own passphrase or key opens:',
  opens: 'It opens:',
  andMore: (count: number) => `and ${count} more`,
  encryptedText: 'the encrypted text',
  downloadAll: 'Download all (zip)',
  startOver: 'Start over',
  loss: {
    results: 'A result is not downloaded.',
    handed: 'Results were handed to the browser: check that they are in your downloads.',
    secrets: 'A passphrase or a key that was made here is not kept.',
    text: 'The encrypted text is not copied.',
  },
  startOverQuestion: 'Nobody can get it back afterwards. Start over?',
  allHanded: (count: number, name: string) => `${files(count)} handed to the browser in ${name}: check your downloads.`,

  text: 'Your text, or an encrypted text to open',
  textMissing: 'Type or paste a text first.',
  textStart: (isEncryption: boolean): string => (isEncryption ? 'Encrypt text' : 'Decrypt text'),
  textResult: (isEncryption: boolean): string =>
    isEncryption ? 'The encrypted text, for a mail or a chat' : 'The text',
  textDone: (isEncryption: boolean): string => (isEncryption ? 'The text is encrypted.' : 'The text is decrypted.'),
  textFailed: (why: string) => `Not done: ${why}`,
  textCopied: 'The text is copied.',
  textNotUtf8: 'What was encrypted is not a text. Save the encrypted text as a file, and open it under Files.',
  textPasted: 'The text that you pasted is here.',

  hashFile: 'Choose a file to check',
  hashExpected: 'Expected digest, if you have it (64 hexadecimal digits)',
  hashWrong: 'A digest has 64 hexadecimal digits.',
  hashResult: 'Romulus-H digest',
  hashing: 'Hashing',
  hashDone: (name: string) => `${name} is hashed.`,
  hashMatches: 'It matches: this is the file that the digest is of.',
  hashDiffers: 'It does not match: this is another file, or it was changed.',
  hashCopied: 'The digest is copied.',

  language: 'Language',
  footerFormat: 'Format',
  footerLimits: 'What it can and cannot do',
  footerSource: 'Source',
  offline: 'Works without a network from now on',
  about: 'About',
  programToo: 'The program romulus reads and writes the same files.',
  limits:
    'Who can change this page can change what it does: you trust the server each time it sends a new version. Names, lengths and the number of files are not hidden; an archive hides all but its own length. The page opens no files with associated data.',
  version: 'Version',
  pageHash: 'Hash of this page',

  damaged: 'The file is damaged: it was changed or cut after it was encrypted. No part of it was saved.',
  wrongPassphrase: 'This passphrase does not open the file, or its first bytes are damaged, or it has associated data.',
  wrongKey: 'This key does not open the file, or its first bytes are damaged, or it has associated data.',
  workerEnded: 'The browser stopped the work, perhaps because memory ran out. Try again.',
  tooLittleMemory: (size: string) =>
    `There is too little memory: a passphrase needs ${size}. Close other pages, or use a key.`,
  fileChanged: 'The file cannot be read. It was changed or removed since you chose it, or it is a folder.',
  noSpace: 'There is not enough space for the result. Free some, or remove results from the list, and try again.',
  storageLost: 'The browser removed what this page had stored while it worked. Try again.',
  notAllowed: 'The browser does not allow this page to store the result.',
  wentWrong: (kind: string) =>
    `Something went wrong for which this page has no words (${kind}). Try again; if that does not help, use another browser or the program romulus.`,
  resultGone: 'The browser has removed this result with the data of this site. Make it again.',
  notSealed: 'This is not an encrypted file, or only the beginning of one.',
  needsKey: 'This file opens with a key, not with a passphrase.',
  needsPassphrase: 'This file opens with a passphrase, not with a key.',
  tooMuchMemory: (needed: string, most: string) =>
    `Its passphrase needs ${needed} of memory, more than this page takes (${most}). If you trust the file, decrypt it with the program romulus.`,
  draftVersion: 'This page cannot read version 1 of the format, a draft with which no released program wrote files.',
  otherVersion: (version: number) =>
    `This page cannot read version ${version} of the format. A newer page or program reads it.`,
  newerFile: 'The file was made by a newer program than this page, or its first bytes are damaged.',
  armorDamaged:
    'The encrypted text is not whole, or there is other text in it: it begins with “-----BEGIN ROMULUS FILE-----” and ends with “-----END ROMULUS FILE-----”.',
  armorTooLong: 'The text is too long for this page: decrypt it with the program romulus.',
};

/** The type of an English text in another language. */
type Widened<Text> = Text extends string
  ? string
  : Text extends string[]
    ? string[]
    : Text extends Record<string, string>
      ? { readonly [Name in keyof Text]: string }
      : Text;
export type Words = { readonly [Name in keyof typeof english]: Widened<(typeof english)[Name]> };
