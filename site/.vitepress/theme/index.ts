/** VitePress's own theme, with the choice of light and dark that all pages share, and the ranking of the search. */
import { type Theme, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { appearanceButton } from '../../head.js';
import { searchOptions } from './search.js';
import './style.css';

/** VitePress's own page has no landmark. Screen readers look for landmarks. */
const notFound = () =>
  h('main', { class: 'start vp-doc' }, [
    h('h1', 'There is no such page'),
    h('p', ['Search for it, or begin at ', h('a', { href: withBase('/') }, 'the start page'), '.']),
  ]);
const appearance = () => h('span', { innerHTML: appearanceButton });

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-after': appearance, 'not-found': notFound }),
  enhanceApp({ siteData }) {
    // The configuration could carry functions only as text, which the policy forbids to evaluate.
    siteData.value.themeConfig.search.options = { miniSearch: { searchOptions } };
  },
} satisfies Theme;
