/** Facts that follow from the state: which secret opens what, what would be lost, and what is left to do. */
import { type Direction, nameOf, visible } from './names.js';
import { type Result, type Row, type Secret, type State, sizeOf } from './state.js';
import { message, type Name, type Say, type Words } from './words.js';

export const pending = ({ rows }: State): Row[] => rows.filter(({ phase }) => phase.is !== 'done');

export const pendingTo = (direction: Direction, state: State): Row[] =>
  pending(state).filter((row) => row.direction === direction);

export const textDirection = ({ isArmored }: State): Direction => (isArmored ? 'decrypt' : 'encrypt');

/** Tells whether the start button would work in a direction. */
export function needs(direction: Direction, state: State): boolean {
  if (state.tab === 'text') return textDirection(state) === direction;
  return state.tab === 'files' && pendingTo(direction, state).length > 0;
}

const manyFiles = 10;
const fromFolder = (rows: readonly Row[]): boolean => rows.some(({ path }) => path.includes('/'));

export const offersArchive = (state: State): boolean => {
  const rows = pendingTo('encrypt', state);
  return rows.length >= manyFiles || fromFolder(rows);
};

export const makesArchive = (state: State): boolean => offersArchive(state) && (state.archive ?? true);

export const resultsOf = ({ rows }: Pick<State, 'rows'>): Result[] =>
  rows.flatMap(({ phase }) => (phase.is === 'done' ? phase.result : []));

/** Returns the results that are not encrypted. */
export const decryptedResults = ({ rows }: State): Result[] =>
  resultsOf({ rows: rows.filter(({ direction }) => direction === 'decrypt') });

const manyRows = 100;

/** Returns the rows that are shown of a long list: failed ones first. */
export function visibleRows({ rows }: State): readonly Row[] {
  const isFailed = ({ phase }: Row) => phase.is === 'failed';
  if (rows.length <= manyRows) return rows;
  return [...rows.filter(isFailed), ...rows.filter((row) => !isFailed(row))].slice(0, manyRows);
}

/** A secret that was made here, and the paths that it opens. An undefined path is a text. */
export type Reminder = { readonly secret: Secret; readonly paths: readonly (string | undefined)[] };

/** Returns reminders of the secrets that were made here and have encrypted something. */
export function reminders({ used, secrets }: State): Reminder[] {
  const pathsOf = (id: number) => [...new Set(used.flatMap(({ secret, path }) => (secret === id ? [path] : [])))];
  return secrets.map((secret) => ({ secret, paths: pathsOf(secret.id) })).filter(({ paths }) => paths.length > 0);
}

/** True if nothing would be lost that the page made. A browser that was handed a result may not have it. */
export function mayLeave(state: State): boolean {
  const { rows, work, copied, textResult } = state;
  const isSafe = ({ phase }: Row) => phase.is !== 'done' || phase.handed === 'folder';
  const isKept = ({ secret }: Reminder) => secret.id === copied;
  const isTextSafe = !textResult?.isEncrypted || textResult.isCopied;
  return work === undefined && isTextSafe && rows.every(isSafe) && reminders(state).every(isKept);
}

/** Returns the digits of the key in a text, or undefined if the text is not a key. */
const digitsIn = (text: string): string | undefined =>
  /^(?:romulus-key-1 )?([0-9a-f]{32})$/i.exec(text.trim())?.[1]?.toLowerCase();

/** A secret, with its number if it was made here, or what is wrong with a field. */
export type GivenSecret =
  | { readonly text: string; readonly kind: Secret['kind']; readonly made?: number | undefined }
  | { readonly field: 'own' | 'decrypt' | 'key'; readonly problem: Say };

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

export function secretFor(state: State, direction: Direction): GivenSecret {
  const { fields, usesKey, usesOwn, secrets, current } = state;
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
  const text = direction === 'encrypt' ? fields.own.normalize('NFC') : fields.decrypt;
  if (text.trim() === '') return { field, problem: message('typePassphrase') };
  if (!isWellFormed(text)) return { field, problem: message('halfCharacter') };
  // Pasting may add spaces, which nobody sees or types again.
  if (direction === 'encrypt' && text !== text.trim()) return { field, problem: message('spacesAround') };
  return { kind: 'passphrase', text };
}

export function textProblem({ fields: { text } }: State): Say | undefined {
  if (text === '') return message('textMissing');
  return isWellFormed(text) ? undefined : message('halfCharacter');
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function byteCount(count: number, words: Words): string {
  if (count < 1000) return count.toLocaleString(words('tag'), { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const power = Math.min(Math.floor(Math.log10(count) / 3), units.length - 1);
  const format = { style: 'unit', unit: units[power], maximumSignificantDigits: 3 } as const;
  return (count / 1000 ** power).toLocaleString(words('tag'), format);
}

export const filesLine = (files: readonly { readonly size: number }[], words: Words): string =>
  `${words('files', { count: files.length })}, ${byteCount(sizeOf(files), words)}`;

/** Returns the line below the name of a file. */
export function noteOf({ phase, size }: Row, words: Words): string {
  const bytes = byteCount(size, words);
  if (phase.is === 'failed') return phase.why(words);
  if (phase.is !== 'done') return bytes;
  if (phase.handed) return words(phase.handed === 'folder' ? 'inFolder' : 'handed');
  const { path, contents } = phase.result;
  return `${visible(nameOf(path))} · ${byteCount(contents.size, words)}`;
}

/** Compares the digest with the expected one, which is wrong if it is no digest. Undefined without both. */
export function verdict({ digest, fields }: State): Name | undefined {
  // Programs write the name behind the digest, so only the first word counts.
  const [expected = ''] = fields.expected.trim().toLowerCase().split(/\s/);
  if (expected === '' || digest === '') return undefined;
  if (!/^[\da-f]{64}$/.test(expected)) return 'hashWrong';
  return expected === digest ? 'hashMatches' : 'hashDiffers';
}
