/**
 * The places where tests run the packed package. Each test file named here iterates over its rows (`#` divides the rows
 * of one file), and `npm run docs` writes the rows into docs/guide.md.
 */
import { readFileSync } from 'node:fs';
import type { Build } from '../../fixtures/emulate-build.js';
import type { BrowserName } from '../browser/launch.js';

export type Entry = 'main' | 'stream' | 'pool' | 'js';

export interface Place {
  readonly name: string;
  /** The entry points that are used there. */
  readonly entries: readonly Entry[];
  /** The heading of docs/guide.md that says what the place needs. */
  readonly recipe?: string;
}

const withoutPool: Entry[] = ['main', 'stream'];
const sharing: Entry[] = [...withoutPool, 'pool'];
const withoutWasm: Entry[] = ['js'];

export interface Bundler extends Place {
  /** The consumer. */
  readonly folder: string;
  /** The name of its script in the consumer's package.json, and of the folder that it makes in dist/. */
  readonly program: string;
  readonly script?: string;
}

/** The version that the folder of a consumer has of a program. */
function version(folder: string, program: string): string {
  const manifest = JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), 'utf8'));
  const found = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }[program];
  return /[\d.]+$/.exec(found)?.[0] as string;
}

const runtime = (name: string, program: string, command: string, fastest: Build = 'relaxed') => ({
  name: `${name} ${version('programs', program)}`,
  entries: sharing,
  command: `${program}/${command}`.split(' '),
  fastest,
});

/** The page has the script that was built, which is no module of webpack's. Without one, the bundler makes the page. */
const bundler = (name: string, folder: string, program: string, script?: string, dependency = program): Bundler => ({
  name: `${name} ${version(folder, dependency)}`,
  entries: sharing,
  recipe: 'Workers and bundlers',
  folder,
  program,
  ...(script && { script }),
});

const jest = (kind: 'CommonJS' | 'ES modules', environment: 'node' | 'jsdom', entries: Entry[]) => ({
  name: `Jest ${version('jest', 'jest')}, ${kind}, environment ${environment}`,
  entries,
  recipe: 'Jest',
  kind,
  environment,
});

const executable = (name: string, program: string, folder: string, fastest: Build = 'relaxed') => ({
  name: `executable of ${name} ${version('programs', program)}`,
  entries: sharing,
  recipe: 'Single executables',
  path: `${program}/${folder}`,
  fastest,
});

const engine = (name: string, program: string, engine: 'quickjs' | 'hermes') => ({
  name: `${name} ${version('others', program)}`,
  entries: withoutWasm,
  recipe: 'Without WebAssembly',
  engine,
});

const next = (runtime: string, route: string, entries: Entry[]) => ({
  name: `Next ${version('others', 'next')}, ${runtime}`,
  entries,
  route,
});

const browser = (name: string, browser: BrowserName | 'webkit', entries: Entry[]) => ({ name, entries, browser });

const extension = (context: 'page' | 'service worker', entries: Entry[]) => ({
  name: `${context} of an extension of Chromium${entries.includes('js') ? ', without the policy' : ''}`,
  entries,
  recipe: 'Browser extensions',
  context,
});

const strict = "under script-src 'self'";

/** The places by the test files in test/package that try them. */
export const places = {
  'consumers/runtimes': [
    runtime('Node', 'node-20', 'bin/node', 'simd128'),
    runtime('Node', 'node-22', 'bin/node'),
    runtime('Node', 'node-24', 'bin/node'),
    runtime('Node', 'node-26', 'bin/node'),
    runtime('Deno', '@deno/linux-x64-glibc', 'deno run --no-prompt --allow-read'),
    runtime('Bun', '@oven/bun-linux-x64', 'bin/bun'),
  ],
  'consumers/workerd': [{ name: `workerd of Miniflare ${version('programs', 'miniflare')}`, entries: withoutPool }],
  'consumers/others#next': [next('edge runtime', 'edge', withoutPool), next('server', 'node', sharing)],
  'browser/browser': [
    browser('Chromium', 'chromium', sharing),
    browser('Firefox ESR', 'firefox', sharing),
    browser('WebKitGTK', 'webkit', sharing),
    browser(`Chromium ${strict}`, 'chromium', ['js']),
    browser(`Firefox ESR ${strict}`, 'firefox', ['js']),
  ],
  'consumers/bundlers': [
    bundler('Vite', 'bundlers', 'vite'),
    bundler('Vite', 'bundlers', 'vite-7'),
    bundler('webpack', 'bundlers', 'webpack', 'defer src="/main.js"'),
    bundler('esbuild', 'bundlers', 'esbuild', 'type="module" src="/page.js"'),
  ],
  'consumers/others#bundlers': [
    bundler('Rspack', 'others', 'rspack', 'defer src="/main.js"', '@rspack/core'),
    bundler('Parcel', 'others', 'parcel'),
    bundler('Rollup', 'others', 'rollup', 'type="module" src="/page.js"'),
  ],
  'consumers/others#extension': [
    extension('page', sharing),
    extension('service worker', withoutPool),
    extension('page', ['js']),
    extension('service worker', ['js']),
  ],
  'consumers/jest': [
    jest('CommonJS', 'node', withoutPool),
    jest('CommonJS', 'jsdom', ['main']),
    jest('ES modules', 'node', sharing),
    jest('ES modules', 'jsdom', ['main']),
  ],
  'consumers/others#executables': [
    executable('Node', 'node-20', 'bin', 'simd128'),
    executable('Node', 'node-26', 'bin'),
    executable('Bun', '@oven/bun-linux-x64', 'bin'),
  ],
  'consumers/others#engines': [
    engine('QuickJS of quickjs-emscripten', 'quickjs-emscripten', 'quickjs'),
    engine('Hermes', 'hermes-engine-cli', 'hermes'),
  ],
} satisfies Record<string, readonly Place[]>;
