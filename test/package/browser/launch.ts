/** The browsers of the tests: their places, how each starts, and whether tests without one are skipped. */
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
    // A released Firefox, not one that was changed for automation.
    channel: 'moz-firefox',
  },
};

export type BrowserName = keyof typeof launches;

/** Debian's WebKitWebDriver, which needs a display. */
export const webkitDriver = process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';

/** In continuous integration a missing browser is a failure, not a reason to test less. */
export function isSkipped(name: BrowserName | 'webkit'): boolean {
  const needed = name === 'webkit' ? [webkitDriver, '/usr/bin/xvfb-run'] : [launches[name].executablePath];
  return !needed.every((file) => existsSync(file)) && !process.env.CI;
}
