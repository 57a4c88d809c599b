import path from 'node:path';

import { expect, test } from 'vitest';

import { createPerson } from '#account/server/people.ts';
import { peopleOf } from '#composition/server/people.ts';
import { openBesideServer } from '#platform/database/open-store.ts';
import type { LastAction } from '#undo/protocol.ts';

import { apiOf } from '../../../fixtures/server/child-server.ts';
import { startServer } from '../../../fixtures/server/start-server.ts';
import type { BackupsAnswer } from '../protocol.ts';

/** A server with its first person, and a second one. */
async function startForTwo() {
  const server = await startServer({ environment: { WARREN_OFFLINE: '1' } });
  const { home, url } = server;
  const store = await openBesideServer({ home, databaseUrl: undefined });
  const second = await createPerson(peopleOf(store), { name: 'Second' });
  await store.close();
  return { home, first: apiOf(server), other: apiOf({ url, token: second.token }) };
}

test('only the first person can make a backup, choose how many are kept, and undo that', async () => {
  const { home, first, other } = await startForTwo();
  const read = (api: typeof first) => api<BackupsAnswer>('GET', '/api/backups');
  expect(await read(first)).toEqual({
    backups: {
      choice: { daily: 7, weekly: 4 },
      folder: path.join(home, 'backups'),
      server: null,
      latest: null,
      count: 0,
      isUnderWay: false,
      problem: null,
    },
  });
  expect(await read(other)).toEqual({ backups: null });
  await expect(other('POST', '/api/backups')).rejects.toThrow(/409 .*not-yours/);
  await expect(other('PUT', '/api/backups', { daily: 1, weekly: 0 })).rejects.toThrow(/409 .*not-yours/);
  await expect(first('PUT', '/api/backups', { daily: 0, weekly: 0 })).rejects.toThrow(/400 .*daily/);

  // The same holds for the list of servers, which is empty on SQLite.
  expect(await first('GET', '/api/servers')).toEqual({ servers: [] });
  await expect(other('GET', '/api/servers')).rejects.toThrow(/404 /);

  await first('POST', '/api/backups');
  await expect
    .poll(async () => (await read(first)).backups)
    .toMatchObject({ count: 1, isUnderWay: false, problem: null });
  await first('PUT', '/api/backups', { daily: 3, weekly: 0 });
  expect((await read(first)).backups?.choice).toEqual({ daily: 3, weekly: 0 });
  const { last } = await first<LastAction>('GET', '/api/undo');
  expect(last?.label).toBe('Changed how many backups are kept');
  await first('POST', '/api/undo', { id: last?.id });
  expect((await read(first)).backups?.choice).toEqual({ daily: 7, weekly: 4 });
});
