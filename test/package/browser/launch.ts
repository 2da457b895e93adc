/** The browsers that tests run in: where they are, how each is started, and what becomes of the tests where one is missing. */
import { existsSync } from 'node:fs';

export const launches = {
  chromium: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  },
  firefox: {
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    // A Firefox as its makers release it, not one that was changed to be driven.
    channel: 'moz-firefox',
  },
};

export type BrowserName = keyof typeof launches;

/** In continuous integration a missing browser is a failure, not a reason to test less. */
export const isSkipped = (name: BrowserName): boolean => !existsSync(launches[name].executablePath) && !process.env.CI;
