/** Names of objects, which may come from strangers: one check for all storages and for jobs. */

/** @type {Record<string, RegExp>} */
const problems = {
  'is empty': /^$/,
  'is absolute': /^\//,
  'has an empty part': /\/(\/|$)/,
  'has the part . or ..': /(^|\/)\.\.?(\/|$)/,
  'has a control character or half a character': /[\p{Cc}\p{Cs}]/u,
};
if (process.platform === 'win32') problems['has a character that leads elsewhere on this system'] = /[\\:]/;

/** Returns a name that leads to one place below a folder or a prefix, on every storage alike. Throws for every other name. */
export function checkName(/** @type {string} */ name) {
  for (const [problem, pattern] of Object.entries(problems))
    if (pattern.test(name)) throw new Error(`its name ${problem}`);
  if (Buffer.byteLength(name) > 1024 || name.split('/').some((part) => Buffer.byteLength(part) > 255))
    throw new Error('its name is too long (1024 bytes, each part 255)');
  return name;
}
