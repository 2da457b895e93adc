/** Facts that follow from the state: which secret opens which file, what would be lost, what is left to do, and how long it takes. */
import { type Direction, nameOf, visible } from './names.js';
import type { Result, Row, Say, Secret, State, Use, Used, Work } from './state.js';
import { fewRows } from './state.js';
import type { Words } from './words/english.js';

const isPending = ({ phase }: Row): boolean => phase.is !== 'done';

export const pending = ({ rows }: State): Row[] => rows.filter(isPending);

export const isOver = (state: State): boolean =>
  state.tab === 'files' && state.rows.length > 0 && !state.rows.some(isPending);

export const countTo = (state: State, direction: Direction): number =>
  pending(state).filter((row) => row.direction === direction).length;

export const isArmored = (text: string): boolean => /^[ \t\r\n]*-----BEGIN ROMULUS FILE-----/.test(text);

/** Tells in which directions the start button would work. */
export function needs(state: State): Record<Direction, boolean> {
  const opensText = isArmored(state.fields.text);
  if (state.tab === 'text') return { encrypt: !opensText, decrypt: opensText };
  if (state.tab === 'hash') return { encrypt: false, decrypt: false };
  return { encrypt: countTo(state, 'encrypt') > 0, decrypt: countTo(state, 'decrypt') > 0 };
}

const manyFiles = 10;

export const toPack = (state: State): Row[] => pending(state).filter(({ direction }) => direction === 'encrypt');
const fromFolder = (rows: readonly Row[]): boolean => rows.some(({ path }) => path.includes('/'));

export const offersArchive = (state: State): boolean => {
  const rows = toPack(state);
  return rows.length >= manyFiles || (rows.length > 0 && fromFolder(rows));
};

export const makesArchive = (state: State): boolean =>
  offersArchive(state) && (state.archive ?? fromFolder(toPack(state)));

export const resultsOf = ({ rows }: Pick<State, 'rows'>): Result[] =>
  rows.flatMap(({ phase }) => (phase.is === 'done' ? phase.result : []));

/** Returns the rows of a long list that are shown: failed rows first, then rows under way, then the others. */
export function visibleRows({ rows, shown }: State): readonly Row[] {
  if (rows.length <= fewRows || shown >= rows.length) return rows;
  if (shown > fewRows) return rows.slice(0, shown);
  const is = (phase: Row['phase']['is']) => rows.filter((row) => row.phase.is === phase).slice(0, shown);
  const urgent = [...is('failed'), ...is('working')];
  return [...urgent, ...rows.filter((row) => !urgent.includes(row)).slice(0, shown)].slice(0, shown);
}

/** A secret, and the paths that it opens. An undefined path is a text. An undefined secret is the person's own. */
export interface Reminder {
  readonly secret: Secret | undefined;
  readonly paths: readonly (string | undefined)[];
}

/**
 * Returns a reminder for each generated secret that has encrypted something. If there is such a reminder, the person's own secret gets one
 * too.
 */
export function reminders({ used, textResult, removed, secrets }: State): Reminder[] {
  const inText = textResult?.secret !== undefined && !textResult.isCopied ? [{ secret: textResult.secret }] : [];
  const all: Used[] = [...used.filter(({ row }) => row === undefined || row !== removed?.id), ...inText];
  const pathsOf = (use: Use) => all.flatMap(({ secret, path }) => (secret === use ? [path] : []));
  const made = secrets.map((secret) => ({ secret, paths: pathsOf(secret.id) })).filter(({ paths }) => paths.length > 0);
  const own = pathsOf('own');
  return made.length > 0 && own.length > 0 ? [...made, { secret: undefined, paths: own }] : made;
}

/** Returns the reminders to show. The list is empty if the fields already show everything in it. */
export function shownReminders(state: State): Reminder[] {
  const { tab, usesOwn, usesKey, current } = state;
  const found = reminders(state);
  const isInField = needs(state).encrypt && !usesOwn && !usesKey && found.length === 1;
  return tab === 'hash' || (isInField && found[0]?.secret?.id === current) ? [] : found;
}

export type Loss = keyof Words['loss'];

/** Returns the losses, certain or possible, if the person left the page now. */
export function losses(state: State): Loss[] {
  const handed = state.rows.flatMap(({ phase }) => (phase.is === 'done' ? phase.isHanded === true : []));
  const found: [Loss, boolean][] = [
    ['results', handed.includes(false)],
    ['handed', handed.includes(true)],
    ['secrets', reminders(state).some(({ secret }) => secret && secret.id !== state.copied)],
    ['text', state.textResult?.isEncryption === true && !state.textResult.isCopied],
  ];
  return found.filter(([, isLost]) => isLost).map(([loss]) => loss);
}

export const mayLeave = (state: State): boolean => !state.work && losses(state).length === 0;

/** The number of listed files that only the current passphrase opens. A new passphrase would replace it. */
export const opensListed = (state: State): number =>
  state.rows.filter(({ id }) => state.used.some((each) => each.row === id && each.secret === state.current)).length;

/** Returns the digits of the key in a text, or undefined if the text is not a key. */
export const digitsIn = (text: string): string | undefined =>
  /^(?:romulus-key-1 )?([0-9a-f]{32})$/i.exec(text.trim())?.[1]?.toLowerCase();

const madeKey = ({ secrets, fields }: State): Secret | undefined =>
  secrets.find(({ kind, text }) => kind === 'key' && text === digitsIn(fields.key));

/** True if the key in the field was made here, has encrypted something, and is nowhere else. */
export function keyIsAtRisk(state: State): boolean {
  const made = madeKey(state);
  return made !== undefined && !made.isHanded && reminders(state).some(({ secret }) => secret === made);
}

export type GivenSecret =
  | { readonly text: string; readonly kind: Secret['kind']; readonly use: Use }
  | { readonly field: 'own' | 'again' | 'decrypt' | 'key'; readonly problem: Say };

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

export function secretFor(state: State, direction: Direction): GivenSecret {
  const { fields, usesKey, usesOwn, secrets, current } = state;
  if (usesKey) {
    const digits = digitsIn(fields.key);
    if (!digits) return { field: 'key', problem: (words) => (fields.key === '' ? words.keyMissing : words.keyWrong) };
    return { kind: 'key', text: digits, use: madeKey(state)?.id ?? 'own' };
  }
  if (direction === 'encrypt' && !usesOwn) {
    const text = secrets.find(({ id }) => id === current)?.text ?? '';
    return { kind: 'passphrase', text, use: current };
  }
  const field = direction === 'encrypt' ? 'own' : 'decrypt';
  const typed = fields[field];
  // Pasting may add spaces around a passphrase. Decryption also tries the passphrase with its spaces, for files encrypted that way.
  const text = direction === 'encrypt' ? typed.trim().normalize('NFC') : typed;
  if (text === '') return { field, problem: (words) => words.typePassphrase };
  if (!isWellFormed(text)) return { field, problem: (words) => words.halfCharacter };
  if (direction === 'encrypt' && fields.again.trim().normalize('NFC') !== text)
    return { field: 'again', problem: (words) => words.passphrasesDiffer };
  return { kind: 'passphrase', text, use: 'own' };
}

export function textProblem({ fields: { text } }: State): Say | undefined {
  if (text === '') return (words) => words.textMissing;
  return isWellFormed(text) ? undefined : (words) => words.halfCharacter;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function byteCount(count: number, { tag }: Words): string {
  if (count < 1000) return count.toLocaleString(tag, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const rounded = Number(count.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(rounded) / 3), units.length - 1);
  const digits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return (rounded / 1000 ** power).toLocaleString(tag, { style: 'unit', unit: units[power], ...digits });
}

function duration(milliseconds: number, { tag }: Words): string {
  const seconds = Math.max(1, Math.ceil(Math.round(milliseconds) / 1000));
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute'];
  return count.toLocaleString(tag, { style: 'unit', unit, unitDisplay: 'long' });
}

/** A share from 0 to 1. */
export const percentOf = (fraction: number): string => `${Math.floor(100 * fraction)} %`;

export const shareOf = ({ processed, total, filesDone, files }: Work): number =>
  total === 0 ? filesDone / files : Math.min(processed / total, 1);

/** The first milliseconds of the work, in which nobody can tell how long it takes. */
const paceFrom = 1000;
/**
 * The average length of files, in bytes, below which bytes per second mean nothing. The passphrases of such files take most of the time.
 */
const shortFile = 500_000;

/** Describes the speed and the remaining time during work, and otherwise the waiting files. */
export function countLine(state: State, words: Words): string {
  const { work, tab } = state;
  const rows = pending(state);
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  if (!work) return tab === 'files' && rows.length > 0 ? words.filesOf(rows.length, byteCount(size, words)) : '';
  const { files, filesDone, total, processed, since, now } = work;
  const elapsed = now - since;
  if (elapsed < paceFrom) return '';
  const left = (fraction: number) => duration(((1 - fraction) * elapsed) / fraction, words);
  if (files > 1 && total / files < shortFile)
    return filesDone === 0 ? '' : words.filePace(Math.round((60_000 * filesDone) / elapsed), left(filesDone / files));
  if (processed === 0) return '';
  return words.pace(byteCount(Math.round((1000 * processed) / elapsed), words), left(shareOf(work)));
}

/** Returns the line below the name of a file. */
export function noteOf({ phase, size }: Row, words: Words): string {
  const bytes = byteCount(size, words);
  if (phase.is === 'failed') return phase.why(words);
  if (phase.is === 'working' && phase.processed !== undefined)
    return words.partOf(byteCount(phase.processed, words), bytes);
  if (phase.is === 'working' && phase.key !== undefined) return `${bytes} · ${words.preparing(percentOf(phase.key))}`;
  if (phase.is !== 'done') return bytes;
  if (phase.problem) return words.notSaved(phase.problem(words));
  if (phase.isHanded) return words.handed;
  const { path, contents } = phase.result;
  return `${visible(nameOf(path))} · ${byteCount(contents.size, words)}`;
}

/**
 * Compares the digest with the expected one. Returns `wrong` if the expected text is not a digest, and undefined if there is nothing to
 * compare.
 */
export function verdict({ digest, fields }: State): 'same' | 'other' | 'wrong' | undefined {
  // Programs write the name behind the digest, so only the first word counts.
  const [expected = ''] = fields.expected.trim().toLowerCase().split(/\s/);
  if (expected === '' || digest === '') return undefined;
  if (!/^[\da-f]{64}$/.test(expected)) return 'wrong';
  return expected === digest ? 'same' : 'other';
}
