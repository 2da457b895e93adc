/** The installed package in WebKit, the engine of Safari, under a strict policy, on every build of the engine. */
import { describe, expect, it } from 'vitest';
import { bytesOf, relaxed } from '../../../ts/engine/module-text.js';
import * as simd128 from '../../../ts/suites/romulus/simd128.generated.js';
import { type Build, builds } from '../../fixtures/emulate-build.js';
import { answers, strict } from '../browser/answers.js';
import { projectWithPages, serve } from '../browser/site.js';
import { outcome, outcomeUpTo } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
import { isSkipped, open, until, webkitWith } from './browser.js';

const modules: Record<Build, string> = {
  simd128: simd128.text,
  relaxed: relaxed(simd128.text),
};

describe.skipIf(isSkipped).each(places['webkit/webkit'])('in a page of $name', () => {
  const project = isSkipped ? undefined : projectWithPages();
  const started = webkitWith(() => serve(project!));

  /** The fastest build that the engine has, up to a limit. */
  async function fastest(limit: Build): Promise<Build> {
    const { webkit } = await started();
    // The pages of the tests hide builds.
    await open(webkit, 'about:blank');
    const has: Build[] = [];
    for (const build of builds) {
      const validates = 'return WebAssembly.validate(Uint8Array.from(arguments[0]))';
      if (await webkit.executeScript(validates, [...bytesOf(modules[build])])) has.push(build);
    }
    expect(has).toContain('simd128');
    return builds.filter((build, i) => has.includes(build) && i <= builds.indexOf(limit)).at(-1)!;
  }

  /** The answer of the page with this name, once it is there. */
  async function answer(page: string, policy: string, build?: Build): Promise<unknown> {
    const { webkit, site } = await started();
    await open(webkit, site.address(page, policy, build));
    return JSON.parse(await until(webkit, "return document.querySelector('output').textContent", 45_000));
  }

  // If the engine lacks the fastest build, the package must notice, and take the one before.
  it.each(builds)(
    'takes the fastest that the engine has, up to the build %s, and works official vectors, messages and forgeries',
    async (limit) => expect(await answer('build', strict, limit)).toEqual(outcomeUpTo(await fastest(limit))),
  );

  it('works files too', async () =>
    expect(await answer('build', strict)).toEqual(outcome(await fastest('relaxed'), ['main', 'stream'])));

  it.each(answers)('%s', async (_, page, policy, expected) => expect(await answer(page, policy)).toEqual(expected));
});
