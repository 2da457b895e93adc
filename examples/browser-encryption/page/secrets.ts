/** Makes, copies, prints, loads and saves passphrases and keys. */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { fromHex, generateKey, toHex, wipe } from 'romulus-wasm';
import { formatKeyFile, parseKeyFile } from 'romulus-wasm/stream';
import { addSecret, complain, focusOn, say, set, state, typeInto, words } from './state.js';
import { hand } from './storage.js';
import { message } from './words.js';

/** Makes a passphrase of six words, which have 66 bits. Each guess costs as much as the derivation of a key. */
export function generatePassphrase(): void {
  const numbers = crypto.getRandomValues(new Uint16Array(6));
  // The list has 2^11 words, so 11 bits of a random number choose one without bias.
  const chosen = Array.from(numbers, (number) => wordlist[number % 2 ** 11] as string);
  numbers.fill(0);
  addSecret('passphrase', chosen.join('-'));
}

/** Chooses between the person's own passphrase and a new generated one, for the next files. */
export function choosePassphrase(usesOwn: boolean): void {
  if (!usesOwn) generatePassphrase();
  set({ usesOwn });
  focusOn(usesOwn ? 'own' : 'copy-generated');
}

export function makeKey(): void {
  const key = generateKey();
  const digits = toHex(key);
  wipe(key);
  addSecret('key', digits);
  typeInto('key', digits);
}

const longestFile = 1024;

export async function loadKey(file: File): Promise<void> {
  const { name } = file;
  try {
    const key = parseKeyFile(await file.slice(0, longestFile).text());
    typeInto('key', toHex(key));
    say(message('keyLoaded', { name }));
    wipe(key);
  } catch {
    complain('key', message('keyFileWrong', { name }));
  }
}

export function saveKey(digits: string): void {
  hand('romulus.key', new Blob([formatKeyFile(fromHex(digits))], { type: 'application/octet-stream' }));
  say(message('handed'));
}

export const copy = (text: string, note: () => void): Promise<void> =>
  navigator.clipboard.writeText(text).then(note, () => say(message('copyRefused')));

/** Tells the person before the work if their own passphrase is weak, as far as that can be estimated, and asks whether to go on. */
export async function acceptsStrength(): Promise<boolean> {
  const loading = Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  const loaded = await loading.catch(() => undefined);
  if (!loaded) return true;
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = loaded;
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs });
  // Only the beginning is judged, because more would take long.
  return zxcvbn.check(state.value.fields.own.slice(0, 100)).score > 2 || confirm(words('weakPassphrase'));
}
