/** Documents in Markdown as HTML: headings with the addresses that GitHub gives them, code in colours, links within the site. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import highlighter from 'highlight.js/lib/common';
import { Marked, type Tokens } from 'marked';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Gives the address of a file of the repository for a page, or undefined if nobody can get at it. */
export type AddressOf = (source: string) => string | undefined;

export interface Rendered {
  /** The text of its first heading. */
  readonly title: string;
  /** The text of its first paragraph. */
  readonly summary: string;
  readonly html: string;
}

/** Renders the text of the document `source`, whose links are relative to it. */
export function render(text: string, source: string, addressOf: AddressOf): Rendered {
  const slugger = new GithubSlugger();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const id = slugger.slug(textOf(html));
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      code: ({ text, lang = '' }) => codeBlock(text, lang),
      table({ header, rows }) {
        const cells = (row: Tokens.TableCell[], open: string, close: string) =>
          `<tr>${row.map(({ tokens }) => `${open}${this.parser.parseInline(tokens)}${close}`).join('')}</tr>`;
        const body = rows.map((row) => cells(row, '<td>', '</td>')).join('\n');
        const head = cells(header, '<th scope="col">', '</th>').replaceAll('<th scope="col"></th>', '<td></td>');
        // Wider than a phone: scrolled by itself, by the keyboard too.
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const address = linked(href, source, addressOf);
        return address === undefined ? html : `<a href="${escaped(address)}">${html}</a>`;
      },
      image({ href, text }) {
        const address = linked(href, source, addressOf);
        if (address === undefined) throw new Error(`${source} shows ${href}, which is not on the site`);
        return `<img src="${escaped(address)}" alt="${escaped(text)}">`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  const [, title = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const [, summary = ''] = /<p>(.*?)<\/p>/s.exec(html) ?? [];
  return { title: textOf(title), summary: textOf(summary), html };
}

/** HTML without its elements: as text. */
function textOf(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}

function codeBlock(text: string, language: string): string {
  const isKnown = highlighter.getLanguage(language) !== undefined;
  const code = isKnown ? highlighter.highlight(text, { language }).value : escaped(text);
  return `<pre class="scroll" tabindex="0"><code>${code}</code></pre>\n`;
}

function linked(href: string, source: string, addressOf: AddressOf): string | undefined {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(source), path);
  const address = addressOf(target);
  if (address === undefined && !existsSync(posix.join(import.meta.dirname, '..', target)))
    throw new Error(`${source} links to ${target}, which does not exist`);
  return address && address + (fragment === undefined ? '' : `#${fragment}`);
}

/** The part of a document below a heading of the second level. */
export function sectionOf(text: string, heading: string): string {
  const [, section] = text.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`there is no section ${heading}`);
  return section.split('\n## ')[0] as string;
}
