import { expect, test } from 'vitest';

import { PROTOCOL_VERSION } from '#wire/protocol-version.ts';

import { createFold } from '../../domain/fold.ts';
import { createLiveClient } from './create-live-client.ts';
import type { LinkEvents } from './link.ts';

/** A page with a server whose messages the test sends. */
async function openPage() {
  const links: LinkEvents[] = [];
  const sent: { id: string; type: string }[] = [];
  let ids = 0;
  const client = createLiveClient({
    openLink(events) {
      links.push(events);
      return {
        send: (frame) => void sent.push(JSON.parse(frame) as { id: string; type: string }),
        close: () => undefined,
      };
    },
    isSignedIn: () => Promise.resolve(true),
    now: () => 0,
    random: () => 0,
    newId: () => `id-${(ids += 1)}`,
    after: () => () => undefined,
    fold: createFold({}),
    outbox: { all: () => Promise.resolve([]), put: () => Promise.resolve(), remove: () => Promise.resolve() },
    readOlder: () => Promise.reject(new Error('nothing older')),
  });
  await expect.poll(() => links).toHaveLength(1);
  const say = (message: object) => links.at(-1)?.onFrame(JSON.stringify(message));
  const hello = () => say({ type: 'hello', protocolVersion: PROTOCOL_VERSION, lineage: 'a' });
  hello();
  return { client, say, hello, sent };
}

const REMOVED = {
  type: 'error',
  kind: 'store-failed',
  message: 'The data folder was removed.',
  reason: 'folder-changed',
};

test('the page says why the server cannot write, until a write succeeds', async () => {
  const { client, say, sent } = await openPage();
  let changes = 0;
  client.onStatus(() => (changes += 1));
  expect(client.storeProblem()).toBeNull();
  say(REMOVED);
  expect(client.storeProblem()).toBe('The data folder was removed.');
  client.hold('s');
  say({ type: 'accepted', id: sent.at(-1)?.id, session: 's', seq: 3 });
  expect(client.storeProblem()).toBe('The data folder was removed.');
  client.say('s', 'hello');
  await expect.poll(() => sent.at(-1)?.type).toBe('user_message');
  say({ type: 'accepted', id: sent.at(-1)?.id, session: 's', seq: 4 });
  expect(client.storeProblem()).toBeNull();
  expect(changes).toBe(2);
});

test('a new connection begins without a problem, and a moved log is no problem', async () => {
  const { client, say, hello } = await openPage();
  say(REMOVED);
  hello();
  expect(client.storeProblem()).toBeNull();
  say({ type: 'error', kind: 'store-failed', message: 'It has changed.', reason: 'log-moved' });
  expect(client.storeProblem()).toBeNull();
});
