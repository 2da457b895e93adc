/** The documents of the repository that are pages of the site, in the order of its table of contents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** A Markdown file of the repository, with the path and the title of its page on the site. */
function document(source: string) {
  if (source === 'README.md') return { source, path: 'docs/overview.html', title: 'Overview' };
  const [, heading = ''] = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? [];
  const path = source.replace(/^docs\//, '').replace(/^[A-Z]+/, (name) => name.toLowerCase());
  const page = path.replace(/README\.md$/, 'index.md').replace(/md$/, 'html');
  return { source, path: `docs/${page}`, title: heading.replaceAll(/[*`\\]/g, '') };
}

/** The documents of a folder below docs/, with README.md first, as capitals are. */
function folder(name: string) {
  if (!existsSync(join(root, 'docs', name))) throw new Error(`docs/${name} is missing: run npm run docs`);
  const paths = readdirSync(join(root, 'docs', name), { recursive: true, encoding: 'utf8' }).sort();
  return paths.filter((path) => path.endsWith('.md')).map((path) => `docs/${name}/${path.replaceAll('\\', '/')}`);
}
const inDocs = (...names: string[]) => names.map((name) => `docs/${name}.md`);

export const groups = Object.entries({
  'Use it': ['README.md', ...inDocs('guide', 'recipes', 'cli', 'suites', 'stream-format')],
  Functions: folder('api'),
  Algorithms: folder('algorithms'),
  'How fast, how safe': [
    ...inDocs('benchmarks', 'estimates', 'constant-time', 'proof', 'commitment', 'analysis'),
    'SECURITY.md',
    'docs/verify.md',
  ],
  'The project': ['docs/architecture.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'kats/README.md'],
  Examples: ['browser-encryption', 'hash-service', 'bulk'].map((name) => `examples/${name}/README.md`),
}).map(([title, sources]) => ({ title, documents: sources.map(document) }));

export const documents = groups.flatMap(({ documents }) => documents);
