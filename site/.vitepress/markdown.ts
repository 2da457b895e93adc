/** How Markdown becomes a page: by classes where a strict policy allows no style attributes, with links within the site. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import type { ShikiTransformer } from 'shiki';
import type { MarkdownRenderer } from 'vitepress';
import { documents, root } from '../documents.js';

export const coloursAsClasses: ShikiTransformer = {
  span(node) {
    const [, name] = /--shiki-(?:token-)?([\w-]+)/.exec(String(node.properties.style ?? '')) ?? [];
    delete node.properties.style;
    if (name && name !== 'foreground') this.addClassToHast(node, `code-${name}`);
  },
};

/** Alignment by classes, no header for a column that has no name, and no colours in worked examples. */
export function tablesAndExamples(md: MarkdownRenderer): void {
  md.core.ruler.push('tables-and-examples', ({ tokens }) => {
    for (const [i, token] of tokens.entries()) {
      if (token.type === 'code_block') token.type = 'fence';
      if (token.type === 'fence' && /^(example|$)/.test(token.info)) token.info = 'txt';
      const style = token.attrGet('style');
      if (style) token.attrs = [['class', style.replace('text-align:', 'align-')]];
      if (token.type !== 'th_open' || tokens[i + 1]?.content !== '') continue;
      for (const cell of tokens.slice(i, i + 3)) if (cell.tag === 'th') cell.tag = 'td';
    }
  });
}

/** Links to files of the repository lead to their pages, else to where the sources are, or nowhere. */
export function repositoryLinks(md: MarkdownRenderer, repository: string | undefined): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    // Titles are rendered once more, without a place.
    if (!env.realPath) return;
    const source = posix.relative(root, env.realPath);
    const addressOf = (href: string): string | undefined => {
      const [path = '', fragment] = href.split('#');
      const target = posix.join(posix.dirname(source), path);
      const page = documents.find((document) => document.source === target);
      if (page) return `/${page.path}${fragment === undefined ? '' : `#${fragment}`}`;
      if (existsSync(posix.join(root, target))) return repository && `${repository}/${target}`;
      throw new Error(`${source} links to ${target}, which does not exist`);
    };
    for (const { children } of tokens)
      for (const [i, token] of (children ?? []).entries()) {
        const href = token.attrGet('href');
        if (token.type !== 'link_open' || !href || /^([a-z]+:|[#/])/.test(href)) continue;
        const address = addressOf(href);
        if (address) token.attrSet('href', address);
        else {
          token.attrs = null;
          token.hidden = true;
          const end = children?.slice(i).find(({ type }) => type === 'link_close');
          if (end) end.hidden = true;
        }
      }
  });
}
