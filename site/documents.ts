/** The documents of the repository that are pages of the site, in the order of its table of contents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** A Markdown file of the repository, and its page on the site. */
export interface DocumentPage {
  readonly source: string;
  readonly path: string;
  readonly title: string;
}

function document(source: string, path = `docs/${basename(source, '.md').toLowerCase()}.html`): DocumentPage {
  const [, heading = ''] = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? [];
  return { source, path, title: source === 'README.md' ? 'Overview' : heading.replaceAll(/[*`\\]/g, '') };
}

/** The documents of a folder below docs/, with README.md first. */
function folder(name: string): DocumentPage[] {
  if (!existsSync(join(root, 'docs', name))) throw new Error(`docs/${name} is missing: run npm run docs`);
  const place = (path: string) => path.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html');
  return readdirSync(join(root, 'docs', name), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'))
    .sort((a, b) => (a === 'README.md' ? -1 : b === 'README.md' ? 1 : a < b ? -1 : 1))
    .map((path) => document(`docs/${name}/${path}`, `docs/${name}/${place(path)}`));
}

const inDocs = (...names: string[]) => names.map((name) => document(`docs/${name}.md`));
const examples = ['browser-encryption', 'hash-service', 'bulk'];
const speedAndSafety = ['benchmarks', 'estimates', 'constant-time', 'proof', 'commitment', 'analysis'];

export const groups: readonly { readonly title: string; readonly documents: readonly DocumentPage[] }[] = [
  {
    title: 'Use it',
    documents: [
      document('README.md', 'docs/overview.html'),
      ...inDocs('guide', 'recipes', 'cli', 'suites', 'stream-format'),
    ],
  },
  { title: 'Functions', documents: folder('api') },
  { title: 'Algorithms', documents: folder('algorithms') },
  {
    title: 'How fast, how safe',
    documents: [...inDocs(...speedAndSafety, 'other-implementations'), document('SECURITY.md'), ...inDocs('verify')],
  },
  {
    title: 'The project',
    documents: [
      ...inDocs('architecture'),
      ...['CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => document(name)),
      document('kats/README.md', 'docs/vectors.html'),
    ],
  },
  {
    title: 'Examples',
    documents: examples.map((name) => document(`examples/${name}/README.md`, `docs/examples/${name}.html`)),
  },
];

export const documents: readonly DocumentPage[] = groups.flatMap(({ documents }) => documents);
