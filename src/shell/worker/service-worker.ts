/**
 * The service worker: shows the page without a server, and shows notifications while no page is open. It stores the
 * files of one version of the page and no answer of the API. A version is fetched whole before any of it is shown, and
 * it is shown once the last page of the version before is closed, or once a page asks for that.
 */

import './take-shared.ts';

/** The version of the page that this worker was built with. `tools/service-worker.ts` puts it in front. */
declare const PAGE: {
  readonly version: string;
  /** The first script, whose name is in the page of this version alone. */
  readonly entry: string;
  readonly files: readonly string[];
};

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}
interface ClickEvent extends LastingEvent {
  readonly notification: Notification;
}
interface WindowClient {
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { readonly type: 'window' }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void;
}
interface Events {
  readonly install: LastingEvent;
  readonly activate: LastingEvent;
  readonly message: MessageEvent;
  readonly fetch: FetchEvent;
  readonly push: PushEvent;
  readonly notificationclick: ClickEvent;
}

const worker = globalThis as unknown as Worker;
const PREFIX = 'warren-page-';
const CACHE = PREFIX + PAGE.version;
/** Pages of the version before may still fetch its parts. */
const KEPT_VERSIONS = 2;
const FILES: ReadonlySet<string> = new Set(PAGE.files);
const NOT_VIEWS = /^\/(?:api|assets|ws|healthz|readyz)(?:\/|$)|\.[a-z]+$/u;

worker.addEventListener('install', (event) => event.waitUntil(fetchWhole()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldVersions()));
worker.addEventListener('message', ({ data }) => {
  if (data === 'activate') void worker.skipWaiting();
});
worker.addEventListener('push', (event) => event.waitUntil(show(event.data)));
worker.addEventListener('notificationclick', (event) => event.waitUntil(follow(event.notification)));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== worker.location.origin) return;
  if (mode === 'navigate' && !NOT_VIEWS.test(pathname)) event.respondWith(viewOf(event.request));
  else if (FILES.has(pathname) || pathname.startsWith('/assets/')) event.respondWith(fileOf(event.request));
});

/** Rejects if anything is missing, or if the server has another version by now: the browser tries again later. */
async function fetchWhole(): Promise<void> {
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

/** Names hold a hash, so a file of any version is the right one. */
async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}

/** As the server sends it: `ShownNotice`, of an older or newer version. */
interface Notice {
  readonly title?: unknown;
  readonly body?: unknown;
  readonly tag?: unknown;
  readonly path?: unknown;
  readonly isSilent?: unknown;
}

/** Browsers require that something is shown for each push. */
async function show(data: PushEvent['data']): Promise<void> {
  const { title, body, tag, path, isSilent } = noticeIn(data);
  const text = (value: unknown, other: string) => (typeof value === 'string' && value !== '' ? value : other);
  const isNews = isSilent !== true;
  const options: NotificationOptions & { readonly renotify: boolean } = {
    body: text(body, ''),
    tag: text(tag, 'warren'),
    icon: '/icon-192.png',
    badge: '/icon-badge-96.png',
    data: { path: text(path, '/') },
    silent: !isNews,
    // One that replaces an earlier one is heard again.
    renotify: isNews,
  };
  await worker.registration.showNotification(text(title, 'Warren'), options);
}

function noticeIn(data: PushEvent['data']): Notice {
  try {
    return (data?.json() ?? {}) as Notice;
  } catch {
    return {};
  }
}

/** Opens what a notification is about, in a page that is there, or in a new one. */
async function follow(notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as { readonly path: string };
  const pages = await worker.clients.matchAll({ type: 'window' });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) return void (await worker.clients.openWindow(path));
  page.postMessage({ open: path });
  // Refused where the click is too long ago.
  await page.focus().catch(() => undefined);
}
