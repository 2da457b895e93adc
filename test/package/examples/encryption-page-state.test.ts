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

const state = (part: Partial<State>): State => ({ ...states.initial, ...part });

function rowOf(path: string, others: Partial<states.Row> = {}): states.Row {
  const source = new File([path], 'x');
  const kind = { direction: 'encrypt', phase: { is: 'waiting' } } as const;
  return { id: states.nextId(), path, size: source.size, source, ...kind, ...others };
}

const [a, b] = [rowOf('a'), rowOf('b')];

function finish({ id, path }: states.Row): states.Change {
  const result = { path, contents: new Blob([path]), isOnDisk: false, remove() {} };
  return states.setPhase(id, { is: 'done', result });
}
const done = finish(a)(state({ rows: [a] }));
const handedTo = (place: states.Place, state: State) => states.handed(facts.resultsOf(state), place)(state);
const saved = handedTo('folder', done);

describe('which passphrase', () => {
  it('is in the clipboard: only the last one', () => {
    const [first, second] = [1001, 1002].map((id) => ({ id, kind: 'passphrase', text: `secret ${id}` }) as const);
    const text: states.Change = (state) => ({
      ...state,
      textResult: { text: 'x', isCopied: false, isEncrypted: true },
    });
    const copied = states.copied(first);
    const may = (...changes: states.Change[]) =>
      facts.mayLeave(
        [states.addSecret(first!), states.use(1001, 'a'), ...changes].reduce((all, each) => each(all), saved),
      );
    expect([may(), may(copied), may(copied, states.copied())]).toEqual([false, true, false]);
    expect([may(copied, text), may(text, states.textCopied, copied)]).toEqual([false, true]);
    expect(may(states.addSecret(second!), states.use(1002, 'b'), states.copied(second))).toBe(false);
  });

  const given = (part: Partial<State['fields']>, others: Partial<State> = { usesOwn: true }) =>
    state({ ...others, fields: { ...states.initial.fields, ...part } });
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
    const packed = states.pack([a, b])(state({ rows: [a, b] }));
    const [archive] = packed.rows;
    expect(archive).toMatchObject({ path: 'files.zip', size: 2 });
    const { rows } = states.fail(archive!, message('fileChanged'), b.source as File)(packed);
    expect(rows.map(({ path, phase }) => [path, phase.is])).toEqual([
      ['a', 'waiting'],
      ['b', 'failed'],
    ]);
    expect(states.fail(archive!)(packed).rows).toEqual([a, b]);
    expect(states.fail(archive!)(finish(archive!)(packed)).rows).toHaveLength(1);
  });

  it('is seen first in a long list', () => {
    const phase: states.Phase = { is: 'failed', why: () => '' };
    const rows = Array.from({ length: 200 }, (_, i) => rowOf(String(i), i === 150 ? { phase } : {}));
    const seen = facts.visibleRows(state({ rows }));
    expect([seen.length, ...seen.slice(0, 3).map(({ path }) => path)]).toEqual([100, '150', '0', '1']);
  });
});

it.each<[string, State, boolean]>([
  ['with nothing', states.initial, true],
  ['with a file that waits', state({ rows: [a] }), true],
  ['with work', state({ work: 0 }), false],
  ['with a result', done, false],
  ['with one that was handed to the browser', handedTo('browser', done), false],
  ['with one that was saved in a folder', saved, true],
  ['with one that was saved in a folder before', handedTo('browser', saved), true],
  ['with one that was removed', states.remove(done.rows[0]!)(done), true],
])('the page may be left, or not, %s', (_, state, expected) => expect(facts.mayLeave(state)).toBe(expected));

describe('an archive', () => {
  const files = (count: number, folder = '', others: Partial<states.Row> = {}) =>
    Array.from({ length: count }, (_, i) => rowOf(`${folder}${i}`, others));
  it.each([
    ['nine files', files(9), false, false],
    ['ten files', files(10), true, true],
    ['a folder', files(2, 'folder/'), true, true],
    ['an encrypted folder', files(2, 'folder/', { direction: 'decrypt' }), false, false],
  ])('is offered for, and made of: %s', (_, rows, isOffered, isMade) => {
    expect([facts.offersArchive(state({ rows })), facts.makesArchive(state({ rows }))]).toEqual([isOffered, isMade]);
    for (const archive of [true, false])
      expect(facts.makesArchive(state({ rows, archive }))).toBe(isOffered && archive);
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
