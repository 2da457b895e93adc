/**
 * The tests: which level of test/ runs on which build of which engine, and what a run leaves out. `--mode=all` is
 * `npm run test:all`, `--mode=house` is the tests of `npm run lint`, and a run by itself is `npm test`.
 */
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { type BuildOptions, build as bundle } from 'esbuild';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';
import { type Build, builds } from './fixtures/emulate-build.js';
import { isMissing } from './fixtures/programs.js';
import { type BrowserName, isSkipped, launches } from './package/browser/launch.js';

/** `usual` is for every day; `all` has each level on each build of each engine, and the consumers. */
type Extent = 'usual' | 'all';

type Engine = 'node' | BrowserName;

const root = join(import.meta.dirname, '..');

// Node 20 has relaxed SIMD behind a flag, and later versions no such flag.
const relaxedFlag = process.versions.node.startsWith('20.') ? ['--experimental-wasm-relaxed-simd'] : [];

/** The build that an engine takes by itself; browsers are tried on the one that all of them have. */
const usualBuild = (engine: Engine): Build => (engine === 'node' && relaxedFlag.length === 0 ? 'relaxed' : 'simd128');

/** The levels, which are folders of test/, that run on a build of an engine. */
const levels: Record<Extent, (build: Build, engine: Engine) => string[]> = {
  usual: (build, engine) => {
    if (build !== usualBuild(engine)) return engine === 'node' ? [] : ['every-build'];
    // Chromium has Node's engine, so that only what the browser adds to it is tried again.
    const onEngine = engine === 'chromium' ? 'every-engine/{concurrency,pool,streams}' : 'every-engine';
    return ['every-build', onEngine, ...(engine === 'node' ? ['node'] : [])];
  },
  all: (_, engine) => ['every-build', 'every-engine', ...(engine === 'node' ? ['node'] : [])],
};

const testsIn = (folders: string[]) => folders.map((folder) => `test/${folder}{/**/*,}.test.ts`);

/** These run in a project of their own. */
const elsewhere = 'test/package/{consumers,examples,interoperation,site}/**';
const packageLevel: TestProjectInlineConfiguration = {
  test: {
    name: 'package',
    provide: { compilers: ['node_modules/typescript'] },
    globalSetup: ['test/package/install.ts'],
    include: testsIn(['package']),
    exclude: [elsewhere, 'test/package/long/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

/** Whole programs beside the package: the examples, the site, and another implementation. */
const examples: TestProjectInlineConfiguration = {
  test: {
    ...packageLevel.test,
    name: 'examples',
    include: testsIn(['package/{examples,interoperation,site}']),
    exclude: [],
  },
};

/** The repository itself: `npm run lint` runs this, and nothing else does. */
const house: TestProjectInlineConfiguration = {
  test: {
    ...packageLevel.test,
    name: 'house',
    include: testsIn(['house', 'readme']),
    exclude: [],
  },
};

const programs = 'test/package/consumers/programs/node_modules';

/** The tests of this project install other runtimes, compilers and bundlers. */
const consumers: TestProjectInlineConfiguration = {
  test: {
    name: 'consumers',
    globalSetup: ['test/package/install.ts'],
    include: testsIn(['package/{consumers,types}']),
    provide: { compilers: ['5.4', '5.7', '6.0', '7.0'].map((version) => `${programs}/typescript-${version}`) },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxConcurrency: 2,
  },
};

/** A test that is alone (`it.only`) hides others, so it fails everywhere, not in CI only. */
const strict = (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
  root,
  ...project,
  test: { ...project.test, allowOnly: false },
});

const textOf = async (what: Pick<BuildOptions, 'entryPoints' | 'stdin'>): Promise<string> => {
  const { outputFiles } = await bundle({ ...what, bundle: true, format: 'esm', write: false });
  return outputFiles[0]?.text as string;
};

async function projectsOf(extent: Extent): Promise<ViteUserConfig> {
  // Browsers evaluate a module only once for an address, so tests that want it fresh make addresses for this text.
  const contents = `export * from './ts/index.js'; export * from './ts/stream/index.js';
    export { clock } from './ts/runtime/event-loop.js';`;
  const packageText = await textOf({ stdin: { contents, resolveDir: root, loader: 'ts' } });
  // Workers run no TypeScript.
  const poolWorkerText = await textOf({ entryPoints: [join(root, 'ts/pool/worker/script.ts')] });

  const shared = { setupFiles: ['test/fixtures/setup.ts'], testTimeout: 60_000 };
  const include = (build: Build, engine: Engine) => testsIn(levels[extent](build, engine));

  const inNode = builds.map((build) => ({
    test: {
      ...shared,
      include: include(build, 'node'),
      name: build,
      provide: { build, poolWorkerText },
      execArgv: build === 'relaxed' ? relaxedFlag : [],
    },
  }));

  // Romulus as romulus-wasm/js has it.
  const conditions = ['js', 'node', 'import', 'default'];
  const inJavaScript: TestProjectInlineConfiguration = {
    ssr: { resolve: { conditions } },
    test: {
      ...shared,
      include: testsIn([
        'every-build/vectors',
        'every-engine/lists',
        'every-engine/matrix',
        'every-engine/rejection',
        'node/memory',
      ]),
      name: 'javascript',
      provide: { build: 'simd128', isJavaScript: true, poolWorkerText },
    },
  };

  const browsers = (Object.keys(launches) as BrowserName[]).filter((browser) => !isSkipped(browser));
  const instances = browsers.flatMap((browser) => {
    const provider = playwright({ launchOptions: launches[browser] });
    return builds.map((build) => ({
      browser,
      name: `${browser}-${build}`,
      include: include(build, browser),
      provide: { build, packageText, poolWorkerText },
      provider,
      // Browsers run side by side, after Node.
      sequence: { groupOrder: 1 },
    }));
  });
  const inBrowsers: TestProjectInlineConfiguration = {
    // Pages have SharedArrayBuffer only where no other site can look in.
    server: {
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    },
    optimizeDeps: { include: ['fast-check'] },
    test: {
      ...shared,
      name: 'browsers',
      browser: { enabled: true, headless: true, screenshotFailures: false, instances },
    },
  };

  return {
    root,
    test: {
      maxWorkers: '100%',
      globalSetup: ['test/left-out.ts'],
      provide: { extent, leftOut: leftOut(extent) },
      projects: [
        ...inNode.filter(({ test }) => test.include.length > 0),
        inJavaScript,
        ...(instances.length > 0 ? [inBrowsers] : []),
        ...(extent === 'all'
          ? [{ test: { ...packageLevel.test, exclude: [elsewhere] } }, examples, consumers]
          : [packageLevel]),
      ].map(strict),
    },
  };
}

/** Tells what a run of that extent does not try, and which command tries it. */
function leftOut(extent: Extent): string[] {
  const all = 'npm run test:all';
  const missing = [
    ...(['chromium', 'firefox', 'webkit'] as const).filter(isSkipped),
    ...['clang++', 'groff'].filter(isMissing),
    ...(extent === 'all' ? ['redis-server', 'haproxy', 'buildah', 'systemctl', 'javac', 'mvn'].filter(isMissing) : []),
  ];
  return [
    ...missing.map((program) => `what needs ${program}, which is not installed`),
    ...(extent === 'usual'
      ? [
          `modes of other suites like their first or last, a hundred megabytes and more, and most of the proof: ${all}`,
          `other builds of engines, and Chromium for what Node shows of their engine: ${all}`,
          `the examples, the site, another implementation, consumers of the package: ${all}, or -- --project=examples and so on`,
        ]
      : []),
    'the repository and its documents: npm run lint',
    'the C++ itself, the files that programs write, and the fuzzers: npm run check, npm run fuzz, .ci/run',
  ];
}

export default defineConfig(({ mode }) => {
  if (mode !== 'house') return projectsOf(mode === 'all' ? 'all' : 'usual');
  const leftOut = isMissing('em++') ? ['what needs em++, which is not installed: .ci/run'] : [];
  return {
    root,
    test: { maxWorkers: '100%', globalSetup: ['test/left-out.ts'], provide: { leftOut }, projects: [strict(house)] },
  };
});
