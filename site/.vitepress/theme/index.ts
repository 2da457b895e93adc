/** VitePress's own theme with the fonts of the system, a foot on every page, and what the start page shows. */
import { type Theme, withBase } from 'vitepress';
import DefaultTheme, { VPButton } from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import FlippedBit from './FlippedBit.vue';
import PageFoot from './PageFoot.vue';
import RepeatedNonce from './RepeatedNonce.vue';
import './style.css';

const notFound = () =>
  h('main', { class: 'start vp-doc' }, [
    h('h1', 'There is no such page'),
    h('p', ['Search for it, or begin at ', h('a', { href: withBase('/') }, 'the start page'), '.']),
  ]);

const foot = () => h(PageFoot);
const footOfStart = () => h('div', { class: 'start' }, foot());

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-after': foot, 'page-bottom': footOfStart, 'not-found': notFound }),
  enhanceApp({ app }) {
    app.component('FlippedBit', FlippedBit).component('RepeatedNonce', RepeatedNonce).component('VPButton', VPButton);
  },
} satisfies Theme;
