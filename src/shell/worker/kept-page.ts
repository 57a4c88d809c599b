import { worker } from './worker-scope.ts';

/** The version of the page that this worker was built with. `tools/service-worker.ts` prepends it. */
declare const PAGE: {
  readonly version: string;
  /** The first script, whose name occurs only in the page of this version. */
  readonly entry: string;
  readonly files: readonly string[];
};

const PREFIX = 'warren-page-';
const CACHE = PREFIX + PAGE.version;
/** Number of versions to keep: open pages of the previous version can still fetch its parts. */
const KEPT_VERSIONS = 2;
const FILES: ReadonlySet<string> = new Set(PAGE.files);
/** As in `pages.ts`. The worker is one file and shares no module with the page. */
const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
const NOT_VIEWS = /^\/(?:api|assets|ws|healthz|readyz)(?:\/|$)|\.[a-z]+$/u;

worker.addEventListener('install', (event) => event.waitUntil(fetchWhole()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldVersions()));
worker.addEventListener('message', ({ data }) => {
  if (data === 'activate') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== worker.location.origin) return;
  if (mode === 'navigate' && !NOT_VIEWS.test(pathname)) event.respondWith(viewOf(event.request));
  else if (FILES.has(pathname) || pathname.startsWith('/assets/')) event.respondWith(fileOf(event.request));
});

/**
 * Fetches all files of the page. Rejects if a file is missing, or if the server has another version by now: the browser
 * tries again later. With data saving on, nothing is stored and the page comes from the server; the worker still
 * handles shares and notifications.
 */
async function fetchWhole(): Promise<void> {
  if (connection?.saveData === true) return;
  const cache = await caches.open(CACHE);
  const view = await whole('/');
  if (!(await view.clone().text()).includes(PAGE.entry)) throw new Error('The server has another version of the page.');
  await Promise.all(
    PAGE.files.map(async (file) => {
      const isHashed = file.startsWith('/assets/');
      await cache.put(file, (isHashed && (await caches.match(file))) || (await whole(file)));
    }),
  );
  await cache.put('/', view);
}

async function whole(file: string): Promise<Response> {
  const response = await fetch(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' });
  if (!response.ok) throw new Error(`${file} could not be fetched.`);
  return response;
}

async function dropOldVersions(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const name of versions.slice(0, -(KEPT_VERSIONS - 1))) await caches.delete(name);
}

async function viewOf(request: Request): Promise<Response> {
  return (await (await caches.open(CACHE)).match('/')) ?? fetch(request);
}

/** Names contain a hash, so a stored file of any version is correct. */
async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}
