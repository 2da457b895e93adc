/** The state of the page of browser-encryption, without a browser: which passphrase opens which file, and failures. */
import { describe, expect, it } from 'vitest';
import * as facts from '../../../examples/browser-encryption/page/facts.js';
import { archiveName, distinctNames, resultName, splitName } from '../../../examples/browser-encryption/page/names.js';
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
  const kind = { direction: 'encrypt', isEncrypted: false, phase: { is: 'waiting' } } as const;
  return { id: states.nextId(), path, size: source.size, source, ...kind, ...others };
}

const resultOf = (path: string): states.Result => ({ path, contents: new Blob([path]), isOnDisk: false, remove() {} });

const [a, b] = [rowOf('a'), rowOf('b')];
const [first, second] = [1001, 1002].map((id) => states.addSecret({ id, kind: 'passphrase', text: `secret ${id}` }));
const working: states.Phase = { is: 'working' };

/** Each of two files is encrypted with its own passphrase. */
const both = [
  ...[first!, set({ rows: [a, b] }), states.finish(a.id, resultOf('a.romulus'), 1001)],
  ...[second!, states.finish(b.id, resultOf('b.romulus'), 1002)],
];
const reminded = (state: State) => facts.reminders(state).map(({ secret, paths }) => [secret?.text, ...paths]);

describe('which passphrase', () => {
  it('is in the clipboard: only the last one', () => {
    const lost = (copied: number) =>
      facts.losses(change(...both, set({ copied, rows: [] }))).filter((loss) => loss === 'lostSecrets');
    expect(lost(1002)).toEqual(['lostSecrets']);
    const one = [first!, set({ rows: [a] }), states.finish(a.id, resultOf('a'), 1001)];
    const copy: states.Change = (state) => states.copied(state.secrets[0])(state);
    expect(facts.losses(change(...one, copy, set({ rows: [] })))).toEqual([]);
    expect(facts.losses(change(...one, copy, states.copied(), set({ rows: [] })))).toEqual(['lostSecrets']);
    const text = { text: 'x', isCopied: false, secret: 'own' } as const;
    expect(facts.losses(change(...one, set({ copied: 1001, rows: [], textResult: text }), states.textCopied))).toEqual([
      'lostSecrets',
    ]);
  });

  it('would be replaced is asked about while files of the list need it, copied or not', () => {
    const one = [first!, set({ rows: [a], copied: 1001 }), states.finish(a.id, resultOf('a'), 1001)];
    expect(facts.opensListed(change(...one))).toBe(1);
    expect(facts.opensListed(change(...one, second!))).toBe(0);
    expect(facts.opensListed(change(...one, (state) => states.remove(state.rows[0]!)(state)))).toBe(0);
  });

  it('is the one of a text, until it is edited; and after that, if it was copied', () => {
    const textResult = { text: 'x', isCopied: false, secret: 1001 };
    const done = [first!, set({ textResult, said: () => 'done' })];
    expect(reminded(change(...done))).toEqual([['secret 1001', undefined]]);
    expect(facts.losses(change(...done))).toEqual(['lostSecrets', 'lostText']);
    expect(reminded(change(...done, states.type('text', 'y')))).toEqual([]);
    const copied = change(...done, states.textCopied, states.textCopied, states.type('text', 'y'));
    expect(reminded(copied)).toEqual([['secret 1001', undefined]]);
    expect([copied.textResult, copied.said]).toEqual([undefined, states.nothing]);
  });

  const given = (part: Partial<State['fields']>, others: Partial<State> = { usesOwn: true }) =>
    set({ ...others, fields: { ...states.initial.fields, ...part } })(states.initial);
  const problemOf = (secret: facts.GivenSecret) => ('problem' in secret ? secret.problem(words) : secret.text);

  it('is read without the spaces of pasting, and refused if it is no text', () => {
    const read = (own: string, again = own) => problemOf(facts.secretFor(given({ own, again }), 'encrypt'));
    expect(read(' correct horse \t', 'correct horse')).toBe('correct horse');
    expect(read('Käse'.normalize('NFD'), 'Käse'.normalize('NFC'))).toBe('Käse'.normalize('NFC'));
    expect(read('  ')).toBe(words('typePassphrase'));
    expect(read('x', 'y')).toBe(words('passphrasesDiffer'));
    expect(read('x\ud83d')).toBe(words('halfCharacter'));
    expect(read('x😀')).toBe('x😀');
    // The page first tries the text as it is.
    expect(problemOf(facts.secretFor(given({ decrypt: ' x ' }), 'decrypt'))).toBe(' x ');
    expect(facts.textProblem(given({ text: 'a\udc00' }))?.(words)).toBe(words('halfCharacter'));
    expect(facts.textProblem(given({ text: 'a😀' }))).toBeUndefined();
  });
});

describe('what failed', () => {
  it('keeps its reason, whatever progress comes late', () => {
    const late = new Map([[a.id, { processed: 0, key: 1 }]]);
    const begun = [set({ rows: [a] }), states.setPhase(a.id, working)];
    const noted = (...changes: states.Change[]) => facts.noteOf(change(...begun, ...changes).rows[0]!, words);
    expect(noted(states.progress(new Map([[a.id, { key: 0.5 }]])))).toBe('1 byte · preparing the passphrase, 50 %');
    expect(noted(states.fail(a, message('noSpace')), states.progress(late))).toBe(words('noSpace'));
    expect(noted(states.finish(a.id, resultOf('a.romulus')), states.progress(late))).toBe('a.romulus · 9 bytes');
  });

  it('as one file of an archive makes the others wait again', () => {
    const packed = change(set({ rows: [a, b] }), states.pack([a, b]));
    const [archive] = packed.rows;
    expect(archive).toMatchObject({ path: 'files.zip', size: 2 });
    const { rows } = states.fail(archive!, message('fileChanged'), b)(packed);
    expect(rows.map(({ path, phase }) => [path, phase.is])).toEqual([
      ['a', 'waiting'],
      ['b', 'failed'],
    ]);
    expect(states.fail(archive!)(packed).rows).toEqual([a, b]);
    const done = change(() => packed, states.finish(archive!.id, resultOf('files.zip.romulus')), states.fail(archive!));
    expect(done.rows).toHaveLength(1);
  });

  it('is seen first in a long list, and a direction is chosen, not toggled', () => {
    const rows = Array.from({ length: 20 }, (_, i) =>
      rowOf(String(i), i === 15 ? { phase: { is: 'failed', why: () => '' } } : {}),
    );
    expect(facts.visibleRows(change(set({ rows }))).map(({ path }) => path)).toEqual(['15', '0', '1', '2', '3']);
    expect(facts.visibleRows(change(set({ rows, shown: 105 })))).toHaveLength(20);
    const failed = rowOf('x.romulus', {
      direction: 'decrypt',
      isEncrypted: true,
      phase: { is: 'failed', why: () => '' },
    });
    expect(change(set({ rows: [failed] }), states.turn(failed.id, 'decrypt')).rows[0]).toMatchObject({
      direction: 'decrypt',
    });
  });
});

describe('whether the page may be left', () => {
  const done = [set({ rows: [a] }), states.finish(a.id, resultOf('a'))];
  const handed: states.Change = (state) => states.handed(facts.resultsOf(state))(state);
  const removed: states.Change = (state) => states.remove(state.rows[0]!)(state);

  it.each<[string, states.Change[], facts.Loss[]]>([
    ['with nothing', [], []],
    ['with a file that waits', [set({ rows: [a] })], []],
    ['with a result', done, ['lostResults']],
    ['with one that was handed to the browser', [...done, handed], ['lostHanded']],
    ['with one that was removed', [...done, removed], []],
    ['with one that was put back', [...done, removed, states.undo], ['lostResults']],
  ])('%s', (_, changes, expected) => {
    expect(facts.losses(change(...changes))).toEqual(expected);
    expect(facts.mayLeave(change(...changes))).toBe(expected.length === 0);
  });

  it('not while there is work', () => {
    const work = { total: 1, processed: 0, files: 1, filesDone: 0, elapsed: 0 };
    expect(facts.mayLeave(change(set({ work })))).toBe(false);
  });

  it('a passphrase is needed as long as something that it opens may be elsewhere', () => {
    const encrypted = [first!, set({ rows: [a] }), states.finish(a.id, resultOf('a'), 1001)];
    expect(reminded(change(...encrypted, removed, states.settle))).toEqual([]);
    expect(reminded(change(...encrypted, handed, removed, states.settle))).toEqual([['secret 1001', 'a']]);
  });
});

describe('an archive', () => {
  const files = (count: number, folder = '') => Array.from({ length: count }, (_, i) => rowOf(`${folder}${i}`));
  it.each([
    ['nine files', files(9), false, false],
    ['ten files', files(10), true, false],
    ['a folder', files(2, 'folder/'), true, true],
    [
      'an encrypted folder',
      files(2, 'folder/').map((row): states.Row => ({ ...row, direction: 'decrypt' })),
      false,
      false,
    ],
  ])('is offered for, and made of: %s', (_, rows, isOffered, isMade) => {
    const state = change(set({ rows }));
    expect([facts.offersArchive(state), facts.makesArchive(state)]).toEqual([isOffered, isMade]);
    for (const archive of [true, false]) expect(facts.makesArchive({ ...state, archive })).toBe(isOffered && archive);
  });

  it("has the folder's name, and distinct names in it", () => {
    expect(['a/x', 'a/b/y'].map((path) => archiveName([path, 'a/z']))).toEqual(['a.zip', 'a.zip']);
    expect([archiveName(['a/x', 'b/x']), archiveName(['x']), archiveName(['a/x', 'x'])]).toEqual(
      Array(3).fill('files.zip'),
    );
    expect(distinctNames(['a.txt', 'A.txt', 'a.tar.gz', 'a.tar.gz'])).toEqual([
      'a.txt',
      'A (2).txt',
      'a.tar.gz',
      'a (2).tar.gz',
    ]);
  });
});

describe('names', () => {
  it('are cut before their real ending, and show control characters', () => {
    const split = (name: string) => Object.values(splitName(name));
    expect(split('letter.txt')).toEqual(['letter', '.txt']);
    expect(split('folder/a.tar.gz.romulus')).toEqual(['folder/a', '.tar.gz.romulus']);
    expect(split('Dr. Who and others')).toEqual(['Dr. Who and others', '']);
    expect(split('.profile')).toEqual(['.profile', '']);
    expect(split('gnp\u202eexe.png')).toEqual(['gnp[U+202E]exe', '.png']);
    expect(split('a\u200f\n\u2066.b\u202e')).toEqual(['a[U+200F][U+000A][U+2066]', '.b[U+202E]']);
    expect(split('👩‍💻 نامه‌ها.txt')).toEqual(['👩‍💻 نامه‌ها', '.txt']);
  });

  it('of results are those of the program', () => {
    expect(resultName('a', 'encrypt')).toBe('a.romulus');
    expect(['a.romulus', 'a', '.romulus'].map((name) => resultName(name, 'decrypt'))).toEqual([
      'a',
      'a.decrypted',
      '.romulus.decrypted',
    ]);
  });
});

describe('the pace', () => {
  const line = (work: Partial<states.Work>) => {
    const all = { total: 0, processed: 0, files: 1, filesDone: 0, elapsed: 10_000, ...work };
    return facts.countLine(change(set({ work: all })), words);
  };
  it('is in bytes of long files, and in files of many short ones', () => {
    expect(line({ total: 4e8, processed: 1e8 })).toBe('10.0 MB/s, 30 seconds left');
    expect(line({ total: 4e8, processed: 1e8, elapsed: 900 })).toBe('');
    expect(line({ total: 3000, processed: 1000, files: 30, filesDone: 10 })).toBe(
      '60 files per minute, 20 seconds left',
    );
    expect(line({ total: 3000, files: 30 })).toBe('');
    expect(line({ total: 5000, processed: 1000, files: 5000, filesDone: 100 })).toBe(
      '600 files per minute, 8 minutes left',
    );
  });
});

describe('the texts', () => {
  it('have the same slots in each language, and every slot that no value fills is a text', () => {
    const slotsOf = (text: unknown) => JSON.stringify(text).match(/\{\w+\}/g) ?? [];
    for (const name of Object.keys(en) as Name[])
      expect(new Set(slotsOf(de[name])), name).toEqual(new Set(slotsOf(en[name])));
    expect(words('handedNow')).toBe(`${en.handed}.`);
    expect(words('filesOf', { count: 2, size: '{files} $&' })).toBe('2 files, {files} $&');
    expect(() => words('removed')).toThrow();
  });
});
