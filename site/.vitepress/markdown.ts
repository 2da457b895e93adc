/**
 * Renders Markdown for the site. It uses classes, because the strict policy allows no style attributes, and makes links
 * lead to pages of the site.
 */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import type { ShikiTransformer } from 'shiki';
import type { MarkdownRenderer } from 'vitepress';
import { documents, root } from '../documents.js';

export const coloursAsClasses: ShikiTransformer = {
  preprocess(_, options) {
    // With a limit, a busy machine would leave the rest of a line without colours, and builds would differ.
    options.tokenizeTimeLimit = 0;
  },
  span(node) {
    const [, name] = /--shiki-token-([\w-]+)/.exec(String(node.properties.style ?? '')) ?? [];
    delete node.properties.style;
    if (name) this.addClassToHast(node, `code-${name}`);
  },
  // Text in the usual colour needs no element, and the pages of the API have thousands of elements.
  line(node) {
    node.children = node.children.flatMap((child) =>
      child.type === 'element' && !child.properties.class ? child.children : [child],
    );
  },
};

/** Aligns by classes, omits the header of a table without column names, and leaves worked examples uncoloured. */
export function tablesAndExamples(md: MarkdownRenderer): void {
  md.core.ruler.push('tables-and-examples', ({ tokens }) => {
    for (const [i, token] of tokens.entries()) {
      if (token.type === 'code_block') token.type = 'fence';
      if (token.info.startsWith('example')) token.info = 'txt';
      const style = token.attrGet('style');
      if (style) token.attrs = [['class', style.replace('text-align:', 'align-')]];
      if (token.type === 'th_open' && tokens[i + 1]?.content === '') token.tag = tokens[i + 2]!.tag = 'td';
    }
  });
}

/**
 * Makes a section of each part of a page of the API. The browser lays out a section only when it comes near the window.
 */
export function sections(md: MarkdownRenderer): void {
  md.core.ruler.push('sections', (state) => {
    if (!state.env.relativePath?.startsWith('docs/api/')) return;
    const html = (content: string) => Object.assign(new state.Token('html_block', '', 0), { content });
    const begins = state.tokens.map(({ type, tag }) => type === 'heading_open' && /^h[1-3]$/.test(tag));
    const first = begins.indexOf(true);
    if (first < 0) return;
    const between = html('</section>\n<section>\n');
    state.tokens = state.tokens.flatMap((token, i) =>
      begins[i] ? [i === first ? html('<section>\n') : between, token] : [token],
    );
    state.tokens.push(html('</section>\n'));
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
        const [, path = '', fragment] = /^([^#]*)(.*)$/.exec(href)!;
        const target = posix.join(posix.dirname(source), path);
        if (!existsSync(posix.join(root, target)))
          throw new Error(`${source} links to ${target}, which does not exist`);
        const page = documents.find((document) => document.source === target);
        const text = children![i + 1]!;
        if (page && text.content.endsWith('.md')) text.content = page.title;
        if (page) link.attrSet('href', `/${page.path}${fragment}`);
        else if (repository) link.attrSet('href', `${repository}/${target}`);
        else {
          link.attrs = null;
          for (const end of [link, children!.slice(i).find(({ type }) => type === 'link_close')!]) end.hidden = true;
        }
      }
  });
}
