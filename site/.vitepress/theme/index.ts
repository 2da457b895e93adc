/** VitePress's own theme with the fonts of the system, and a foot on every page. */
import { type Theme, withBase } from 'vitepress';
import DefaultTheme, { VPButton } from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import FlippedBit from './FlippedBit.vue';
import PageFoot from './PageFoot.vue';
import RepeatedNonce from './RepeatedNonce.vue';
import './style.css';

/** Registered here, because the start page would otherwise preload the package that these components load. */
const ofStart = { FlippedBit, RepeatedNonce, VPButton };

declare module 'vue' {
  interface GlobalComponents extends Readonly<typeof ofStart> {}
}

/** VitePress's own page has no landmark. Screen readers look for landmarks. */
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
    for (const [name, component] of Object.entries(ofStart)) app.component(name, component);
  },
} satisfies Theme;
