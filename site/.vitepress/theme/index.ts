/** VitePress's own theme with the fonts and colours of the system, a foot on every page, and what the start page shows. */
import { h } from 'vue';
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import FlippedBit from './FlippedBit.vue';
import Foot from './Foot.vue';
import RepeatedNonce from './RepeatedNonce.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-after': () => h(Foot), 'page-bottom': () => h(Foot) }),
  enhanceApp({ app }) {
    app.component('FlippedBit', FlippedBit).component('RepeatedNonce', RepeatedNonce);
  },
} satisfies Theme;
