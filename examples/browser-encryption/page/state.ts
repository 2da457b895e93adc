/** The visit: its one state, from which all that the page shows is derived, how it changes, its language and its focus. */
import { signal } from '@preact/signals';
import { isArmored } from 'romulus-wasm/stream';
import { archiveName, type Direction } from './names.js';
import { isLanguage, type Language, message, type Say, type Words, wordsOf } from './words.js';

export type Tab = 'files' | 'text' | 'hash';
export type Field = 'own' | 'decrypt' | 'key' | 'text' | 'expected';
export type ProblemField = Field | 'files';

/** A file that the page made. The page releases it once the state no longer holds it. */
export interface Result {
  readonly path: string;
  readonly contents: Blob;
  readonly isOnDisk: boolean;
  remove(): void;
}

export type Phase =
  | { readonly is: 'waiting' }
  | { readonly is: 'failed'; readonly why: Say }
  /** `handed` says who else has the result: a folder for sure, the browser perhaps. */
  | { readonly is: 'done'; readonly result: Result; readonly handed?: Place };

export type Place = 'browser' | 'folder';

export interface Row {
  readonly id: number;
  /** The name, with the names of the chosen folders before it. */
  readonly path: string;
  readonly size: number;
  /** The file, or the rows that an archive is made of. */
  readonly source: File | readonly Row[];
  readonly direction: Direction;
  readonly phase: Phase;
}

/** A passphrase, or the digits of a key, that was made here. */
export interface Secret {
  readonly id: number;
  readonly kind: 'passphrase' | 'key';
  readonly text: string;
}

/** A thing that a generated secret has encrypted: the file at a path, or a text, which has no path. */
type Used = { readonly secret: number; readonly path?: string | undefined };

/** Remembers a text, unless the person does not allow this site to store anything. */
export function remember(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {}
}

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

const languageKey = 'romulus-encrypt:language';

const firstLanguage = (): Language =>
  [remembered(languageKey), ...navigator.languages].map((tag) => tag?.split('-')[0] ?? '').find(isLanguage) ?? 'en';

export const nothing: Say = () => '';

export const state = signal({
  language: firstLanguage(),
  tab: 'files' as Tab,
  rows: [] as readonly Row[],
  archive: undefined as boolean | undefined,
  usesKey: false,
  usesOwn: false,
  secrets: [] as readonly Secret[],
  /** The number of the passphrase that encrypts next, unless the person uses their own. */
  current: 0,
  used: [] as readonly Used[],
  /** The number of the secret in the clipboard, which has room for only one. */
  copied: undefined as number | undefined,
  fields: { own: '', decrypt: '', key: '', text: '', expected: '' } as Readonly<Record<Field, string>>,
  /** True if the field for texts has armour, and so something to decrypt. */
  isArmored: false,
  problems: {} as Readonly<Partial<Record<ProblemField, Say | undefined>>>,
  /** The share of the work that is done, from 0 to 1, while there is work. */
  work: undefined as number | undefined,
  said: nothing,
  textResult: undefined as { text: string; isEncrypted: boolean; isCopied: boolean } | undefined,
  digest: '',
  /** The reason why the page cannot encrypt, either for now or in this browser at all. */
  broken: undefined as Say | undefined,
  isKept: false,
});

/** Changes a part of the state, and removes the results that it no longer holds. */
export function set(part: Partial<typeof state.value>): void {
  const before = part.rows ? resultsOf() : [];
  state.value = { ...state.peek(), ...part };
  const held = new Set(resultsOf());
  for (const result of before) if (!held.has(result)) result.remove();
}

/** The texts of the page, about a text on the tab for texts, and otherwise about files. */
export const words: Words = (name, values) => {
  const { language, tab } = state.value;
  return wordsOf(language)(name, { thing: tab === 'text' ? 'text' : 'file', ...values });
};

export function speak(language: Language): void {
  remember(languageKey, language);
  set({ language });
}

export const say = (said: Say): void => set({ said });

export const isWorking = (): boolean => state.value.work !== undefined;

/** Says what is wrong with a field, and puts the focus there, so that screen readers read both. */
export function complain(field: ProblemField, why: Say): void {
  set({ problems: { ...state.value.problems, [field]: why } });
  focusOn(field);
}

/** Puts the focus on the first of these elements that exists and is not inert, once the page is drawn. */
export function focusOn(...ids: readonly string[]): void {
  setTimeout(() => {
    const element = ids.map((id) => document.getElementById(id)).find((each) => each && !each.closest('[inert]'));
    element?.focus();
  });
}

/** Takes what was typed or dropped into a field. Removes the message about the field, and the result of the earlier text. */
export function typeInto(field: Field, value: string): void {
  const { fields, problems, textResult } = state.value;
  set({ fields: { ...fields, [field]: value }, problems: { ...problems, [field]: undefined } });
  if (field !== 'text') return;
  set({ isArmored: isArmored(value) });
  if (textResult) set({ textResult: undefined, said: nothing });
}

export const sizeOf = (parts: readonly { readonly size: number }[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0);

export const resultsOf = (rows = state.value.rows): Result[] =>
  rows.flatMap(({ phase }) => (phase.is === 'done' ? phase.result : []));

let ids = 1;
export const nextId = (): number => ids++;

const changeRows = (change: (row: Row) => Row): void => set({ rows: state.value.rows.map(change) });

export const setPhase = (id: number, phase: Phase): void =>
  changeRows((row) => (row.id === id ? { ...row, phase } : row));

export function pack(members: readonly Row[]): void {
  const path = archiveName(members.map((row) => row.path));
  const row: Row = { ...members[0]!, id: nextId(), path, size: sizeOf(members), source: members };
  set({ rows: [...state.value.rows.filter((each) => !members.includes(each)), row] });
}

/** Marks a row as failed, or as waiting if no reason is given. An archive becomes its files again, of which this one or the first failed. */
export function fail(row: Row, why?: Say, file?: Blob): void {
  const members: readonly Row[] = row.source instanceof File ? [row] : row.source;
  const failed = members.find(({ source }) => source === file) ?? members[0];
  const back = members.map((each): Row => {
    return { ...each, phase: why && each === failed ? { is: 'failed', why } : { is: 'waiting' } };
  });
  const isIt = ({ id, phase }: Row) => id === row.id && phase.is === 'waiting';
  set({ rows: state.value.rows.flatMap((each) => (isIt(each) ? back : each)) });
}

export const handed = (results: readonly Result[], where: Place): void =>
  changeRows((row) => {
    const { phase } = row;
    if (phase.is !== 'done' || !results.includes(phase.result) || phase.handed === 'folder') return row;
    return { ...row, phase: { ...phase, handed: where } };
  });

/** Offers to make a result again that the browser no longer has. */
export const lose = (result: Result): void =>
  changeRows((row) => {
    const isLost = row.phase.is === 'done' && row.phase.result === result;
    return isLost ? { ...row, phase: { is: 'failed', why: message('resultGone') } } : row;
  });

/** Adds a generated secret, which replaces others of its kind. Secrets that have encrypted something stay. */
export function addSecret(kind: Secret['kind'], text: string): void {
  const { secrets, used } = state.value;
  const id = nextId();
  const kept = secrets.filter((each) => each.kind !== kind || used.some(({ secret }) => secret === each.id));
  set({ secrets: [...kept, { id, kind, text }], ...(kind === 'passphrase' && { current: id }) });
}

/** Notes what a generated secret has encrypted. Nothing is noted about the person's own. */
export function use(secret: number | undefined, path?: string): void {
  if (secret !== undefined) set({ used: [...state.value.used, { secret, path }] });
}

/** Notes that a secret, or another text, is in the clipboard. The clipboard has room for only one of them. */
export function copied(secret?: Secret): void {
  const said = secret ? message('secretCopied', { secret: secret.kind }) : message('copied');
  set({ copied: secret?.id, said });
}

export function textCopied(): void {
  copied();
  const { textResult } = state.value;
  set({ textResult: textResult && { ...textResult, isCopied: true } });
}
