/** The entry without WebAssembly, in browsers, under a Content-Security-Policy that forbids it. */
import { describe, expect, test } from 'vitest';
import { outcomeUpTo } from '../consumers/consumer.js';
import { places } from '../consumers/places.js';
import { installedSite } from './answers.js';
import { isSkipped } from './launch.js';

const { answersIn } = installedSite();

describe.each(places['browser/js'])('in $name', ({ browser: name }) => {
  const answer = answersIn(name);

  test.skipIf(isSkipped(name))("works under script-src 'self'", async () =>
    expect(await answer('js', "default-src 'self'; script-src 'self'")).toEqual(outcomeUpTo('compiled')),
  );
});
