/** Keeps the page's files, so that the page opens without a network. Serves one version at a time, as a whole. */
declare const self: ServiceWorkerGlobalScope;
/** The names of the page's files. bundle.js writes them here, and also VERSION. */
declare const FILES: string[];
/** A text that differs for every set of files. */
declare const VERSION: string;

const prefix = 'browser-encryption ';
const name = prefix + VERSION;

async function keep(): Promise<void> {
  const cache = await caches.open(name);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
}

/** Removes the earlier version. Runs only when no page of the earlier version is open any more. */
async function replace(): Promise<void> {
  for (const each of await caches.keys()) if (each.startsWith(prefix) && each !== name) await caches.delete(each);
  // Takes over pages that were opened before any service worker existed.
  await self.clients.claim();
}

async function answer(request: Request, file: string): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(file)) ?? fetch(request);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The seconds in which the browser closes what a page had open in its folder. */
const tries = 10;

/** Removes the results of a page that goes. Waits first, in milliseconds, because a download of them may not have begun. */
async function removeResults({ folder, wait }: { readonly folder: string; readonly wait: number }): Promise<void> {
  await pause(wait);
  const root = await navigator.storage.getDirectory();
  const isGone = (error: unknown) => (error as DOMException).name === 'NotFoundError';
  const remove = () => root.removeEntry(folder, { recursive: true }).then(() => true, isGone);
  // The page has this lock as long as it lives.
  await navigator.locks.request(folder, async () => {
    for (let i = 0; i < tries && !(await remove()); i++) await pause(1000);
  });
}

self.addEventListener('message', (event) => event.waitUntil(removeResults(event.data)));
self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(replace()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { scope } = self.registration;
  // Ignores the query, which some apps append to links, because the address still means the page.
  const isPage = request.mode === 'navigate' && request.url.split(/[?#]/)[0] === scope;
  const file = isPage ? 'index.html' : request.url.replace(scope, '');
  if (request.method === 'GET' && FILES.includes(file)) event.respondWith(answer(request, file));
});
