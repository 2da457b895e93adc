import { playwright } from '@vitest/browser-playwright';
import { type BuildOptions, build as bundle } from 'esbuild';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { type BrowserName, isSkipped, launches } from './test/browser/launch.js';
import { type Build, builds } from './test/builds/emulate-build.js';
import { isInstalled as webkitIsInstalled } from './test/webkit/browser.js';

const testsIn = (...folders: string[]) => folders.map((folder) => `test/${folder}/*.test.ts`);

const promises = {
  setupFiles: ['test/builds/setup.ts'],
  testTimeout: 60_000,
};

// Node 20 has relaxed SIMD behind a flag, and later versions no such flag.
const relaxedFlag = process.versions.node.startsWith('20.') ? ['--experimental-wasm-relaxed-simd'] : [];

/** The build that this Node takes by itself. */
const usual: Build = relaxedFlag.length > 0 ? 'simd128' : 'relaxed';

/** With `npm run test:all`, each test runs on each build of each engine that has it. */
const isAll = process.env.npm_lifecycle_event === 'test:all';

/** The official vectors and what chooses a build: on every build of every engine. */
const vectors = ['builds', 'loading', 'vectors'];
/** Many messages at once: on every build in Node, and on one in each browser. */
const lists = ['many'];
/** What must hold whatever the build is made of, and no engine changes: in Node, on every build that it has without a flag. */
const promisesOfBuilds = ['memory', 'properties', 'rejection'];
/** What depends on the engine's arrays, streams, workers and time: on one build of each engine. */
const wrapper = ['concurrency', 'inputs', 'pool', 'streams'];
/** What is built on those: on the usual build in Node. */
const above = ['files'];
/** The other suites, in Node on its usual build and the portable one. */
const sisters = ['suites'];
/** What is made around the package, and the package as it is published: once, as it needs no build by name. */
const aroundIt = [
  ...['bench', 'browser', 'cli', 'elephant', 'examples', 'house', 'interoperation', 'isap'],
  ...['package', 'readme', 'reference', 'types', 'webkit'],
];

const foldersFor = (build: Build, engine: 'node' | BrowserName) => {
  const inNode = engine === 'node';
  const isUsual = build === (inNode ? usual : 'simd128');
  const isBehindFlag = inNode && build === 'relaxed' && !isUsual;
  return testsIn(
    ...vectors,
    ...(isAll || inNode || isUsual ? lists : []),
    ...(isAll || (inNode && !isBehindFlag) ? promisesOfBuilds : []),
    ...(isAll || isUsual ? wrapper : []),
    ...(isAll || (inNode && isUsual) ? above : []),
    ...(inNode && (isAll || isUsual || build === 'portable') ? sisters : []),
  );
};

const textOf = async (what: Pick<BuildOptions, 'entryPoints' | 'stdin'>): Promise<string> => {
  const { outputFiles } = await bundle({ ...what, bundle: true, format: 'esm', write: false });
  return outputFiles[0]?.text as string;
};
// Browsers evaluate a module only once for an address, so tests that want it fresh make addresses for this text.
const contents = ['index', 'stream/index', 'event-loop'].map((name) => `export * from './ts/${name}.js';`).join('');
const packageText = await textOf({ stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' } });
// Workers run no TypeScript.
const poolWorkerText = await textOf({ entryPoints: ['ts/pool/worker-script.ts'] });

const inNode = builds.map((build) => ({
  test: {
    ...promises,
    include: foldersFor(build, 'node'),
    name: build,
    provide: { build, poolWorkerText },
    execArgv: build === 'relaxed' ? relaxedFlag : [],
  },
}));

const browsers: BrowserName[] = ['chromium', 'firefox'];

const instances = browsers.flatMap((browser, i) => {
  if (isSkipped(browser)) {
    console.log(`skipped: no ${browser} found`);
    return [];
  }
  const provider = playwright({ launchOptions: launches[browser] });
  return builds.map((build) => ({
    browser,
    name: `${browser}-${build}`,
    include: foldersFor(build, browser),
    provide: { build, packageText, poolWorkerText },
    provider,
    // One browser after the other, after Node: tests that watch the clock want a processor for themselves.
    sequence: { groupOrder: 1 + i },
  }));
});

// It is driven otherwise: by the tests in test/webkit.
if (!webkitIsInstalled && !process.env.CI) console.log('skipped: no webkit found');

const inBrowsers: TestProjectInlineConfiguration = {
  // Pages have SharedArrayBuffer only where no other site can look in.
  server: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } },
  optimizeDeps: { include: ['fast-check'] },
  test: {
    ...promises,
    name: 'browsers',
    browser: { enabled: true, headless: true, screenshotFailures: false, instances },
  },
};

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      ...inNode,
      ...(instances.length > 0 ? [inBrowsers] : []),
      {
        test: {
          name: 'package',
          include: testsIn(...aroundIt),
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // By itself, as it installs a lot: npm run test:consumers.
      {
        test: {
          name: 'consumers',
          include: testsIn('consumers'),
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxConcurrency: 2,
        },
      },
    ],
  },
});
