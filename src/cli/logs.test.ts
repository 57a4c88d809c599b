import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, startChildServer } from '../../fixtures/server/child-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

const MARK = 'zanzibarquince';
const TOKEN = `token-${MARK}-0123456789`;
const KEY = `sk-${MARK}-0123456789abcdef`;

test('with WARREN_LOG=json every line is JSON with the command or request, and none has a secret or words of a person', async () => {
  const home = path.join(temporaryFolder(), 'home');
  const server = await startChildServer({
    home,
    environment: {
      WARREN_LOG: 'json',
      WARREN_TOKEN: TOKEN,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
    },
  });
  onTestFinished(() => server.kill());
  const api = apiOf(server);
  const { session, setId } = await beginSession(api, [`The ${MARK} point is blue.`], `Set ${MARK}`);
  const client = await connect(server);
  onTestFinished(() => client.close());
  const said = await client.ask({ type: 'user_message', session, content: `I say ${MARK}.` });
  expect(said).toMatchObject({ type: 'accepted' });

  // Damages of the store make a command and a request fail in ways that are logged.
  const database = new DatabaseSync(path.join(home, 'warren.db'));
  database.exec('pragma foreign_keys = off');
  database.exec('alter table recall_sets rename to lost_sets');
  database.exec('alter table commands rename to lost_commands');
  database.close();
  const failed = await fetch(`${server.url}/api/recall/sets/${setId}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(failed.status).toBe(500);
  const command = await client.ask({ type: 'user_message', session, content: `Again ${MARK}.` });
  expect(command).toMatchObject({ type: 'error', kind: 'internal' });

  const lines = () =>
    server
      .errors()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, string>);
  await expect.poll(() => lines().map(({ command: id }) => id)).toContain((command as { id: string }).id);
  expect(lines().some(({ request, level }) => request !== undefined && level === 'error')).toBe(true);
  for (const line of lines()) expect(Object.keys(line)).toEqual(expect.arrayContaining(['level', 'time', 'message']));
  expect(server.errors() + server.output()).not.toContain(MARK);
});
