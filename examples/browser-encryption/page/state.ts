/** The state of the page, and how it changes. All that the page shows is derived from it. */
import { archiveName, type Direction } from './names.js';
import { type Language, message, type Say } from './words.js';

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

export const nothing: Say = () => '';

export const initial = {
  language: 'en' as Language,
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
};

export type State = Readonly<typeof initial>;

export type Change = (state: State) => State;

export const sizeOf = (parts: readonly { readonly size: number }[]): number =>
  parts.reduce((sum, { size }) => sum + size, 0);

let ids = 1;
export const nextId = (): number => ids++;

const changeRows =
  (change: (row: Row) => Row): Change =>
  (state) => ({ ...state, rows: state.rows.map(change) });

export const setPhase = (id: number, phase: Phase): Change =>
  changeRows((row) => (row.id === id ? { ...row, phase } : row));

/** Notes what a generated secret has encrypted. Nothing is noted about the person's own. */
export const use =
  (secret: number | undefined, path?: string): Change =>
  (state) => ({
    ...state,
    used: secret === undefined ? state.used : [...state.used, { secret, path }],
  });

export const pack = (members: readonly Row[]): Change => {
  const path = archiveName(members.map((row) => row.path));
  const row: Row = { ...members[0]!, id: nextId(), path, size: sizeOf(members), source: members };
  return (state) => ({ ...state, rows: [...state.rows.filter((each) => !members.includes(each)), row] });
};

/** Marks a row as failed, or as waiting if no reason is given. An archive becomes its files again, of which this one or the first failed. */
export const fail = (row: Row, why?: Say, file?: Blob): Change => {
  const members: readonly Row[] = row.source instanceof File ? [row] : row.source;
  const failed = members.find(({ source }) => source === file) ?? members[0];
  const back = members.map((each): Row => {
    return { ...each, phase: why && each === failed ? { is: 'failed', why } : { is: 'waiting' } };
  });
  return (state) => ({
    ...state,
    rows: state.rows.flatMap((each) => (each.id === row.id && each.phase.is === 'waiting' ? back : each)),
  });
};

export const handed = (results: readonly Result[], where: Place): Change =>
  changeRows((row) => {
    const { phase } = row;
    if (phase.is !== 'done' || !results.includes(phase.result) || phase.handed === 'folder') return row;
    return { ...row, phase: { ...phase, handed: where } };
  });

/** Offers to make a result again that the browser no longer has. */
export const lose = (result: Result): Change =>
  changeRows((row) => {
    const isLost = row.phase.is === 'done' && row.phase.result === result;
    return isLost ? { ...row, phase: { is: 'failed', why: message('resultGone') } } : row;
  });

export const remove =
  (row: Row): Change =>
  (state) => ({ ...state, rows: state.rows.filter((each) => each !== row) });

/** Sets the text of a field. Removes the message about the field, and the result of the earlier text. */
export const type = (field: Field, value: string): Change => {
  return (state) => {
    const problems = { ...state.problems, [field]: undefined };
    const typed = { ...state, fields: { ...state.fields, [field]: value }, problems };
    return field === 'text' && state.textResult ? { ...typed, textResult: undefined, said: nothing } : typed;
  };
};

export const refuse =
  (field: ProblemField, why: Say): Change =>
  (state) => ({ ...state, problems: { ...state.problems, [field]: why } });

/** Adds a generated secret, which replaces others of its kind. Secrets that have encrypted something stay. */
export const addSecret = (secret: Secret): Change => {
  return (state) => {
    const isUsed = (id: number) => state.used.some((each) => each.secret === id);
    const kept = state.secrets.filter(({ id, kind }) => kind !== secret.kind || isUsed(id));
    const current = secret.kind === 'passphrase' ? secret.id : state.current;
    return { ...state, secrets: [...kept, secret], current };
  };
};

/** Notes that a secret, or another text, is in the clipboard. The clipboard has room for only one of them. */
export const copied =
  (secret?: Secret): Change =>
  (state) => {
    const said = secret ? message('secretCopied', { secret: secret.kind }) : message('copied');
    return { ...state, copied: secret?.id, said };
  };

export const textCopied: Change = (state) => ({
  ...copied()(state),
  textResult: state.textResult && { ...state.textResult, isCopied: true },
});
