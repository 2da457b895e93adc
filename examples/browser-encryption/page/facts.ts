/** Facts that follow from the state: which secret opens what, what would be lost, and what is left to do. */
import { type Direction, nameOf, visible } from './names.js';
import {
  fewRows,
  type Result,
  type Row,
  type Secret,
  type State,
  sizeOf,
  type Use,
  type Used,
  useOf,
  type Work,
} from './state.js';
import { message, type Name, type Say, type Words } from './words.js';

export const pending = ({ rows }: State): Row[] => rows.filter(({ phase }) => phase.is !== 'done');

export const isOver = (state: State): boolean =>
  state.tab === 'files' && state.rows.length > 0 && pending(state).length === 0;

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

/** True if a result is not encrypted, or if one that is in a file of the browser's own is not. */
export const hasPlaintext = ({ rows }: State, isOnDisk = false): boolean =>
  rows.some(
    ({ phase, direction }) => direction === 'decrypt' && phase.is === 'done' && (phase.result.isOnDisk || !isOnDisk),
  );

/** Returns the rows of a long list that are shown: failed rows first, then rows under way, then the others. */
export function visibleRows({ rows, shown }: State): readonly Row[] {
  if (shown > fewRows || rows.length <= fewRows) return rows.slice(0, shown);
  const rank = ({ phase }: Row) => (phase.is === 'failed' ? 0 : phase.is === 'working' ? 1 : 2);
  return [...rows].sort((a, b) => rank(a) - rank(b)).slice(0, shown);
}

/** A secret, and the paths that it opens. An undefined path is a text. An undefined secret is the person's own. */
export type Reminder = { readonly secret: Secret | undefined; readonly paths: readonly (string | undefined)[] };

/** Returns reminders of the generated secrets that are in use, and of the person's own if it is used beside them. */
export function reminders({ used, rows, textResult, secrets }: State): Reminder[] {
  const inText = textResult?.secret !== undefined && !textResult.isCopied ? [{ secret: textResult.secret }] : [];
  const all: Used[] = [...used, ...rows.flatMap(useOf), ...inText];
  const pathsOf = (use: Use) => all.flatMap(({ secret, path }) => (secret === use ? [path] : []));
  const made = secrets.map((secret) => ({ secret, paths: pathsOf(secret.id) })).filter(({ paths }) => paths.length > 0);
  const own = pathsOf('own');
  return made.length > 0 && own.length > 0 ? [...made, { secret: undefined, paths: own }] : made;
}

/** Returns the reminders to show. The list is empty if the fields already show everything in it. */
export function shownReminders(state: State): Reminder[] {
  const { tab, usesOwn, usesKey, current } = state;
  const found = reminders(state);
  const isInField = needs('encrypt', state) && !usesOwn && !usesKey && found.length === 1;
  return tab === 'hash' || (isInField && found[0]?.secret?.id === current) ? [] : found;
}

export type Loss = Extract<Name, `lost${string}`>;

/** Returns the losses, certain or possible, if the person left the page now. */
export function losses(state: State): Loss[] {
  const places = state.rows.flatMap(({ phase }) => (phase.is === 'done' ? [phase.handed] : []));
  const found: [Loss, boolean][] = [
    ['lostResults', places.includes(undefined)],
    ['lostHanded', places.includes('browser')],
    ['lostSecrets', reminders(state).some(({ secret }) => secret && secret.id !== state.copied)],
    ['lostText', state.textResult?.secret !== undefined && !state.textResult.isCopied],
  ];
  return found.filter(([, isLost]) => isLost).map(([loss]) => loss);
}

export const mayLeave = (state: State): boolean => !state.work && losses(state).length === 0;

/** The number of listed files that only the current passphrase opens. A new passphrase would replace it. */
export const opensListed = ({ rows, current }: State): number =>
  rows.flatMap(useOf).filter(({ secret }) => secret === current).length;

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

const trimmed = (typed: string): string => typed.trim().normalize('NFC');

/** True if the person's own passphrase has spaces around it, which pasting may add, and which the page leaves out. */
export const isTrimmed = ({ fields: { own } }: State): boolean => own.trim() !== '' && own.trim() !== own;

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** Names a score of zxcvbn, from 0 to 4. */
export const strengthOf = (score: number): Name =>
  score < 3 ? 'strengthWeak' : score === 3 ? 'strengthFair' : 'strengthStrong';

export function secretFor(state: State, direction: Direction): GivenSecret {
  const { fields, usesKey, usesOwn, secrets, current } = state;
  if (usesKey) {
    const digits = digitsIn(fields.key);
    if (!digits) return { field: 'key', problem: message('keyWrong') };
    return { kind: 'key', text: digits, use: madeKey(state)?.id ?? 'own' };
  }
  if (direction === 'encrypt' && !usesOwn) {
    const text = secrets.find(({ id }) => id === current)?.text ?? '';
    return { kind: 'passphrase', text, use: current };
  }
  const field = direction === 'encrypt' ? 'own' : 'decrypt';
  // Decryption tries the passphrase with its spaces too, for files that were encrypted that way.
  const text = direction === 'encrypt' ? trimmed(fields.own) : fields.decrypt;
  if (text === '') return { field, problem: message('typePassphrase') };
  if (!isWellFormed(text)) return { field, problem: message('halfCharacter') };
  if (direction === 'encrypt' && trimmed(fields.again) !== text)
    return { field: 'again', problem: message('passphrasesDiffer') };
  return { kind: 'passphrase', text, use: 'own' };
}

export function textProblem({ fields: { text } }: State): Say | undefined {
  if (text === '') return message('textMissing');
  return isWellFormed(text) ? undefined : message('halfCharacter');
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function byteCount(count: number, words: Words): string {
  if (count < 1000) return count.toLocaleString(words('tag'), { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const rounded = Number(count.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(rounded) / 3), units.length - 1);
  const digits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return (rounded / 1000 ** power).toLocaleString(words('tag'), { style: 'unit', unit: units[power], ...digits });
}

function duration(milliseconds: number, words: Words): string {
  const seconds = Math.max(1, Math.ceil(Math.round(milliseconds) / 1000));
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute'];
  return count.toLocaleString(words('tag'), { style: 'unit', unit, unitDisplay: 'long' });
}

export const filesLine = (files: readonly { readonly size: number }[], words: Words): string =>
  `${words('files', { count: files.length })}, ${byteCount(sizeOf(files), words)}`;

/** A share from 0 to 1. */
export const percentOf = (fraction: number): string => `${Math.floor(100 * fraction)} %`;

export const shareOf = ({ processed, total, filesDone, files }: Work): number =>
  total === 0 ? filesDone / files : Math.min(processed / total, 1);

/** The first milliseconds of the work, in which nobody can tell how long it takes. */
const paceFrom = 1000;
/** The average length of files, in bytes, below which passphrases take most of the time. */
const shortFile = 500_000;

/** Describes the speed and the remaining time during work, and otherwise the waiting files. */
export function countLine(state: State, words: Words): string {
  const { work, tab } = state;
  const rows = pending(state);
  if (!work) return tab === 'files' && rows.length > 0 ? filesLine(rows, words) : '';
  const { files, filesDone, total, processed, begun, now, active } = work;
  const isOfFiles = files > 1 && total / files < shortFile;
  const [all, done, elapsed] = isOfFiles ? [files, filesDone, now - begun] : [total, processed, active];
  if (elapsed < paceFrom || done === 0) return '';
  const left = duration((Math.max(0, all - done) * elapsed) / done, words);
  if (isOfFiles) return words('filePace', { count: Math.round((60_000 * done) / elapsed), left });
  return words('pace', { speed: byteCount(Math.round((1000 * done) / elapsed), words), left });
}

/** Returns the line below the name of a file. */
export function noteOf({ phase, size }: Row, words: Words): string {
  const bytes = byteCount(size, words);
  if (phase.is === 'failed') return phase.why(words);
  if (phase.is === 'working' && phase.processed !== undefined)
    return words('partOf', { done: byteCount(phase.processed, words), all: bytes });
  if (phase.is === 'working' && phase.key !== undefined)
    return `${bytes} · ${words('preparing', { percent: percentOf(phase.key) })}`;
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
