/** The site: documents of the whole repository as pages, at the addresses that documents.ts gives them. */
import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import manifest from '../../package.json' with { type: 'json' };
import { documents, groups, root } from '../documents.js';
import { parts } from '../head.js';
import { lightCode, modesTablesExamples, repositoryLinks } from './markdown.js';

const { SITE_PATH: base = '/', SITE_FOLDER: outDir = 'dist', SITE_REPOSITORY: repository } = process.env;
const pageOf = ({ path }: { path: string }) => path.replace(/\.html$/, '.md');
const titles = new Map(documents.map((document) => [pageOf(document), document.title]));
const link = (path: string, text: string) => `<a href="${base}${path}">${text}</a>`;

/** Holds for what follows the head. Styles may stand at elements, where VitePress puts the colours of code. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; " +
  "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

export default defineConfig({
  srcDir: '..',
  srcExclude: ['{bench,test,tools,ts,verify,wasm-src}/**'],
  outDir,
  base,
  rewrites: {
    'site/index.md': 'index.md',
    ...Object.fromEntries(documents.map((document) => [document.source, pageOf(document)])),
  },
  lang: 'en',
  title: 'romulus-wasm',
  description: 'Authenticated encryption and hashing with Romulus in constant-time WebAssembly.',
  // The policy forbids scripts in the page itself.
  metaChunk: true,
  // The search index lists pages in the order of their rendering. One after the other keeps it reproducible.
  buildConcurrency: 1,
  // The policy allows scripts but no prefetching, which has no directive of its own.
  router: { prefetchLinks: false },
  appearance: false,
  ignoreDeadLinks: [/^http:\/\/localhost/, /\/performance\//],
  head: [
    ['link', { rel: 'icon', href: `${base}icon.svg` }],
    ['meta', { name: 'referrer', content: 'no-referrer' }],
    ['script', { src: `${base}appearance.js` }],
  ],
  transformPageData: ({ relativePath, title }) => ({ title: titles.get(relativePath) ?? title }),
  transformHead: () => [['meta', { 'http-equiv': 'Content-Security-Policy', content: policy }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [lightCode],
    anchor: { slugify: slug },
    config: (md) => md.use(modesTablesExamples).use(repositoryLinks, repository),
  },
  themeConfig: {
    logo: { src: '/icon.svg', width: 28, height: 28, alt: '' },
    nav: parts.map(({ path, text }) => ({ link: `/${path}`, text, target: '_self' })),
    sidebar: groups.map(({ title, documents }) => ({
      text: title,
      items: documents.map(({ title, path }) => ({ text: title, link: `/${path}` })),
    })),
    // Code has lines of up to 115 columns. The menu above a document has its headings at any width.
    aside: false,
    outline: [2, 3],
    search: { provider: 'local' },
    footer: {
      message: `romulus-wasm ${manifest.version} · ${link('docs/changelog.html', 'Changes')} · ${link('docs/security.html', 'Security')} · ${link('checksums.txt', 'Checksums of this site')}`,
      ...(repository && { copyright: `<a href="${repository}">Source</a>` }),
    },
  },
  vite: {
    publicDir: 'site/public',
    logLevel: 'error',
    // The site uses neither the style of a search service nor this part of Vue.
    resolve: { alias: { '@docsearch/css': `${root}/site/.vitepress/theme/style.css` } },
    define: { __VUE_OPTIONS_API__: 'false' },
  },
});
