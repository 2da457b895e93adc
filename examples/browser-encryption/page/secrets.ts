/** Makes, copies, prints, loads and saves passphrases and keys. */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { fromHex, generateKey, toHex, wipe } from 'romulus-wasm';
import { formatKeyFile, parseKeyFile } from 'romulus-wasm/stream';
import { keyIsAtRisk, opensListed, secretFor, strengthOf } from './facts.js';
import { hand } from './hand.js';
import { Problem } from './problem.js';
import { addSecret, type Change, nextId, type Secret, type } from './state.js';
import { change, complain, focusOn, say, set, state, words } from './visit.js';
import { message } from './words.js';

/** Makes a passphrase of six words, which have 66 bits. Each guess costs as much as the derivation of a key. */
export function generatePassphrase(): void {
  const numbers = crypto.getRandomValues(new Uint16Array(6));
  // The list has 2^11 words, so 11 bits of a random number choose one without bias.
  const chosen = Array.from(numbers, (number) => wordlist[number % 2 ** 11] as string);
  numbers.fill(0);
  change(addSecret({ id: nextId(), kind: 'passphrase', text: chosen.join('-') }));
}

/** Replaces the passphrase for the next files: by the person's own, or by a generated one. */
export function replacePassphrase(usesOwn: boolean): void {
  const listed = state.value.usesOwn ? 0 : opensListed(state.value);
  if (listed > 0 && !confirm(words('replacePassphrase', { count: listed }))) return;
  if (!usesOwn) generatePassphrase();
  if (usesOwn !== state.value.usesOwn) focusOn(usesOwn ? 'own' : 'copy-generated');
  set({ usesOwn });
}

export const mayReplaceKey = (): boolean => !keyIsAtRisk(state.value) || confirm(words('replaceKey'));

export function makeKey(): void {
  if (!mayReplaceKey()) return;
  const key = generateKey();
  const digits = toHex(key);
  wipe(key);
  change(addSecret({ id: nextId(), kind: 'key', text: digits }), type('key', digits));
  say(message('keyMade'));
}

const longestFile = 1024;

export async function loadKey(file: File): Promise<void> {
  const { name } = file;
  try {
    const key = parseKeyFile(await file.slice(0, longestFile).text());
    if (mayReplaceKey())
      change(type('key', toHex(key)), (state) => ({ ...state, said: message('keyLoaded', { name }) }));
    wipe(key);
  } catch {
    complain('key', message('keyFileWrong', { name }));
  }
}

/** Hands the browser a key file with these digits, or with the key in the field if there are none. */
export function saveKey(digits?: string) {
  const given = digits ? { text: digits } : secretFor({ ...state.value, usesKey: true }, 'encrypt');
  if ('problem' in given) return complain('key', given.problem);
  const { text } = given;
  hand('romulus.key', new Blob([formatKeyFile(fromHex(text))], { type: 'application/octet-stream' }));
  set({ secrets: state.value.secrets.map((each) => (each.text === text ? { ...each, isHanded: true } : each)) });
  say(message('handed'));
}

export const copy = (text: string, note: Change): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => change(note),
    () => say(message('copyRefused')),
  );

/** Estimates how hard the person's own passphrase is to guess, if the code for this can be loaded. */
export async function judge(): Promise<void> {
  const strength = await import('./strength.js').catch(() => undefined);
  set({ score: strength?.scoreOf(state.value.fields.own.trim()) });
}

/** Tells the person before the work if their own passphrase is weak, and asks whether to go on. */
export async function acceptsStrength(): Promise<boolean> {
  if (state.value.score === undefined) await judge();
  const { score = 4 } = state.value;
  return score > 2 || confirm(words('weakPassphrase', { strength: words(strengthOf(score)) }));
}

export async function showCode(secret: Secret | undefined): Promise<void> {
  if (!secret) return set({ qr: undefined });
  const { encodeQR } = await import('qr').catch((error) => {
    throw new Problem(message('notLoaded'), error);
  });
  set({ qr: { secret: secret.id, squares: encodeQR(secret.text, 'raw') } });
}

/** Prints the secret with its QR code. The style for paper leaves out the rest of the page. */
export async function printSecret(secret: Secret): Promise<void> {
  await showCode(secret);
  setTimeout(() => {
    print();
    showCode(undefined);
  });
}
