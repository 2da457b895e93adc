/** The tests of `npm run lint`: that checks find what they are to find, and that documents are right. */
import { defineConfig } from 'vitest/config';
import { isMissing } from './test/fixtures/programs.js';
import { house, strict } from './vitest.config.js';

const leftOut = isMissing('em++') ? ['what needs em++, which is not installed: .ci/run'] : [];

export default defineConfig({
  test: { maxWorkers: '100%', globalSetup: ['test/left-out.ts'], provide: { leftOut }, projects: [strict(house)] },
});
