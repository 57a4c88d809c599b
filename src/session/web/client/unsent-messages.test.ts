import { expect, test } from 'vitest';

import type { PendingMessage } from './live-client.ts';
import type { OutboxEntry, OutboxStore } from './outbox.ts';
import { UnsentMessages } from './unsent-messages.ts';

/** An outbox that survives the page. */
function outbox(): OutboxStore {
  const entries = new Map<string, OutboxEntry>();
  return {
    all: () => Promise.resolve([...entries.values()]),
    put: (entry) => Promise.resolve(void entries.set(entry.id, entry)),
    remove: (id) => Promise.resolve(void entries.delete(id)),
  };
}

async function page(store: OutboxStore) {
  const sent: object[] = [];
  let pending: readonly PendingMessage[] = [];
  const unsent = new UnsentMessages(store, {
    send: (message) => void sent.push(message),
    onChange: (_session, now) => {
      pending = now;
    },
  });
  await unsent.load();
  return { unsent, sent, pending: () => pending };
}

const hint = {
  id: 'h1',
  session: 's1',
  content: 'A hint, please.',
  request: { type: 'request_help', kind: 'hint' },
} as const;

test('a request made with a button survives a reload, keeps its position, and is sent as a request', async () => {
  const store = outbox();
  const before = await page(store);
  before.unsent.add({ id: 'm1', session: 's1', content: 'I think' });
  before.unsent.add(hint);
  const after = await page(store);
  expect(after.pending().map(({ id, content, isRequest }) => [id, content, isRequest])).toEqual([
    ['m1', 'I think', false],
    ['h1', 'A hint, please.', true],
  ]);
  after.unsent.sendAll();
  expect(after.sent).toEqual([
    { type: 'user_message', id: 'm1', session: 's1', content: 'I think' },
    { type: 'request_help', kind: 'hint', id: 'h1', session: 's1' },
  ]);
  after.unsent.acknowledge('h1');
  expect((await page(store)).pending().map(({ id }) => id)).toEqual(['m1']);
});

test('a refused request is not sent again, and disappears when it is removed', async () => {
  const store = outbox();
  const { unsent, sent, pending } = await page(store);
  unsent.add(hint);
  unsent.refuse('h1', 'Every point has been recalled.');
  unsent.sendAll();
  expect(sent).toEqual([]);
  expect(pending()).toMatchObject([{ status: 'refused', isRequest: true }]);
  unsent.discard('h1');
  expect(pending()).toEqual([]);
});
