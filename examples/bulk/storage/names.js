/** Names of objects, which may come from strangers: one check for all storages and for jobs. */
import { sep } from 'node:path';

const lengthOf = (/** @type {string} */ text) => Buffer.byteLength(text);

/**
 * Returns a name that leads to one place below a folder or a prefix, on every storage alike. Throws for every other name.
 *
 * @param {string} name
 */
export function checkName(name) {
  const parts = name.split('/');
  const problem =
    name === ''
      ? 'is empty'
      : name.startsWith('/')
        ? 'is absolute'
        : parts.includes('')
          ? 'has an empty part'
          : parts.includes('.') || parts.includes('..')
            ? 'has the part . or ..'
            : /[\p{Cc}\p{Cs}]/u.test(name)
              ? 'has a control character or half a character'
              : sep === '\\' && /[\\:]/.test(name)
                ? 'has a character that leads elsewhere on this system'
                : lengthOf(name) > 1024 || parts.some((part) => lengthOf(part) > 255)
                  ? 'is too long (1024 bytes, each part 255)'
                  : undefined;
  if (problem) throw new Error(`its name ${problem}`);
  return name;
}
