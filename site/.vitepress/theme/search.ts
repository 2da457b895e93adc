/** The ranking of the search: it weighs the telling words of a question, and puts the API below documents. */

const common = new Set(
  'a an and are be by can do does for from have how i in is it may must my not of on or run the to what which why with you'.split(
    ' ',
  ),
);

export const searchOptions = {
  processTerm(term: string): string | null {
    const word = term.toLowerCase();
    return common.has(word) ? null : word;
  },
  // A short word with another letter is another word.
  fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
  boostDocument: (id: string): number =>
    id.includes('/docs/api/') ? 0.2 : /\/docs\/(overview|guide|recipes|cli)\.html/.test(id) ? 3 : 1,
};
