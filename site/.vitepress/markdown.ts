/** Renders Markdown for the site: links lead to pages of the site, and names of modes stay on one line. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import type { ShikiTransformer } from 'shiki';
import type { MarkdownRenderer } from 'vitepress';
import { documents, root } from '../documents.js';

/** Colours code: the same in each build, and without an element for text in the usual colour, which long pages are full of. */
export const lightCode: ShikiTransformer = {
  preprocess(_, options) {
    // With a limit, a busy machine would leave the rest of a line without colours.
    options.tokenizeTimeLimit = 0;
  },
  line(node) {
    const isUsual = (style: unknown) => String(style).startsWith('--shiki-light:#0E1116');
    node.children = node.children.flatMap((child) =>
      child.type === 'element' && isUsual(child.properties.style) ? child.children : [child],
    );
  },
};

/** Keeps names of modes on one line, makes empty headings of tables plain cells, and leaves worked examples uncoloured. */
export function modesTablesExamples(md: MarkdownRenderer): void {
  const text = md.renderer.rules.text!;
  md.renderer.rules.text = (...args) =>
    text(...args).replaceAll(/\b[A-Z]\w+-[HMNT]\b\+?/g, '<span class="mode">$&</span>');
  md.core.ruler.push('tables-and-examples', ({ tokens }) => {
    for (const [i, token] of tokens.entries()) {
      if (token.type === 'code_block') token.type = 'fence';
      if (token.info.startsWith('example')) token.info = 'txt';
      if (token.type === 'th_open' && tokens[i + 1]?.content === '') token.tag = tokens[i + 2]!.tag = 'td';
    }
  });
}

/**
 * Makes links to files of the repository lead to their pages, with the pages' titles. Files without a page lead to the
 * sources, or nowhere if the sources have no address.
 */
export function repositoryLinks(md: MarkdownRenderer, repository: string | undefined): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    // VitePress renders titles once more, without the path of their file.
    if (!env.realPath) return;
    const source = posix.relative(root, env.realPath);
    for (const { children } of tokens)
      for (const [i, link] of (children ?? []).entries()) {
        const href = link.attrGet('href');
        if (link.type !== 'link_open' || !href || /^([a-z]+:|[#/])/.test(href)) continue;
        const [path = '', fragment] = href.split('#');
        const target = posix.join(posix.dirname(source), path);
        if (!existsSync(posix.join(root, target)))
          throw new Error(`${source} links to ${target}, which does not exist`);
        const page = documents.find((document) => document.source === target);
        const text = children![i + 1]!;
        if (page && text.content.endsWith('.md')) text.content = page.title;
        if (target === 'bench/web/index.html')
          link.attrs = Object.entries({ href: '../performance/', target: '_self' });
        else if (page) link.attrSet('href', `/${page.path}${fragment ? `#${fragment}` : ''}`);
        else if (repository) link.attrSet('href', `${repository}/${target}`);
        else {
          link.attrs = null;
          link.hidden = children!.slice(i).find(({ type }) => type === 'link_close')!.hidden = true;
        }
      }
  });
}
