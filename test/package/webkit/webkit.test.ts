/** The installed package in WebKit, the engine of Safari, under a strict policy, on every build of the engine. */
import { describe, expect, it } from 'vitest';
import { bytesOf, relaxed } from '../../../ts/engine/module-text.js';
import { romulusH } from '../../../ts/index.js';
import * as portable from '../../../ts/suites/romulus/portable.generated.js';
import * as simd128 from '../../../ts/suites/romulus/simd128.generated.js';
import { type Build, builds } from '../../fixtures/emulate-build.js';
import { serve } from '../browser/site.js';
import { outcomeUpTo } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
import { poolOutcome } from '../smoke.js';
import { startedOnce } from '../started-once.js';
import { installTarball } from '../tarball.js';
import { isSkipped, WebKit } from './browser.js';

const modules: Record<Build, string> = {
  portable: portable.text,
  simd128: simd128.text,
  relaxed: relaxed(simd128.text),
};

describe.skipIf(isSkipped).each(places['webkit/webkit'])('in a page of $name', () => {
  const project = isSkipped ? undefined : installTarball();
  const text = `${'0123456789'.repeat(100_000)}seventy times seven\n`;
  const started = startedOnce(
    async () => {
      const webkit = await WebKit.launch();
      return { webkit, has: await buildsOf(webkit), site: await serve(project!) };
    },
    ({ site, webkit }) => Promise.all([site.close(), webkit.close()]),
  );

  async function buildsOf(webkit: WebKit): Promise<Build[]> {
    const has: Build[] = [];
    for (const build of builds) {
      const validates = 'return WebAssembly.validate(Uint8Array.from(arguments[0]))';
      if (await webkit.evaluate(validates, [...bytesOf(modules[build])])) has.push(build);
    }
    return has;
  }

  const strict = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

  async function open(name: string, policy = strict, build?: Build): Promise<WebKit> {
    const { webkit, site } = await started();
    await webkit.open(`${site.address(name, policy)}${build ? `&build=${build}` : ''}`);
    return webkit;
  }

  /** The answer of the page with this name, once it is there. */
  async function answer<Answer>(name: string, policy?: string, build?: Build): Promise<Answer> {
    return answerOf(await open(name, policy, build));
  }

  const answerOf = async <Answer>(webkit: WebKit): Promise<Answer> =>
    JSON.parse(await webkit.waitFor("return document.querySelector('output').textContent", 45_000));

  // If the engine lacks the fastest build, the package must notice, and take the one before.
  describe.each(builds)('that may take up to the build %s', (limit) => {
    it('takes the fastest that the engine has, and works official vectors, messages and forgeries', async () => {
      const { has } = await started();
      expect(has).toContain('simd128');
      const [taken] = builds
        .slice(0, builds.indexOf(limit) + 1)
        .filter((build) => has.includes(build))
        .slice(-1);
      expect(await answer('build', strict, limit)).toEqual(outcomeUpTo(taken!));
    });
  });

  it('hashes a Blob and the stream of a response', async () => {
    expect(await answer('stream')).toEqual({ blob: true, body: true, progress: [1_000_000, 1_000_000] });
  });

  it('encrypts and decrypts a chosen file, and refuses a changed one', async () => {
    const webkit = await open('file');
    await webkit.type('input', project!.write('diary.txt', text));
    const digest = String(await romulusH(new TextEncoder().encode(text)));
    expect(await answerOf(webkit)).toEqual({
      name: 'diary.txt',
      digests: [digest, digest, digest],
      part: 'seventy',
      wrongPassphrase: 'ERR_ROMULUS_AUTH',
      cutOff: 'ERR_ROMULUS_AUTH',
      notSealed: 'ERR_ROMULUS_FORMAT',
    });
  });

  it('has a pool of Web Workers', async () => {
    expect(await answer('pool')).toEqual(poolOutcome);
  });

  it('names a remedy if the policy forbids workers', async () => {
    expect(await answer('no-pool', `${strict}; worker-src 'none'`)).toEqual({
      code: 'ERR_ROMULUS_LOAD',
      hint: expect.stringMatching(/entry point.*Content-Security-Policy/),
    });
  });

  it("names 'wasm-unsafe-eval' where the policy lacks it", async () => {
    const refusal = { code: 'ERR_ROMULUS_LOAD', hint: expect.stringContaining("'wasm-unsafe-eval'") };
    // Two refusals: the package keeps no failure, and the second call reports the same.
    expect(await answer('refused', "default-src 'self'")).toEqual([refusal, refusal]);
  });
});
