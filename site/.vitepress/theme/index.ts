/** VitePress's own theme with the fonts and colours of the system, a foot on every page, and what the start page shows. */

import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import FlippedBit from './FlippedBit.vue';
import PageFoot from './PageFoot.vue';
import RepeatedNonce from './RepeatedNonce.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-after': () => h(PageFoot), 'page-bottom': () => h(PageFoot) }),
  enhanceApp({ app }) {
    app.component('FlippedBit', FlippedBit).component('RepeatedNonce', RepeatedNonce);
  },
} satisfies Theme;
