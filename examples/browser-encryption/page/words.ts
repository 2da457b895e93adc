/** The texts of the page. A text may have slots, such as `{name}`, for values or for other texts. */
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };

/** Each language has the texts of the other. */
const languages: { readonly en: typeof de; readonly de: typeof en } = { en, de };

export type Language = keyof typeof languages;
export type Name = keyof typeof en;
type Values = Readonly<Record<string, string | number>>;

/**
 * Returns a text with these values in its slots. A text may have forms: the value `count` chooses the one for one or for others, and the
 * values `secret` and `thing` that for a kind of secret, or of what it opens.
 */
export type Words = (name: Name, values?: Values) => string;

/** Returns what is to be said, in a language that is chosen later. */
export type Say = (words: Words) => string;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

export function wordsOf(language: Language): Words {
  const words: Words = (name, values = {}) => {
    const text: string | Readonly<Record<string, string>> = languages[language][name];
    const kinds = () => [new Intl.PluralRules(language).select(Number(values.count)), values.secret, values.thing];
    const form = typeof text === 'string' ? text : kinds().flatMap((kind) => text[kind ?? ''] ?? [])[0];
    if (form === undefined) throw new Error(`${name} has no form for ${Object.values(values)}`);
    return form.replaceAll(/\{(\w+)\}/g, (_, slot) => String(values[slot] ?? words(slot, values)));
  };
  return words;
}

export const message =
  (name: Name, values?: Values): Say =>
  (words) =>
    words(name, values);

/** Says how many there are of each kind, and leaves out kinds of which there are none. */
export const tally =
  (counts: Partial<Record<Name, number>>): Say =>
  (words) => {
    const parts = Object.entries(counts).flatMap(([name, count]) => (count ? words(name as Name, { count }) : []));
    return `${parts.join(', ')}.`;
  };
