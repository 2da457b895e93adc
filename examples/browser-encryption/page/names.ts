/** The names of results and of archives, and the form in which the page shows the names of files. */

export type Direction = 'encrypt' | 'decrypt';

export const suffix = '.romulus';

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The name of a result. The program `romulus` chooses the same name. */
export function resultName(name: string, direction: Direction): string {
  if (direction === 'encrypt') return name + suffix;
  return name.endsWith(suffix) && name !== suffix ? name.slice(0, -suffix.length) : `${name}.decrypted`;
}

/** Returns the name of an archive: that of the folder which contains all files, or else `files`. */
export function archiveName(paths: readonly string[]): string {
  const [folder = 'files', ...others] = new Set(paths.map((path) => /^[^/]+(?=\/)/.exec(path)?.[0]));
  return `${others.length === 0 ? folder : 'files'}.zip`;
}

/** Matches characters that could make a name look like another. Joiners within words and emoji are harmless. */
const hidden = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

export const visible = (name: string): string =>
  name.replaceAll(hidden, (each) => `[U+${each.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`);

/** A name, and then numbered ones for when it is taken. */
export function* numbered(name: string): Generator<string, never> {
  const [, stem = name, extension = ''] = /^(.+?)((?:\.[^./]+){1,2})$/.exec(name) ?? [];
  yield name;
  for (let i = 2; ; i++) yield `${stem} (${i})${extension}`;
}

/** Numbers names from their second use on. Names that differ only in capitals are one name on some disks. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase();
  return names.map((name) => {
    const free = numbered(name);
    let { value } = free.next();
    while (taken.has(keyOf(value))) ({ value } = free.next());
    taken.add(keyOf(value));
    return value;
  });
}
