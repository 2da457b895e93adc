/** The state of the page of browser-encryption, without a browser: which passphrase opens which file, and failures. */
import { describe, expect, it } from 'vitest';
import * as facts from '../../../examples/browser-encryption/page/facts.js';
import { archiveName, distinctNames, resultName, visible } from '../../../examples/browser-encryption/page/names.js';
import * as states from '../../../examples/browser-encryption/page/state.js';
import de from '../../../examples/browser-encryption/page/words/de.json' with { type: 'json' };
import en from '../../../examples/browser-encryption/page/words/en.json' with { type: 'json' };
import { message, type Name, wordsOf } from '../../../examples/browser-encryption/page/words.js';

type State = states.State;

const words = wordsOf('en');

const change = (...changes: states.Change[]): State => changes.reduce((state, next) => next(state), states.initial);
const set =
  (part: Partial<State>): states.Change =>
  (state) => ({ ...state, ...part });

function rowOf(path: string, others: Partial<states.Row> = {}): states.Row {
  const source = new File([path], 'x');
  const kind = { direction: 'encrypt', phase: { is: 'waiting' } } as const;
  return { id: states.nextId(), path, size: source.size, source, ...kind, ...others };
}

const resultOf = (path: string): states.Result => ({ path, contents: new Blob([path]), isOnDisk: false, remove() {} });

const [a, b] = [rowOf('a'), rowOf('b')];
const [first, second] = [1001, 1002].map((id) => states.addSecret({ id, kind: 'passphrase', text: `secret ${id}` }));
const finish = ({ id, path }: states.Row): states.Change => states.setPhase(id, { is: 'done', result: resultOf(path) });

/** A file is encrypted with the first passphrase. */
const one = [first!, set({ rows: [a] }), finish(a), states.use(1001, 'a')];
const removed: states.Change = (state) => states.remove(state.rows[0]!)(state);
const handedTo =
  (place: states.Place): states.Change =>
  (state) =>
    states.handed(facts.resultsOf(state), place)(state);
const copied: states.Change = (state) => states.copied(state.secrets.at(-1))(state);

describe('which passphrase', () => {
  it('is in the clipboard: only the last one', () => {
    const text = set({ textResult: { text: 'x', isCopied: false, isEncrypted: true } });
    const may = (...changes: states.Change[]) => facts.mayLeave(change(...one, handedTo('folder'), ...changes));
    expect([may(), may(copied), may(copied, states.copied())]).toEqual([false, true, false]);
    expect([may(copied, text), may(text, states.textCopied, copied)]).toEqual([false, true]);
    expect(may(second!, states.use(1002, 'b'), copied)).toBe(false);
  });

  const given = (part: Partial<State['fields']>, others: Partial<State> = { usesOwn: true }) =>
    set({ ...others, fields: { ...states.initial.fields, ...part } })(states.initial);
  const problemOf = (secret: facts.GivenSecret) => ('problem' in secret ? secret.problem(words) : secret.text);

  it('is refused with spaces around it, which nobody sees, and if it is no text', () => {
    const read = (own: string) => problemOf(facts.secretFor(given({ own }), 'encrypt'));
    for (const own of [' x', 'x\t']) expect(read(own)).toBe(words('spacesAround'));
    expect(read('x y')).toBe('x y');
    expect(read('Käse'.normalize('NFD'))).toBe('Käse'.normalize('NFC'));
    expect(read('  ')).toBe(words('typePassphrase'));
    expect(read('x\ud83d')).toBe(words('halfCharacter'));
    expect(read('x😀')).toBe('x😀');
    expect(problemOf(facts.secretFor(given({ decrypt: ' x ' }), 'decrypt'))).toBe(' x ');
    expect(facts.textProblem(given({ text: 'a\udc00' }))?.(words)).toBe(words('halfCharacter'));
    expect(facts.textProblem(given({ text: 'a😀' }))).toBeUndefined();
  });
});

describe('what failed', () => {
  it('as one file of an archive makes the others wait again', () => {
    const packed = change(set({ rows: [a, b] }), states.pack([a, b]));
    const [archive] = packed.rows;
    expect(archive).toMatchObject({ path: 'files.zip', size: 2 });
    const { rows } = states.fail(archive!, message('fileChanged'), b.source as File)(packed);
    expect(rows.map(({ path, phase }) => [path, phase.is])).toEqual([
      ['a', 'waiting'],
      ['b', 'failed'],
    ]);
    expect(states.fail(archive!)(packed).rows).toEqual([a, b]);
    const done = change(() => packed, finish(archive!), states.fail(archive!));
    expect(done.rows).toHaveLength(1);
  });

  it('is seen first in a long list', () => {
    const phase: states.Phase = { is: 'failed', why: () => '' };
    const rows = Array.from({ length: 200 }, (_, i) => rowOf(String(i), i === 150 ? { phase } : {}));
    const seen = facts.visibleRows(change(set({ rows })));
    expect([seen.length, ...seen.slice(0, 3).map(({ path }) => path)]).toEqual([100, '150', '0', '1']);
  });
});

describe('whether the page may be left', () => {
  const done = [set({ rows: [a] }), finish(a)];
  it.each<[string, states.Change[], boolean]>([
    ['with nothing', [], true],
    ['with a file that waits', [set({ rows: [a] })], true],
    ['with work', [set({ work: 0 })], false],
    ['with a result', done, false],
    ['with one that was handed to the browser', [...done, handedTo('browser')], false],
    ['with one that was saved in a folder', [...done, handedTo('folder')], true],
    ['with one that was saved in a folder before', [...done, handedTo('folder'), handedTo('browser')], true],
    ['with one that was removed', [...done, removed], true],
  ])('%s', (_, changes, expected) => expect(facts.mayLeave(change(...changes))).toBe(expected));
});

describe('an archive', () => {
  const files = (count: number, folder = '', others: Partial<states.Row> = {}) =>
    Array.from({ length: count }, (_, i) => rowOf(`${folder}${i}`, others));
  it.each([
    ['nine files', files(9), false, false],
    ['ten files', files(10), true, true],
    ['a folder', files(2, 'folder/'), true, true],
    ['an encrypted folder', files(2, 'folder/', { direction: 'decrypt' }), false, false],
  ])('is offered for, and made of: %s', (_, rows, isOffered, isMade) => {
    const state = change(set({ rows }));
    expect([facts.offersArchive(state), facts.makesArchive(state)]).toEqual([isOffered, isMade]);
    for (const archive of [true, false]) expect(facts.makesArchive({ ...state, archive })).toBe(isOffered && archive);
  });

  it("has the folder's name, and distinct names in it", () => {
    const archives = ['a/x a/z', 'a/b/y a/z', 'a/x b/x', 'x', 'a/x x'].map((paths) => archiveName(paths.split(' ')));
    expect(archives).toEqual(['a.zip', 'a.zip', 'files.zip', 'files.zip', 'files.zip']);
    const distinct = ['a.txt', 'A (2).txt', 'a.tar.gz', 'a (2).tar.gz'];
    expect(distinctNames(['a.txt', 'A.txt', 'a.tar.gz', 'a.tar.gz'])).toEqual(distinct);
  });
});

describe('names', () => {
  it('show control characters', () => {
    for (const [name, shown] of [
      ['gnp\u202eexe.png', 'gnp[U+202E]exe.png'],
      ['a\u200f\n\u2066.b', 'a[U+200F][U+000A][U+2066].b'],
      ['👩‍💻 نامه‌ها.txt', '👩‍💻 نامه‌ها.txt'],
    ] as const)
      expect(visible(name)).toBe(shown);
  });

  it('of results are those of the program', () => {
    expect(resultName('a', 'encrypt')).toBe('a.romulus');
    const decrypted = ['a.romulus', 'a', '.romulus'].map((name) => resultName(name, 'decrypt'));
    expect(decrypted).toEqual(['a', 'a.decrypted', '.romulus.decrypted']);
  });
});

describe('the texts', () => {
  it('have the same slots for values in each language, and every other slot is a text', () => {
    const slotsOf = (text: unknown) => (JSON.stringify(text).match(/\{\w+\}/g) ?? []).map((slot) => slot.slice(1, -1));
    const isText = (slot: string) => slot in en && !['files', 'encrypted', 'decrypted'].includes(slot);
    const values = (text: unknown) => new Set(slotsOf(text).filter((slot) => !isText(slot)));
    for (const name of Object.keys(en) as Name[]) expect(values(de[name]), name).toEqual(values(en[name]));
    expect(words('hashDone', { name: '{tag} $&' })).toBe('{tag} $& is hashed.');
    expect(() => words('hashDone')).toThrow();
  });
});
