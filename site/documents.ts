/** The documents of the repository that are pages of the site, in the order of its table of contents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** A Markdown file of the repository, with the path and the title of its page on the site. */
function document(source: string, path = `docs/${basename(source, '.md').toLowerCase()}.html`) {
  const [, heading = ''] = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? [];
  return { source, path, title: source === 'README.md' ? 'Overview' : heading.replaceAll(/[*`\\]/g, '') };
}

/** The documents of a folder below docs/, with README.md first, as capitals are. */
function folder(name: string) {
  if (!existsSync(join(root, 'docs', name))) throw new Error(`docs/${name} is missing: run npm run docs`);
  return readdirSync(join(root, 'docs', name), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${name}/${path.replaceAll('\\', '/')}`)
    .sort()
    .map((path) => document(path, path.replace(/\/README\.md$/, '/index.md').replace(/\.md$/, '.html')));
}

const inDocs = (...names: string[]) => names.map((name) => document(`docs/${name}.md`));
const inExamples = (name: string) => document(`examples/${name}/README.md`, `docs/examples/${name}.html`);
const group = (title: string, ...documents: ReturnType<typeof document>[]) => ({ title, documents });

export const groups = [
  group(
    'Use it',
    document('README.md', 'docs/overview.html'),
    ...inDocs('guide', 'recipes', 'cli', 'suites', 'stream-format'),
  ),
  group('Functions', ...folder('api')),
  group('Algorithms', ...folder('algorithms')),
  group(
    'How fast, how safe',
    ...inDocs('benchmarks', 'estimates', 'constant-time', 'proof', 'commitment', 'analysis', 'other-implementations'),
    document('SECURITY.md'),
    ...inDocs('verify'),
  ),
  group(
    'The project',
    ...inDocs('architecture'),
    document('CONTRIBUTING.md'),
    document('CHANGELOG.md'),
    document('kats/README.md', 'docs/vectors.html'),
  ),
  group('Examples', ...['browser-encryption', 'hash-service', 'bulk'].map(inExamples)),
];

export const documents = groups.flatMap(({ documents }) => documents);
