/** The state of the page, and how it changes. All that the page shows is derived from it. */
import { archiveName, type Direction } from './names.js';
import { type Language, message, type Say } from './words.js';

export type Mode = 'N' | 'M' | 'T';
export type Tab = 'files' | 'text' | 'hash';
export type Field = 'own' | 'again' | 'decrypt' | 'key' | 'text' | 'expected';
export type ProblemField = Field | 'files';

/** A file that the page made. The page releases it once the state no longer holds it. */
export interface Result {
  readonly path: string;
  readonly contents: Blob;
  readonly isOnDisk: boolean;
  remove(): void;
}

/** The secret that encrypted a result: the number of a generated secret, or the person's own. */
export type Use = number | 'own';

/** The processed bytes, and the share of the key's derivation from 0 to 1. */
export type Progress = { readonly processed?: number; readonly key?: number };

export type Phase =
  | { readonly is: 'waiting' }
  | ({ readonly is: 'working' } & Progress)
  | { readonly is: 'failed'; readonly why: Say }
  /** `use` is missing if the result is not encrypted. `handed` says who else has it: a folder for sure, the browser perhaps. */
  | { readonly is: 'done'; readonly result: Result; readonly use?: Use | undefined; readonly handed?: Place };

export type Place = 'browser' | 'folder';

export interface Row {
  readonly id: number;
  /** The name, with the names of the chosen folders before it. */
  readonly path: string;
  readonly size: number;
  /** The file, or the rows that an archive is made of. */
  readonly source: File | readonly Row[];
  readonly direction: Direction;
  /** True if the file was encrypted when it was chosen. Only such a file has a choice of directions. */
  readonly isEncrypted: boolean;
  readonly phase: Phase;
}

/** A passphrase, or the digits of a key, that was made here. */
export interface Secret {
  readonly id: number;
  readonly kind: 'passphrase' | 'key';
  readonly text: string;
  readonly isHanded?: boolean;
}

/** A thing that a secret has encrypted: the file at a path, or a text, which has no path. */
export type Used = { readonly secret: Use; readonly path?: string };

export interface Work {
  readonly total: number;
  readonly processed: number;
  readonly files: number;
  readonly filesDone: number;
  /** The times of the beginning and of this report, in milliseconds. */
  readonly begun: number;
  readonly now: number;
  /** The milliseconds in which bytes were processed, and not only keys derived. */
  readonly active: number;
}

export const nothing: Say = () => '';
export const fewRows = 5;

export const initial = {
  language: 'en' as Language,
  tab: 'files' as Tab,
  rows: [] as readonly Row[],
  removed: undefined as Row | undefined,
  shown: fewRows,
  archive: undefined as boolean | undefined,
  mode: 'N' as Mode,
  usesKey: false,
  usesOwn: false,
  secrets: [] as readonly Secret[],
  /** The number of the passphrase that encrypts next, unless the person uses their own. */
  current: 0,
  /** Encrypted things that no row shows and that may be elsewhere by now. */
  used: [] as readonly Used[],
  /** The number of the secret in the clipboard, which has room for only one. */
  copied: undefined as number | undefined,
  qr: undefined as { readonly secret: number; readonly squares: readonly (readonly boolean[])[] } | undefined,
  isRevealed: false,
  /** The strength of the person's own passphrase, from 0 to 4. */
  score: undefined as 0 | 1 | 2 | 3 | 4 | undefined,
  fields: { own: '', again: '', decrypt: '', key: '', text: '', expected: '' } as Readonly<Record<Field, string>>,
  /** True if the field for texts has armour, and so something to decrypt. */
  isArmored: false,
  problems: {} as Readonly<Partial<Record<ProblemField, Say | undefined>>>,
  work: undefined as Work | undefined,
  said: nothing,
  /** The result of the text. It has a secret if it is encrypted. */
  textResult: undefined as { text: string; isCopied: boolean; secret?: Use | undefined } | undefined,
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

const changeRow = (id: number, part: Partial<Row>): Change =>
  changeRows((row) => (row.id === id ? { ...row, ...part } : row));

export const setPhase = (id: number, phase: Phase): Change => changeRow(id, { phase });

export const turn = (id: number, direction: Direction): Change =>
  changeRow(id, { direction, phase: { is: 'waiting' } });

/** Sets the progress of rows. Ignores late progress: only a row under way takes progress. */
export const progress = (parts: ReadonlyMap<number, Progress>): Change =>
  changeRows((row) => {
    const part = parts.get(row.id);
    return part && row.phase.is === 'working' ? { ...row, phase: { is: 'working', ...part } } : row;
  });

export const begin = (total: number, files: number, now: number): Change => {
  const work: Work = { total, files, processed: 0, filesDone: 0, begun: now, now, active: 0 };
  return (state) => ({ ...settle(state), work });
};

export const report = (processed: number, filesDone: number, now: number): Change => {
  return (state) => {
    const { work } = state;
    if (!work) return state;
    const active = work.active + (processed > work.processed ? now - work.now : 0);
    return { ...state, work: { ...work, processed, filesDone, now, active } };
  };
};

export const finish = (id: number, result: Result, use?: Use): Change => setPhase(id, { is: 'done', result, use });

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
  const isBegun = ({ phase }: Row) => phase.is === 'waiting' || phase.is === 'working';
  return (state) => ({
    ...state,
    rows: state.rows.flatMap((each) => (each.id === row.id && isBegun(each) ? back : each)),
  });
};

export const handed = (results: readonly Result[], where: Place): Change =>
  changeRows((row) => {
    const { phase } = row;
    if (phase.is !== 'done' || !results.includes(phase.result) || phase.handed === 'folder') return row;
    return { ...row, phase: { ...phase, handed: where } };
  });

/** Returns the use of a secret for the result of a row. */
export const useOf = ({ phase }: Row): Used[] =>
  phase.is === 'done' && phase.use !== undefined ? [{ secret: phase.use, path: phase.result.path }] : [];

/** The uses of secrets that stay when a row no longer has its result: only a result that was handed out may be elsewhere. */
const usedAfter = (row: Row | undefined, { used }: State): State['used'] =>
  row?.phase.is === 'done' && row.phase.handed ? [...used, ...useOf(row)] : used;

/** The rows, and the removed one that can be put back. */
export const allRows = ({ rows, removed }: State): readonly Row[] => (removed ? [...rows, removed] : rows);

/** Forgets the removed row for good. */
export const settle: Change = (state) => ({ ...state, used: usedAfter(state.removed, state), removed: undefined });

/** Offers to make a result again that the browser no longer has. */
export const lose = (result: Result): Change => {
  return (state) => {
    const row = state.rows.find(({ phase }) => phase.is === 'done' && phase.result === result);
    const phase: Phase = { is: 'failed', why: message('resultGone') };
    return row ? { ...setPhase(row.id, phase)(state), used: usedAfter(row, state) } : state;
  };
};

export const remove =
  (row: Row): Change =>
  (state) => ({ ...settle(state), rows: state.rows.filter((each) => each !== row), removed: row });

/** Puts the removed row back in its place, which its number tells. */
export const undo: Change = (state) => {
  const rows = [...allRows(state)].sort((a, b) => a.id - b.id);
  return { ...state, rows, removed: undefined };
};

/** Sets the text of a field. Removes the message about the field, and the result of the earlier text. */
export const type = (field: Field, value: string): Change => {
  return (state) => {
    const problems = { ...state.problems, [field]: undefined, ...(field === 'own' && { again: undefined }) };
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
    const uses = [...state.used, ...allRows(state).flatMap(useOf), state.textResult].map((each) => each?.secret);
    const kept = state.secrets.filter(({ id, kind }) => kind !== secret.kind || uses.includes(id));
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

/** Notes that the text was copied, and that its secret is in use: whoever opens the text needs the secret. */
export const textCopied: Change = (state) => {
  const { secret, isCopied } = state.textResult ?? {};
  const used = secret === undefined || isCopied ? state.used : [...state.used, { secret }];
  return { ...copied()(state), used, textResult: state.textResult && { ...state.textResult, isCopied: true } };
};
