/** VitePress's own theme, with the choice of light and dark that all pages share, and the ranking of the search. */
import { type Theme, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent, h } from 'vue';
import { appearanceButton } from '../../head.js';
import type Demonstration from './Demonstration.vue';
import { searchOptions } from './search.js';
import './style.css';

declare module 'vue' {
  interface GlobalComponents {
    readonly Demonstration: typeof Demonstration;
  }
}

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
  enhanceApp({ app, siteData }) {
    // Only the start page loads this. It would preload the package too if it imported this itself.
    app.component(
      'Demonstration',
      defineAsyncComponent(() => import('./Demonstration.vue')),
    );
    // The configuration could carry functions only as text, which the policy forbids to evaluate.
    siteData.value.themeConfig.search.options = { miniSearch: { searchOptions } };
  },
} satisfies Theme;
