/** Keeps the page's files, so that it opens without a network. One version at a time is served, whole. */
declare const self: ServiceWorkerGlobalScope;
/** The names of the page's files. bundle.js writes them here, and also LATER and VERSION. */
declare const FILES: string[];
/** Files that few people need. The worker stores each of them at its first use. */
declare const LATER: string[];
/** A text that differs for every set of files. */
declare const VERSION: string;

const prefix = 'browser-encryption ';
const name = prefix + VERSION;

const addressOf = (file: string) => new URL(file, self.registration.scope).href;
const addresses = FILES.map(addressOf);
const later = LATER.map(addressOf);
const start = new URL('index.html', self.registration.scope).href;

async function keep(): Promise<void> {
  const cache = await caches.open(name);
  await cache.addAll(addresses.map((address) => new Request(address, { cache: 'reload' })));
}

/** Runs only when no page of the earlier version is open any more. */
async function replace(): Promise<void> {
  for (const each of await caches.keys()) if (each.startsWith(prefix) && each !== name) await caches.delete(each);
  // Takes over pages that were opened before any service worker existed.
  await self.clients.claim();
}

async function answer(request: Request, address: string): Promise<Response> {
  const cache = await caches.open(name);
  const kept = await cache.match(address);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && later.includes(address)) await cache.put(address, response.clone());
  return response;
}

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(replace()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // Ignores the query, which some apps append to links: the address is still the page.
  const isPage = request.mode === 'navigate' && origin + pathname === self.registration.scope;
  const address = isPage ? start : request.url;
  if (request.method === 'GET' && [...addresses, ...later].includes(address))
    event.respondWith(answer(request, address));
});
