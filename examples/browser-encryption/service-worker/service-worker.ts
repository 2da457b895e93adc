/** Keeps the page's files, so that it opens without a network. One version at a time is served, whole. */
declare const self: ServiceWorkerGlobalScope;
/** The names of the page's files, and what tells this set of them from others; build.js writes both here. */
declare const FILES: string[];
declare const VERSION: string;

const prefix = 'browser-encryption ';
const name = prefix + VERSION;

const addresses = FILES.map((file) => new URL(file, self.registration.scope).href);
const start = new URL('index.html', self.registration.scope).href;

async function keep(): Promise<void> {
  const cache = await caches.open(name);
  await cache.addAll(addresses.map((address) => new Request(address, { cache: 'reload' })));
}

/** Comes only when no page of the version before is open any more. */
async function replace(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((each) => each.startsWith(prefix) && each !== name).map((each) => caches.delete(each)),
  );
  // A page that was opened before there was any service worker.
  await self.clients.claim();
}

async function answer(request: Request, address: string): Promise<Response> {
  const cache = await caches.open(name);
  return (await cache.match(address)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(replace()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = request.url === self.registration.scope ? start : request.url;
  if (request.method === 'GET' && addresses.includes(address)) event.respondWith(answer(request, address));
});
