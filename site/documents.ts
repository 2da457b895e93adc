/** The documents of the repository that are pages of the site, in the order of its table of contents. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

export interface DocumentPage {
  /** In the repository. */
  readonly source: string;
  /** On the site. */
  readonly path: string;
  /** If it is not that of the document. */
  readonly title?: string;
}

export interface DocumentGroup {
  readonly title: string;
  readonly documents: readonly DocumentPage[];
}

const plain = (source: string): DocumentPage => ({
  source,
  path: `docs/${basename(source, '.md').toLowerCase()}.html`,
});

/** The documents of a folder below docs/, with the one that introduces them first. */
function folder(name: string, first: string): DocumentPage[] {
  if (!existsSync(join(root, 'docs', name))) throw new Error(`docs/${name} is missing: run npm run docs`);
  const sources = readdirSync(join(root, 'docs', name), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .sort((a, b) => (a === first ? -1 : b === first ? 1 : a < b ? -1 : 1));
  return sources.map((path) => ({
    source: `docs/${name}/${path}`,
    path: `docs/${name}/${path === 'README.md' ? 'index.html' : path.replace(/\.md$/, '.html')}`,
  }));
}

export const groups: readonly DocumentGroup[] = [
  {
    title: 'Use it',
    documents: [
      { source: 'README.md', path: 'docs/overview.html', title: 'Overview' },
      ...['docs/guide.md', 'docs/cli.md', 'docs/suites.md', 'docs/stream-format.md'].map(plain),
    ],
  },
  { title: 'Functions', documents: folder('api', 'README.md') },
  { title: 'Algorithms', documents: folder('algorithms', 'README.md') },
  {
    title: 'How fast, how safe',
    documents: [
      'docs/benchmarks.md',
      'docs/estimates.md',
      'docs/constant-time.md',
      'docs/other-implementations.md',
      'SECURITY.md',
      'docs/verify.md',
    ].map(plain),
  },
  {
    title: 'The project',
    documents: ['docs/architecture.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'kats/README.md'].map((source) =>
      source === 'kats/README.md' ? { source, path: 'docs/vectors.html' } : plain(source),
    ),
  },
  {
    title: 'Examples',
    documents: ['browser-encryption', 'hash-service'].map((name) => ({
      source: `examples/${name}/README.md`,
      path: `docs/examples/${name}.html`,
    })),
  },
];

export const documents: readonly DocumentPage[] = groups.flatMap(({ documents }) => documents);
