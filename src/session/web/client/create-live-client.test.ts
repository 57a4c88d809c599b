import { expect, test } from 'vitest';

import { PROTOCOL_VERSION } from '#wire/protocol-version.ts';

import { sessionState } from '../../../../fixtures/page/session-view.ts';
import { createFold } from '../../domain/fold.ts';
import { createLiveClient } from './create-live-client.ts';
import type { LinkEvents } from './link.ts';
import type { OutboxEntry } from './outbox.ts';

const inHole = sessionState({
  session: 's',
  head: 3,
  stack: [
    { mode: 'recall', thread: 'trunk' },
    { mode: 'rabbit-hole', thread: 'hole-1' },
  ],
});

interface Frame {
  readonly type: string;
  readonly id: string;
  readonly thread?: string;
  readonly after?: number;
}

/** A page in a rabbit hole, over a link that the test controls, with a slow outbox. */
async function openPage() {
  const sent: Frame[] = [];
  const links: LinkEvents[] = [];
  const timers: (() => void)[] = [];
  const entries = new Map<string, OutboxEntry>();
  let ids = 0;
  const client = createLiveClient({
    person: 'p',
    openLink(events) {
      links.push(events);
      return { send: (frame) => void sent.push(JSON.parse(frame) as Frame), close: () => undefined };
    },
    isSignedIn: () => Promise.resolve(true),
    now: () => 0,
    random: () => 0,
    newId: () => `id-${(ids += 1)}`,
    after(_delay, callback) {
      timers.push(callback);
      return () => timers.splice(timers.indexOf(callback), 1);
    },
    fold: createFold({}),
    outbox: {
      all: () => Promise.resolve([]),
      put: (entry) => new Promise((done) => setImmediate(() => done(void entries.set(entry.id, entry)))),
      remove: (id) => Promise.resolve(void entries.delete(id)),
    },
    readOlder: () => Promise.reject(new Error('nothing older')),
  });
  const goLive = (person = 'p') => {
    links.at(-1)?.onFrame(JSON.stringify({ type: 'hello', protocolVersion: PROTOCOL_VERSION, person, lineage: 'a' }));
    links.at(-1)?.onFrame(JSON.stringify({ type: 'session_snapshot', session: 's', seq: 3, state: inHole }));
  };
  await expect.poll(() => links).toHaveLength(1);
  client.hold('s');
  goLive();
  const receive = (message: object) => links.at(-1)?.onFrame(JSON.stringify(message));
  /** The subscriptions so far, and the seq after which each begins. */
  const subscriptions = () => sent.filter(({ type }) => type === 'subscribe').map(({ id, after }) => ({ id, after }));
  const accept = () => receive({ type: 'accepted', id: subscriptions().at(-1)?.id, session: 's', seq: 3 });
  const commands = () =>
    sent
      .filter(({ type }) => type === 'user_message' || type === 'exit_rabbithole')
      .map(({ type, thread }) => [type, thread]);
  return { client, commands, goLive, links, entries, receive, subscriptions, accept, timers };
}

test('messages written before a return are sent before it, with their thread', async () => {
  const { client, commands } = await openPage();
  client.say('s', 'said in the hole');
  void client.request('s', { type: 'exit_rabbithole' });
  await expect.poll(commands).toEqual([
    ['user_message', 'hole-1'],
    ['exit_rabbithole', undefined],
  ]);
});

test('a page whose person moves to another server continues there, and shows nothing unless that fails', async () => {
  const { client, goLive, links, timers } = await openPage();
  const statuses: string[] = [];
  client.onStatus(() => statuses.push(client.status()));
  links.at(-1)?.onClose(true);
  timers.at(-1)?.();
  goLive();
  expect(statuses).toEqual(['connecting', 'live']);
  links.at(-1)?.onClose(true);
  timers.at(-1)?.();
  links.at(-1)?.onClose();
  expect(statuses).toEqual(['connecting', 'live', 'connecting', 'lost']);
  expect(links).toHaveLength(3);
});

test('after another person signs in, nothing is sent and the message waits in the outbox', async () => {
  const { client, commands, goLive, links, entries } = await openPage();
  links.at(-1)?.onClose();
  client.say('s', 'said in the hole');
  await expect.poll(() => entries.size).toBe(1);
  client.tryNow();
  await expect.poll(() => links).toHaveLength(2);
  goLive('another');
  expect(client.status()).toBe('signed-out');
  expect(commands()).toEqual([]);
  client.tryNow();
  expect(links).toHaveLength(2);
  expect([...entries.values()]).toMatchObject([{ content: 'said in the hole', status: 'waiting' }]);
});

test('the order is the same over a link that was cut', async () => {
  const { client, commands, goLive, links, entries } = await openPage();
  links.at(-1)?.onClose();
  client.say('s', 'said in the hole');
  void client.request('s', { type: 'exit_rabbithole' });
  await expect.poll(() => entries.size).toBe(1);
  expect(commands()).toEqual([]);
  client.tryNow();
  await expect.poll(() => links).toHaveLength(2);
  goLive();
  await expect.poll(commands).toEqual([
    ['user_message', 'hole-1'],
    ['exit_rabbithole', undefined],
  ]);
});

test('a page that is behind the heads of a pong subscribes again after its own head', async () => {
  const { receive, subscriptions, accept, client } = await openPage();
  accept();
  const before = subscriptions().length;
  receive({ type: 'pong', id: 'p', heads: { s: 3, 'of nobody': 9 } });
  expect(subscriptions()).toHaveLength(before);
  receive({ type: 'pong', id: 'p', heads: { s: 4 } });
  expect(subscriptions().at(-1)).toMatchObject({ after: 3 });
  expect(subscriptions()).toHaveLength(before + 1);
  expect(client.view('s').isCurrent).toBe(false);
  // A subscription is under way already.
  receive({ type: 'pong', id: 'p', heads: { s: 4 } });
  expect(subscriptions()).toHaveLength(before + 1);
});

test('a page that is behind an accepted answer subscribes again after its own head', async () => {
  const { receive, subscriptions, accept } = await openPage();
  accept();
  const before = subscriptions().length;
  receive({ type: 'accepted', id: 'said', session: 's', seq: 3 });
  expect(subscriptions()).toHaveLength(before);
  receive({ type: 'accepted', id: 'said', session: 's', seq: 5 });
  expect(subscriptions().at(-1)).toMatchObject({ after: 3 });
  expect(subscriptions()).toHaveLength(before + 1);
});
