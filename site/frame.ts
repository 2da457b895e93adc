/** What all pages of the site have in common: their head with the policy, the way to the other pages, and the foot. */
import { addressFrom, type Folder, integrityOf } from './folder.js';
import { escaped } from './markdown.js';

/** The parts of the site, as each page names them. */
const parts = [
  { path: 'encrypt/index.html', title: 'Encrypt files' },
  { path: 'performance/index.html', title: 'How fast' },
  { path: 'docs/index.html', title: 'Documentation' },
];

export interface PageContents {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** What is between the head and the foot of the page. */
  readonly html: string;
  /** Paths. */
  readonly script?: string;
  readonly style: string;
  /** Directives besides those for what every page needs. */
  readonly policy?: readonly string[];
}

export interface SiteFacts {
  readonly version: string;
  readonly icon: string;
  /** Where the sources are, if anywhere. */
  readonly repository: string | undefined;
}

const basePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  // What audits a page looks for the host's robots.txt from there.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** The links to the other parts, as HTML. */
export function partsFor(page: string): string {
  const links = parts.map(({ path, title }) => {
    const isHere = path === page || (path === 'docs/index.html' && page.startsWith('docs/'));
    return `<a href="${addressFrom(page, path)}"${isHere ? ' aria-current="page"' : ''}>${title}</a>`;
  });
  return links.join('\n        ');
}

export function addPage(folder: Folder, facts: SiteFacts, contents: PageContents): void {
  const { path, title, description, html, script, style, policy = [] } = contents;
  const to = (target: string) => addressFrom(path, target);
  const integrity = (target: string) => `integrity="${integrityOf(folder.contentsOf(target))}"`;
  const source = facts.repository && ` · <a href="${escaped(facts.repository)}">Source</a>`;
  folder.add(
    path,
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${[...basePolicy, ...policy].join('; ')}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <meta name="description" content="${escaped(description)}">
    <title>${escaped(title)}</title>
    <link rel="icon" href="${to(facts.icon)}" type="image/svg+xml">
    <link rel="stylesheet" href="${to(style)}" ${integrity(style)}>${
      script ? `\n    <script type="module" src="${to(script)}" ${integrity(script)}></script>` : ''
    }
  </head>
  <body>
    <a class="skip" href="#main">Skip to the contents</a>
    <header class="top">
      <a class="brand" href="${to('index.html')}"><img src="${to(facts.icon)}" alt="" width="28" height="28"> romulus-wasm</a>
      <nav aria-label="Site">
        ${partsFor(path)}
      </nav>
    </header>
${html}
    <footer class="bottom">
      <p>romulus-wasm ${escaped(facts.version)} · <a href="${to('docs/changelog.html')}">Changes</a> · <a href="${to('docs/security.html')}">Security</a> · <a href="${to('checksums.txt')}">Checksums of this site</a>${source ?? ''}</p>
    </footer>
  </body>
</html>
`,
  );
}
