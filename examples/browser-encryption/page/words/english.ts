/** All texts of the page in English. Each other language has the same. */

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);
const causes =
  'the file was encrypted with associated data (only the program romulus opens those), or its first bytes are damaged.';
const damaged = 'The file is damaged: it was changed or cut after it was encrypted. No part of it was saved.';

export const english = {
  title: 'Encrypt files in your browser',
  subtitle: 'Nothing is uploaded: no file, no passphrase and no key leaves this page.',
  notStartedTitle: 'The page has not started',
  notStarted:
    'It encrypts with JavaScript and WebAssembly, in this browser. If this text stays, one of them is switched off or blocked here, or the browser is too old: allow them for this page, or use the program romulus.',
  cannotStart: 'The encryption cannot start',
  plainHttp:
    'This page came over an unprotected connection (plain HTTP): somebody on the way could have changed it, and browsers keep back what it needs. Open it by an address that begins with https:// instead.',
  noWebAssembly:
    'This browser has WebAssembly switched off, which the encryption needs: by its settings, or by a lockdown mode. Allow it for this page, or use another browser or the program romulus.',
  notLoaded: (hint: string) =>
    `This browser could not load it, or is not allowed to run it. Load the page again; if that does not help, tell whoever runs this site: ${hint}.`,

  tabs: 'What to work on',
  tabFiles: 'Files',
  tabText: 'Text',
  tabHash: 'Check a hash',

  drop: 'Choose files',
  dropMore: 'Choose more files',
  dropHint: 'or drop files, folders or text anywhere on this page',
  chooseFolder: 'Choose a folder',
  files: 'Files',
  emptyFolder: 'There is no file in that folder.',
  addedWhileWorking: 'Files can be added once the work is done or cancelled.',
  added: (encrypt: number, decrypt: number) =>
    [encrypt > 0 ? `${files(encrypt)} to encrypt` : '', decrypt > 0 ? `${files(decrypt)} to decrypt` : '']
      .filter(Boolean)
      .join(', ')
      .concat('.'),
  encryptIt: 'Encrypt',
  decryptIt: 'Decrypt',
  encryptInstead: (name: string) => `Encrypt ${name} once more, instead of decrypting it`,
  decryptInstead: (name: string) => `Decrypt ${name}, as it was meant`,
  remove: (name: string) => `Remove ${name}`,
  download: 'Download',
  downloaded: 'Downloaded',
  downloadNamed: (name: string) => `Download ${name}`,
  gettingReady: 'getting ready',
  preparing: (percent: string) => `preparing the passphrase, ${percent}`,
  partOf: (done: string, all: string) => `${done} of ${all}`,
  savedAs: (name: string) => `Saved as ${name}`,
  notSaved: (why: string) => `Not saved: ${why}`,

  lockWith: 'Lock with',
  unlockWith: 'Unlock with',
  generated: 'A new passphrase of six words, made in this page',
  copy: 'Copy',
  copied: 'Copied',
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
  strength: 'Strength',
  strengths: ['guessed at once', 'guessed soon', 'not enough for a file', 'fair', 'strong'],
  replacePassphrase:
    'Files were encrypted with this passphrase, and you have not copied it. Nobody can open them without it. Replace it nevertheless?',

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
  keySaved: 'The key file is in your downloads. Keep it where only you can read it.',
  replaceKey:
    'Files were encrypted with the key in the field, and it is not saved. Nobody can open them without it. Replace it nevertheless?',
  mode: 'Mode',
  modeN: 'The fastest, and safe for files',
  modeM: 'Tolerates repeated nonces',
  modeT: 'Resists leakage; the slowest',

  start: (encrypt: number, decrypt: number) => {
    if (encrypt === 0 && decrypt === 0) return 'Encrypt';
    if (decrypt === 0) return `Encrypt ${files(encrypt)}`;
    if (encrypt === 0) return `Decrypt ${files(decrypt)}`;
    return `Encrypt ${encrypt}, decrypt ${decrypt}`;
  },
  waiting: (count: number, size: string) => `${files(count)}, ${size}`,
  cancel: 'Cancel',
  progress: 'Overall progress',
  encrypting: 'Encrypting',
  decrypting: 'Decrypting',
  workingOn: 'Working on',
  packing: 'Packing',
  saving: 'Saving',
  doing: (verb: string, count: number) => `${verb} ${files(count)}.`,
  doingNamed: (verb: string, name: string) => `${verb} ${name}`,
  percent: (verb: string, percent: string) => `${verb}: ${percent}`,
  pace: (speed: string, left: string) => `${speed}/s, ${left} left`,
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  done: (encrypted: number, decrypted: number, failed: number) => {
    const parts = [
      encrypted > 0 ? `${files(encrypted)} encrypted` : '',
      decrypted > 0 ? `${files(decrypted)} decrypted` : '',
    ].filter(Boolean);
    return `${parts.join(', ')}${failed > 0 ? `, ${failed} not` : ''}.`;
  },
  noneDone: (isEncryption: boolean): string => `No file was ${isEncryption ? 'encrypted' : 'decrypted'}.`,
  cancelled: 'Cancelled. No unfinished file was saved.',
  resultsRemain: 'Cancelled. The results can still be downloaded.',
  doneTitle: (count: number, size: string) => `${files(count)} done, ${size}`,
  reminder: 'Whoever opens what you encrypted needs this passphrase:',
  reminderKey: 'Whoever opens what you encrypted needs the key, which is not saved yet.',
  downloadAll: 'Download all (zip)',
  saveToFolder: 'Save to folder',
  share: 'Share',
  startOver: 'Start over',
  startOverQuestion:
    'A result, a passphrase or a key is not saved yet, and nobody can get it back afterwards. Start over nevertheless?',
  inDownloads: (count: number, name: string) => `${files(count)} are in your downloads, in ${name}.`,
  shared: (count: number) => `${files(count)} shared.`,
  notShared: 'Nothing was shared. The results can still be downloaded.',
  noFolder: 'No folder was chosen. The results can still be downloaded.',
  savedIn: (count: number, folder: string) => `${files(count)} saved in the folder ${folder}.`,
  noneSaved: 'No file was saved.',
  stillThere: (count: number) => `${files(count)} can still be downloaded.`,

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
  hashing: (name: string, percent: string) => `Hashing ${name}: ${percent}`,
  hashDone: (name: string) => `${name} is hashed.`,
  hashMatches: 'It matches: this is the file that the digest is of.',
  hashDiffers: 'It does not match: this is another file, or it was changed.',
  hashCopied: 'The digest is copied.',

  footerLanguage: 'Language',
  footerFormat: 'Format',
  footerLimits: 'What it can and cannot do',
  footerSource: 'Source',
  footerHash: 'page',
  offline: 'Works without a network from now on',
  install: 'Install as an app',
  programToo: 'The program romulus reads and writes the same files.',
  limitsTitle: 'Limits',
  limits:
    'Who can change this page can change what it does: you trust the server each time it sends a new version. Names, lengths and the number of files are not hidden. The page opens no files with associated data.',

  damaged,
  wrongPassphrase: `The passphrase is wrong, or ${causes}`,
  wrongKey: `This is not the key that the file was encrypted with, or ${causes}`,
  workerEnded: 'The browser stopped the work, perhaps because memory ran out. Try again.',
  tooLittleMemory: (size: string) =>
    `There is too little memory: a passphrase needs ${size}. Close other pages, or use a key.`,
  cannotBeRead: (why: string) => `The file cannot be read: ${why}.`,
  fileChanged: 'The file cannot be read. It was changed or removed since you chose it, or it is a folder.',
  noSpace:
    'There is not enough space for the result. Free space on the disk or remove results from the list, and try again.',
  notAllowed: 'The page is not allowed to write the result there.',
  wentWrong: (why: string) => `Something went wrong: ${why}.`,
  resultGone: 'The browser has removed this result with the data of this site. Make it again.',
  nameNotAllowed: 'The browser allows no file of this name in a folder.',
  notSealed: 'This is not an encrypted file, or only the beginning of one.',
  needsKey: 'This file opens with a key, not with a passphrase.',
  needsPassphrase: 'This file opens with a passphrase, not with a key.',
  tooMuchMemory: (needed: string, most: string) =>
    `Its passphrase needs ${needed} of memory, more than this page takes (${most}). If you trust the file, decrypt it with the program romulus.`,
  otherVersion: (why: string) => `This page cannot read the file: ${why}.`,
  newerFile: 'The file was made by a newer program than this page, or its first bytes are damaged.',
  armorDamaged:
    'The encrypted text is not whole, or there is other text in it: it begins with “-----BEGIN ROMULUS FILE-----” and ends with “-----END ROMULUS FILE-----”.',
  armorTooLong: 'The text is too long for this page: decrypt it with the program romulus.',
};

/** What another language has in place of an English text. */
type Widened<Text> = Text extends string ? string : Text extends string[] ? string[] : Text;
export type Words = { readonly [Name in keyof typeof english]: Widened<(typeof english)[Name]> };
