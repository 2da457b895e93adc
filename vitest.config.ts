import { defineConfig } from 'vitest/config';

// Node 20 has relaxed SIMD behind a flag, and later versions no such flag.
const relaxedFlag = process.versions.node.startsWith('20.') ? ['--experimental-wasm-relaxed-simd'] : [];

// The promises of the API are kept on every build.
const onBuild = (build: string) => ({
  test: {
    name: build,
    include: [
      'builds',
      'concurrency',
      'inputs',
      'loading',
      'memory',
      'properties',
      'rejection',
      'streams',
      'vectors',
    ].map((folder) => `test/${folder}/*.test.ts`),
    setupFiles: ['test/builds/force.ts'],
    env: { ROMULUS_BUILD: build },
    execArgv: build === 'relaxed' ? relaxedFlag : [],
    testTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      onBuild('portable'),
      onBuild('simd128'),
      onBuild('relaxed'),
      {
        test: {
          name: 'package',
          include: ['browser', 'package', 'readme', 'reference', 'types'].map((folder) => `test/${folder}/*.test.ts`),
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
