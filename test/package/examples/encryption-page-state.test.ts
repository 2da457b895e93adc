/** The state of the page of browser-encryption, without a browser: which passphrase opens which file, and failures. */
import { describe, expect, it } from 'vitest';
import * as facts from '../../../examples/browser-encryption/page/facts.js';
import { archiveName, distinctNames, resultName, splitName } from '../../../examples/browser-encryption/page/names.js';
import * as states from '../../../examples/browser-encryption/page/state.js';
import de from '../../../examples/browser-encryption/page/words/de.json' with { type: 'json' };
import en from '../../../examples/browser-encryption/page/words/en.json' with { type: 'json' };
import { message, type Name, type Words, wordsOf } from '../../../examples/browser-encryption/page/words.js';

type State = states.State;

const words = wordsOf('en');
const aboutText: Words = (name, values) => words(name, { thing: 'text', ...values });

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
/** A file is encrypted with the first passphrase. */
const one = [first!, set({ rows: [a] }), states.finish(a.id, resultOf('a'), 1001)];
const removed: states.Change = (state) => states.remove(state.rows[0]!)(state);
const reminded = (state: State) => facts.reminders(state).map(({ secret, paths }) => [secret?.text, ...paths]);

describe('which passphrase', () => {
  it('is in the clipboard: only the last one', () => {
    const lost = (copied: number) =>
      facts.losses(change(...both, set({ copied }))).filter((loss) => loss === 'lostSecrets');
    expect(lost(1002)).toEqual(['lostSecrets']);
    const copy: states.Change = (state) => states.copied(state.secrets[0])(state);
    expect(facts.losses(change(...one, copy))).toEqual(['lostResults']);
    expect(facts.losses(change(...one, copy, states.copied()))).toEqual(['lostResults', 'lostSecrets']);
    const text = set({ textResult: { text: 'x', isCopied: false, secret: 'own' } });
    expect(facts.losses(change(...one, copy, text, states.textCopied))).toEqual(['lostResults', 'lostSecrets']);
  });

  it('would be replaced is asked about while files of the list need it, copied or not', () => {
    const opens = (...changes: states.Change[]) => facts.opensListed(change(...one, ...changes));
    expect([opens(), opens(set({ copied: 1001 })), opens(second!), opens(removed)]).toEqual([1, 1, 0, 0]);
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
    // The page tells that it leaves them out.
    expect([' x', 'x\t', 'x y', ' '].map((own) => facts.isTrimmed(given({ own })))).toEqual([true, true, false, false]);
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
    const { rows } = states.fail(archive!, message('fileChanged'), b.source as File)(packed);
    expect(rows.map(({ path, phase }) => [path, phase.is])).toEqual([
      ['a', 'waiting'],
      ['b', 'failed'],
    ]);
    expect(states.fail(archive!)(packed).rows).toEqual([a, b]);
    const done = change(() => packed, states.finish(archive!.id, resultOf('files.zip.romulus')), states.fail(archive!));
    expect(done.rows).toHaveLength(1);
  });

  it('is seen first in a long list, and a direction is chosen, not toggled', () => {
    const phase: states.Phase = { is: 'failed', why: () => '' };
    const rows = Array.from({ length: 20 }, (_, i) => rowOf(String(i), i === 15 ? { phase } : {}));
    expect(facts.visibleRows(change(set({ rows }))).map(({ path }) => path)).toEqual(['15', '0', '1', '2', '3']);
    expect(facts.visibleRows(change(set({ rows, shown: 105 })))).toHaveLength(20);
    const failed = rowOf('x.romulus', { direction: 'decrypt', isEncrypted: true, phase });
    expect(change(set({ rows: [failed] }), states.turn(failed.id, 'decrypt')).rows[0]!.direction).toBe('decrypt');
  });
});

describe('whether the page may be left', () => {
  const done = [set({ rows: [a] }), states.finish(a.id, resultOf('a'))];
  const handedTo =
    (place: states.Place): states.Change =>
    (state) =>
      states.handed(facts.resultsOf(state), place)(state);
  const handed = handedTo('browser');

  it.each<[string, states.Change[], facts.Loss[]]>([
    ['with nothing', [], []],
    ['with a file that waits', [set({ rows: [a] })], []],
    ['with a result', done, ['lostResults']],
    ['with one that was handed to the browser', [...done, handed], ['lostHanded']],
    ['with one that was saved in a folder', [...done, handedTo('folder')], []],
    ['with one that was saved in a folder before', [...done, handedTo('folder'), handed], []],
    ['with one that was removed', [...done, removed], []],
    ['with one that was put back', [...done, removed, states.undo], ['lostResults']],
  ])('%s', (_, changes, expected) => {
    expect(facts.losses(change(...changes))).toEqual(expected);
    expect(facts.mayLeave(change(...changes))).toBe(expected.length === 0);
  });

  it('not while there is work', () => {
    expect(facts.mayLeave(change(states.begin(1, 1, 0)))).toBe(false);
  });

  it('a passphrase is needed as long as something that it opens may be elsewhere', () => {
    expect(reminded(change(...one, removed, states.settle))).toEqual([]);
    expect(reminded(change(...one, handed, removed, states.settle))).toEqual([['secret 1001', 'a']]);
  });

  it('a result that the browser lost is made again, and only one that was handed out keeps its passphrase', () => {
    const lost: states.Change = (state) => states.lose(facts.resultsOf(state)[0]!)(state);
    const state = change(...one, lost);
    expect(state.rows[0]!.phase).toMatchObject({ is: 'failed' });
    expect(facts.noteOf(state.rows[0]!, words)).toBe(words('resultGone'));
    expect([facts.needs('encrypt', state), facts.losses(state), reminded(state)]).toEqual([true, [], []]);
    expect(reminded(change(...one, handed, lost))).toEqual([['secret 1001', 'a']]);
    expect(states.lose(resultOf('another'))(state)).toBe(state);
  });
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
  it('are cut before their real ending, and show control characters', () => {
    for (const [name, ...parts] of [
      ['letter.txt', 'letter', '.txt'],
      ['folder/a.tar.gz.romulus', 'folder/a', '.tar.gz.romulus'],
      ['Dr. Who and others', 'Dr. Who and others', ''],
      ['.profile', '.profile', ''],
      ['gnp\u202eexe.png', 'gnp[U+202E]exe', '.png'],
      ['a\u200f\n\u2066.b\u202e', 'a[U+200F][U+000A][U+2066]', '.b[U+202E]'],
      ['👩‍💻 نامه‌ها.txt', '👩‍💻 نامه‌ها', '.txt'],
    ] as const)
      expect(Object.values(splitName(name))).toEqual(parts);
  });

  it('of results are those of the program', () => {
    expect(resultName('a', 'encrypt')).toBe('a.romulus');
    const decrypted = ['a.romulus', 'a', '.romulus'].map((name) => resultName(name, 'decrypt'));
    expect(decrypted).toEqual(['a', 'a.decrypted', '.romulus.decrypted']);
  });
});

describe('the pace', () => {
  const at = (total: number, files: number, reports: [processed: number, filesDone: number, seconds: number][]) => {
    const told = reports.map(([processed, done, seconds]) => states.report(processed, done, 1000 * seconds));
    return facts.countLine(change(states.begin(total, files, 0), ...told), words);
  };

  it('of long files is in bytes, and does not count the time in which only keys were derived', () => {
    const slowKey: [number, number, number] = [0, 0, 30];
    expect(at(4e8, 1, [slowKey])).toBe('');
    expect(at(4e8, 1, [slowKey, [5e6, 0, 30.9]])).toBe('');
    expect(at(4e8, 1, [slowKey, [1e8, 0, 40]])).toBe('10.0 MB/s, 30 seconds left');
    // The key of a second file.
    expect(at(4e8, 2, [slowKey, [1e8, 0, 40], [1e8, 1, 70], [2e8, 1, 80]])).toBe('10.0 MB/s, 20 seconds left');
  });

  it('of many short ones is in files, and counts their keys', () => {
    expect(at(3000, 30, [[1000, 10, 10]])).toBe('60 files per minute, 20 seconds left');
    expect(at(3000, 30, [[1000, 0, 10]])).toBe('');
    expect(at(5000, 5000, [[1000, 100, 10]])).toBe('600 files per minute, 8 minutes left');
  });
});

describe('the texts', () => {
  it('have the same slots for values in each language, and every other slot is a text', () => {
    const slotsOf = (text: unknown) => (JSON.stringify(text).match(/\{\w+\}/g) ?? []).map((slot) => slot.slice(1, -1));
    const isText = (slot: string) => slot in en && !['files', 'encrypted', 'decrypted'].includes(slot);
    const values = (text: unknown) => new Set(slotsOf(text).filter((slot) => !isText(slot)));
    for (const name of Object.keys(en) as Name[]) expect(values(de[name]), name).toEqual(values(en[name]));
    expect(words('partOf', { done: '{all} $&', all: 2 })).toBe('{all} $& of 2');
    expect(() => words('removed')).toThrow();
  });

  it('name a key and a text as such, in both languages', () => {
    const [passphrase, key] = (['passphrase', 'key'] as const).map((kind) => ({ id: 1, kind, text: 'x' }));
    const say = (secret: states.Secret | undefined, language: Words) => change(states.copied(secret)).said(language);
    expect(say(passphrase, words)).toMatch(/^The passphrase is copied\./);
    expect(say(key, words)).toMatch(/^The key is copied\./);
    expect(say(key, wordsOf('de'))).toMatch(/^Der Schlüssel ist kopiert\. Bewahren Sie ihn /);
    const keep = (language: Words) => language('keepHint', { secret: 'key' });
    expect(keep(aboutText)).toMatch(/^Nobody can open the text /);
    expect(wordsOf('de')('wrongSecret', { secret: 'key', thing: 'text' })).toMatch(
      /^Dieser Schlüssel öffnet den Text nicht/,
    );
    expect(words('damaged', { thing: 'file' })).toMatch(/^This file is damaged/);
  });

  it('of German are in German', () => {
    const wordsIn = (text: unknown): string[] =>
      JSON.stringify(text)
        .toLowerCase()
        .match(/\p{L}{3,}(?![\p{L}}]|":)/gu) ?? [];
    const english = new Set(wordsIn(Object.values(en)));
    const untranslated = Object.values(de).filter((text) => {
      const found = wordsIn(text);
      // Single words, such as "Text", belong to both languages.
      return found.length > 1 && found.filter((word) => english.has(word)).length > found.length / 2;
    });
    expect(untranslated).toEqual([]);
  });
});
