/** WebKit and a site, which the tests of a file share. */
import { startedOnce } from '../started-once.js';
import { WebKit } from './browser.js';

export const webkitWith = <Site extends { close(): Promise<void> }>(serve: () => Promise<Site>) =>
  startedOnce(
    async () => ({ site: await serve(), webkit: await WebKit.launch() }),
    ({ site, webkit }) => Promise.all([site.close(), webkit.close()]),
  );
