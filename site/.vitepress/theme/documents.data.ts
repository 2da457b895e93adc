/** What the table of contents shows, computed when the site is built. */
import { groups } from '../../documents.js';

const firstSentence = (text: string): string => /^.+?\.(?= |$)/.exec(text)?.[0] ?? text;

export default {
  load: () =>
    groups.map(({ title, documents }) => ({
      title,
      documents: documents.map(({ path, title, summary }) => ({ path, title, about: firstSentence(summary) })),
    })),
};
