/** The entry without WebAssembly, in browsers, under a Content-Security-Policy that forbids it. */
import { describe, expect, test } from 'vitest';
import { outcomeUpTo } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
import { startedOnce } from '../started-once.js';
import { installTarball } from '../tarball.js';
import { isSkipped } from './launch.js';
import { answerOf, browserOf } from './pages.js';
import { serve } from './site.js';

const project = installTarball();
const site = startedOnce(
  () => serve(project),
  (site) => site.close(),
);

describe.each(places['browser/js'])('in $name', ({ browser: name }) => {
  const browser = browserOf(name);
  const it = test.skipIf(isSkipped(name));

  it("works under script-src 'self'", async () => {
    const address = (await site()).address('js', "default-src 'self'; script-src 'self'");
    expect(await answerOf(await browser(), address)).toEqual(outcomeUpTo('compiled'));
  });
});
