import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];

/** A server with a session that has acknowledged messages. */
async function startTalking() {
  const home = path.join(temporaryFolder(), 'home');
  const server = await startServer({ home });
  const { session } = await beginSession(apiOf(server), POINTS, 'Caffeine');
  const client = await connect(server);
  onTestFinished(() => client.socket.terminate());
  const say = () => client.ask({ type: 'user_message', session, id: randomUUID(), content: 'I do not know.' });
  expect(await say()).toMatchObject({ type: 'accepted' });
  return { home, server, client, say, session };
}

const readyz = async (server: { url: string }) => {
  const answer = await fetch(`${server.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { problems: { part: string; message: string }[] } };
};

/** The ids of the messages in the database of a folder. */
function storedIn(home: string): string[] {
  const database = new DatabaseSync(path.join(home, 'warren.db'), { readOnly: true });
  const rows = database
    .prepare("select json_extract(body, '$.messageId') as id from events where type = 'user_message'")
    .all();
  database.close();
  return rows.map(({ id }) => String(id));
}

const REMOVED = { type: 'error', kind: 'store-failed', reason: 'folder-changed' };

test.each([
  ['deleted', (home: string) => rmSync(home, { recursive: true })],
  ['moved away', (home: string) => renameSync(home, `${home}.away`)],
  [
    'replaced by an empty one',
    (home: string) => {
      renameSync(home, `${home}.away`);
      mkdirSync(home);
    },
  ],
  ['left without its database', (home: string) => rmSync(path.join(home, 'warren.db'))],
  ['left without the log of its database', (home: string) => rmSync(path.join(home, 'warren.db-wal'))],
])(
  'once the data folder is %s, no message is acknowledged, and page, log and readyz give the reason',
  async (_, harm) => {
    const { home, server, client, say } = await startTalking();
    expect(await readyz(server)).toMatchObject({ status: 200, body: { ok: true, problems: [] } });
    harm(home);
    // Even the very next message is refused, so no acknowledged one is ever lost.
    for (let count = 0; count < 20; count += 1) expect(await say()).toMatchObject(REMOVED);
    expect(await client.find('error', ({ id }) => id === undefined)).toMatchObject(REMOVED);
    expect(server.log()).toContain(`The data folder is gone, so nothing is written. ${home}`);
    await expect
      .poll(() => readyz(server))
      .toMatchObject({
        status: 503,
        body: { problems: [{ part: 'folder', message: expect.stringContaining('gone') }] },
      });
  },
);

test('a removal is noticed even without a write', async () => {
  const { home, server, client } = await startTalking();
  renameSync(home, `${home}.away`);
  expect(await client.find('error')).toMatchObject(REMOVED);
  expect(await readyz(server)).toMatchObject({ status: 503 });
});

test('acknowledged messages are in the moved folder, and writing continues once it is back', async () => {
  const { home, server, say } = await startTalking();
  const acknowledged = (await say()) as { id: string };
  renameSync(home, `${home}.away`);
  expect(await say()).toMatchObject(REMOVED);
  expect(storedIn(`${home}.away`)).toContain(acknowledged.id);
  renameSync(`${home}.away`, home);
  expect(await say()).toMatchObject({ type: 'accepted' });
  expect(server.log()).toContain('The data are in their place again');
  await server.close();
});

test('a server whose folder was replaced leaves its successor’s folder unchanged when it stops', async () => {
  const { home, server } = await startTalking();
  renameSync(home, `${home}.away`);
  const successor = await startServer({ home });
  const { session } = await beginSession(apiOf(successor), POINTS, 'Coffee');
  await server.close();
  const client = await connect(successor);
  onTestFinished(() => client.socket.terminate());
  expect(await client.ask({ type: 'user_message', session, content: 'I do not know.' })).toMatchObject({
    type: 'accepted',
  });
  await successor.close();
  expect(storedIn(home)).toHaveLength(1);
});
