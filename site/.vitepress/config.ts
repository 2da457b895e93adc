/** The site: documents of the whole repository as pages, at the addresses that documents.ts gives them. */
import { slug } from 'github-slugger';
import { createCssVariablesTheme } from 'shiki/core';
import { type DefaultTheme, defineConfigWithTheme, type HeadConfig, type TransformContext } from 'vitepress';
import manifest from '../../package.json' with { type: 'json' };
import { suites } from '../../ts/suites/table.js';
import { documents, groups, root } from '../documents.js';
import { coloursAsClasses, repositoryLinks, sections, tablesAndExamples } from './markdown.js';

/** `SITE_ADDRESS` is a path, or the whole address, which social pictures need. */
const { SITE_ADDRESS: address = '/', SITE_FOLDER: outDir = 'dist', SITE_REPOSITORY: repository } = process.env;
const { pathname: base } = new URL(address, 'http://localhost');
const none = `${root}/site/.vitepress/theme/none.css`;
const pageOf = ({ path }: { path: string }) => path.replace(/\.html$/, '.md');

/** The configuration that the pages need beside VitePress's own. */
export interface SiteTheme extends DefaultTheme.Config {
  readonly version: string;
  readonly suites: string;
  readonly repository: string | undefined;
}

/** The head's fields for social networks. */
function shown({ title, description, page }: TransformContext): HeadConfig[] {
  const properties: Record<string, string> = { type: 'website', title, description };
  const links: HeadConfig[] = [];
  if (/^https?:/.test(address) && page !== '404.md') {
    const url = new URL(page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html'), address).href;
    Object.assign(properties, { url, image: new URL('social.png', address).href });
    links.push(['link', { rel: 'canonical', href: url }]);
    links.push(['meta', { name: 'twitter:card', content: 'summary_large_image' }]);
  }
  for (const [name, content] of Object.entries(properties)) links.push(['meta', { property: `og:${name}`, content }]);
  return links;
}

export default defineConfigWithTheme<SiteTheme>({
  srcDir: '..',
  srcExclude: ['{bench,test,tools,ts,verify,wasm-src}/**'],
  outDir,
  base,
  rewrites: {
    'site/index.md': 'index.md',
    'site/documentation.md': 'docs/index.md',
    ...Object.fromEntries(documents.map((document) => [document.source, pageOf(document)])),
  },
  lang: 'en',
  title: 'romulus-wasm',
  description: 'Authenticated encryption and hashing with Romulus in constant-time WebAssembly.',
  // Keeps data that changes with any page in a separate file. A page's policy then allows two scripts by their hash.
  metaChunk: true,
  // The search index lists pages in the order of their rendering. Rendering one page after the other keeps the index
  // reproducible.
  buildConcurrency: 1,
  // The policy allows scripts but no prefetching, which has no directive of its own.
  router: { prefetchLinks: false },
  // Otherwise VitePress would put styles into the page while the colours change, which the policy forbids.
  appearance: { disableTransition: false },
  ignoreDeadLinks: 'localhostLinks',
  head: [
    ['link', { rel: 'icon', href: `${base}icon.svg` }],
    ['meta', { name: 'referrer', content: 'no-referrer' }],
  ],
  transformPageData(page) {
    if (page.relativePath === 'docs/index.md') return { frontmatter: { ...page.frontmatter, groups } };
    const document = documents.find((document) => pageOf(document) === page.relativePath);
    if (!document) return;
    const { title, summary } = document;
    // Some documents begin with a list in place of a summary.
    return { title, description: summary.slice(0, 300) || `${title}, in the documentation of romulus-wasm.` };
  },
  transformHead: shown,
  markdown: {
    theme: createCssVariablesTheme({ variablePrefix: '--shiki-' }),
    codeTransformers: [coloursAsClasses],
    anchor: { slugify: slug },
    config: (md) => md.use(tablesAndExamples).use(sections).use(repositoryLinks, repository),
  },
  themeConfig: {
    logo: { src: '/icon.svg', width: 28, height: 28, alt: '' },
    nav: [
      { text: 'Encrypt files', link: '/encrypt/', target: '_self' },
      { text: 'How fast', link: '/performance/', target: '_self' },
      { text: 'Documentation', link: '/docs/', activeMatch: '^/docs/' },
    ],
    sidebar: groups.map(({ title, documents }) => ({
      text: title,
      items: documents.map(({ title, path }) => ({ text: title, link: `/${path}` })),
    })),
    outline: [2, 3],
    search: { provider: 'local' },
    version: manifest.version,
    suites: Object.values(suites)
      .slice(1)
      .map(({ name }) => name)
      .join(', '),
    repository,
  },
  vite: {
    publicDir: 'site/public',
    logLevel: 'error',
    resolve: {
      alias: {
        'romulus-wasm': `${root}/dist/index.js`,
        // Replaces styles of what the site does not use: a search service, hints in frames, groups of code and sponsors.
        '@docsearch/css': none,
        './styles/components/custom-block.css': none,
        './styles/components/vp-code-group.css': none,
        './styles/components/vp-sponsor.css': none,
      },
    },
    // VitePress uses only these parts of Vue.
    define: { __VUE_OPTIONS_API__: 'false' },
  },
});
