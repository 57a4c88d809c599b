import { type ClickEvent, type PushEvent, worker } from './worker-scope.ts';

worker.addEventListener('push', (event) => event.waitUntil(show(noticeIn(event.data))));
worker.addEventListener('notificationclick', (event) => event.waitUntil(act(event)));

interface Answers {
  readonly path: string;
  readonly offered: readonly { readonly title: string; readonly body: object }[];
}

/** As the server sends it: `ShownNotice`, of an older or newer version. */
interface Notice {
  readonly title?: unknown;
  readonly body?: unknown;
  readonly tag?: unknown;
  readonly path?: unknown;
  readonly isSilent?: unknown;
  readonly answers?: Answers;
}

/** What is kept with a notification that is shown. */
interface Kept {
  readonly path: string;
  readonly answers?: Answers;
}

/** A browser that shows no buttons has none, and one that shows no notifications has no such class. */
const maxActions = (globalThis as { Notification?: { readonly maxActions?: number } }).Notification?.maxActions ?? 0;

/** Browsers require that something is shown for each push. */
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

/** Does what a button says, or opens what the notification is about. */
async function act({ notification, action }: ClickEvent): Promise<void> {
  notification.close();
  const { path, answers } = notification.data as Kept;
  const chosen = answers?.offered[Number(action)];
  if (action === '' || !answers || !chosen) return await open(path);
  const problem = await problemWith(answers.path, chosen.body);
  if (problem !== null) await show({ title: 'Your answer was not taken', body: problem, tag: notification.tag, path });
}

/** Sends an answer. Why it was not taken, in words; null if it was. */
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

/** A page apart from the rest of Warren. */
const APART = /\.html(?:#|$)/u;

/** Shows a path in a page that is there, or in a new one. */
async function open(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page || APART.test(path)) return void (await worker.clients.openWindow(path));
  page.postMessage({ open: path });
  // Refused where the click is too long ago.
  await page.focus().catch(() => undefined);
}
