/** VitePress's own theme, with the choice of light and dark that all pages share, and the ranking of the search. */
import { type Theme, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { appearanceButton } from '../../head.js';
import './style.css';

/** VitePress's own page has no landmark. Screen readers look for landmarks. */
const notFound = () =>
  h('main', {
    class: 'start',
    innerHTML: `<h1>There is no such page</h1><a href="${withBase('/')}">The start page</a>`,
  });
const appearance = () => h('span', { innerHTML: appearanceButton });

const common =
  /^(a|an|and|are|be|by|can|do|does|for|from|have|how|i|in|is|it|may|must|my|not|of|on|or|run|the|to|what|which|why|with|you)$/;

/** Weighs the telling words of a question, and puts the API below documents. */
const searchOptions = {
  processTerm: (term: string) => (common.test(term.toLowerCase()) ? null : term.toLowerCase()),
  // A short word with another letter is another word.
  fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
  boostDocument: (id: string): number =>
    id.includes('/docs/api/') ? 0.2 : /\/docs\/(overview|guide|recipes|cli)\.html/.test(id) ? 3 : 1,
};

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-after': appearance, 'not-found': notFound }),
  enhanceApp({ siteData }) {
    // The configuration could carry functions only as text, which the policy forbids to evaluate.
    siteData.value.themeConfig.search.options = { miniSearch: { searchOptions } };
  },
} satisfies Theme;
