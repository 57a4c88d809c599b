import { type ClickEvent, type PushEvent, worker } from './worker-scope.ts';

worker.addEventListener('push', (event) => event.waitUntil(show(noticeIn(event.data))));
worker.addEventListener('notificationclick', (event) => event.waitUntil(act(event)));

interface Answers {
  readonly path: string;
  readonly offered: readonly { readonly title: string; readonly body: object }[];
}

/** The notice from the server: `ShownNotice` of an older or newer version. */
interface Notice {
  readonly title?: unknown;
  readonly body?: unknown;
  readonly tag?: unknown;
  readonly path?: unknown;
  readonly isSilent?: unknown;
  readonly answers?: Answers;
}

/** Data stored with a shown notification. */
interface Kept {
  readonly path: string;
  readonly answers?: Answers;
}

/** A browser without buttons has no `maxActions`, and one without notifications has no such class. */
const maxActions = (globalThis as { Notification?: { readonly maxActions?: number } }).Notification?.maxActions ?? 0;

/** Shows a notification: browsers require one for each push. */
async function show({ title, body, tag, path, isSilent, answers }: Notice): Promise<void> {
  const text = (value: unknown, other: string) => (typeof value === 'string' && value !== '' ? value : other);
  const isNews = isSilent !== true;
  const buttons = answers && answers.offered.length <= maxActions ? answers : undefined;
  const kept: Kept = { path: text(path, '/'), ...(buttons && { answers: buttons }) };
  const options: NotificationOptions & { readonly renotify: boolean; readonly actions: readonly object[] } = {
    body: text(body, ''),
    tag: text(tag, 'warren'),
    icon: '/icon-192.png',
    badge: '/icon-badge-96.png',
    data: kept,
    actions: buttons?.offered.map((offered, index) => ({ action: String(index), title: offered.title })) ?? [],
    silent: !isNews,
    // A notification that replaces an earlier one makes a sound again.
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

/** Executes the pressed button, or opens the page of the notification. */
async function act({ notification, action }: ClickEvent): Promise<void> {
  notification.close();
  const { path, answers } = notification.data as Kept;
  const chosen = answers?.offered[Number(action)];
  if (action === '' || !answers || !chosen) return await open(path);
  const problem = await problemWith(answers.path, chosen.body);
  if (problem !== null) await show({ title: 'Your answer was not taken', body: problem, tag: notification.tag, path });
}

/** Sends an answer. Returns why the server refused it, in words, or null. */
async function problemWith(path: string, body: object): Promise<string | null> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: crypto.randomUUID(), ...body }),
  }).catch(() => null);
  if (!answer) return 'Warren cannot be reached. Tap to look at it again.';
  if (answer.ok) return null;
  if (answer.status === 401) return 'You are signed out in this browser. Tap to sign in and answer.';
  const { message } = ((await answer.json().catch(() => null)) ?? {}) as { readonly message?: string };
  return message ?? 'Warren gave no reason. Tap to look at it again.';
}

/** A page that is separate from the rest of Warren. */
const APART = /\.html(?:#|$)/u;

/** Shows a path in an open page, or in a new one. */
async function open(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page || APART.test(path)) return void (await worker.clients.openWindow(path));
  page.postMessage({ open: path });
  // The browser refuses this if the click is too long ago.
  await page.focus().catch(() => undefined);
}
