/** Has the page kept by its service worker, so that it opens without a network. */

/** Resolves once it is kept; never where pages have no service workers. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return new Promise(() => {});
  await navigator.serviceWorker.register('service-worker.js');
  await navigator.serviceWorker.ready;
}
