/** Facts that follow from the state: which secret opens what, what would be lost, and what is left to do. */
import { type Direction, nameOf, visible } from './names.js';
import { isWorking, type Result, type Row, resultsOf, type Secret, sizeOf, state, words } from './state.js';
import { message, type Name, type Say } from './words.js';

export const pending = (): Row[] => state.value.rows.filter(({ phase }) => phase.is !== 'done');

export const pendingTo = (direction: Direction): Row[] => pending().filter((row) => row.direction === direction);

export const textDirection = (): Direction => (state.value.isArmored ? 'decrypt' : 'encrypt');

/** Tells whether the start button would work in a direction. */
export function needs(direction: Direction): boolean {
  const { tab } = state.value;
  if (tab === 'text') return textDirection() === direction;
  return tab === 'files' && pendingTo(direction).length > 0;
}

const manyFiles = 10;

export function offersArchive(): boolean {
  const rows = pendingTo('encrypt');
  return rows.length >= manyFiles || rows.some(({ path }) => path.includes('/'));
}

export const makesArchive = (): boolean => offersArchive() && (state.value.archive ?? true);

/** Returns the results that are not encrypted. */
export const decryptedResults = (): Result[] =>
  resultsOf(state.value.rows.filter(({ direction }) => direction === 'decrypt'));

const manyRows = 100;

/** Returns the rows that are shown of a long list: failed ones first. */
export function visibleRows(): readonly Row[] {
  const { rows } = state.value;
  const isFailed = ({ phase }: Row) => phase.is === 'failed';
  if (rows.length <= manyRows) return rows;
  return [...rows.filter(isFailed), ...rows.filter((row) => !isFailed(row))].slice(0, manyRows);
}

/** A secret that was made here, and the paths that it opens. An undefined path is a text. */
export type Reminder = { readonly secret: Secret; readonly paths: readonly (string | undefined)[] };

/** Returns reminders of the secrets that were made here and have encrypted something. */
export function reminders(): Reminder[] {
  const { used, secrets } = state.value;
  const pathsOf = (id: number) => [...new Set(used.flatMap(({ secret, path }) => (secret === id ? [path] : [])))];
  return secrets.map((secret) => ({ secret, paths: pathsOf(secret.id) })).filter(({ paths }) => paths.length > 0);
}

/** True if nothing would be lost that the page made. A browser that was handed a result may not have it. */
export function mayLeave(): boolean {
  const { rows, copied, textResult } = state.value;
  const isSafe = ({ phase }: Row) => phase.is !== 'done' || phase.handed === 'folder';
  const isKept = ({ secret }: Reminder) => secret.id === copied;
  const isTextSafe = !textResult?.isEncrypted || textResult.isCopied;
  return !isWorking() && isTextSafe && rows.every(isSafe) && reminders().every(isKept);
}

/** Returns the digits of the key in a text, or undefined if the text is not a key. */
const digitsIn = (text: string): string | undefined =>
  /^(?:romulus-key-1 )?([0-9a-f]{32})$/i.exec(text.trim())?.[1]?.toLowerCase();

/** A secret, with its number if it was made here, or what is wrong with a field. */
export type GivenSecret =
  | { readonly text: string; readonly kind: Secret['kind']; readonly made?: number | undefined }
  | { readonly field: 'own' | 'decrypt' | 'key'; readonly problem: Say };

export function secretFor(direction: Direction): GivenSecret {
  const { fields, usesKey, usesOwn, secrets, current } = state.value;
  if (usesKey) {
    const digits = digitsIn(fields.key);
    if (!digits) return { field: 'key', problem: message('keyWrong') };
    return { kind: 'key', text: digits, made: secrets.find(({ text }) => text === digits)?.id };
  }
  if (direction === 'encrypt' && !usesOwn) {
    const text = secrets.find(({ id }) => id === current)?.text ?? '';
    return { kind: 'passphrase', text, made: current };
  }
  const field = direction === 'encrypt' ? 'own' : 'decrypt';
  const text = fields[field];
  if (text.trim() === '') return { field, problem: message('typePassphrase') };
  if (!text.isWellFormed()) return { field, problem: message('halfCharacter') };
  // Pasting may add spaces, which nobody sees or types again.
  if (direction === 'encrypt' && text !== text.trim()) return { field, problem: message('spacesAround') };
  return { kind: 'passphrase', text };
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function byteCount(count: number): string {
  if (count < 1000) return count.toLocaleString(words('tag'), { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const power = Math.min(Math.floor(Math.log10(count) / 3), units.length - 1);
  const format = { style: 'unit', unit: units[power], maximumSignificantDigits: 3 } as const;
  return (count / 1000 ** power).toLocaleString(words('tag'), format);
}

export const filesLine = (files: readonly { readonly size: number }[]): string =>
  `${words('files', { count: files.length })}, ${byteCount(sizeOf(files))}`;

/** Returns the line below the name of a file. */
export function noteOf({ phase, size }: Row): string {
  const bytes = byteCount(size);
  if (phase.is === 'failed') return phase.why(words);
  if (phase.is !== 'done') return bytes;
  if (phase.handed) return words(phase.handed === 'folder' ? 'inFolder' : 'handed');
  const { path, contents } = phase.result;
  return `${visible(nameOf(path))} · ${byteCount(contents.size)}`;
}

/** Compares the digest with the expected one, which is wrong if it is no digest. Undefined without both. */
export function verdict(): Name | undefined {
  const { digest, fields } = state.value;
  // Programs write the name behind the digest, so only the first word counts.
  const [expected = ''] = fields.expected.trim().toLowerCase().split(/\s/);
  if (expected === '' || digest === '') return undefined;
  if (!/^[\da-f]{64}$/.test(expected)) return 'hashWrong';
  return expected === digest ? 'hashMatches' : 'hashDiffers';
}
