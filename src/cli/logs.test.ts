import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { editDatabase } from '../../fixtures/database/edit-database.ts';
import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { makeLivedFolder } from '../../fixtures/databases/lived-folder.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, startChildServer } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

const MARK = 'zanzibarquince';
const TOKEN = `token-${MARK}-0123456789`;
const KEY = `sk-${MARK}-0123456789abcdef`;

/** The output of a process that could not start, or of the start of one that could. */
const parsed = (errors: string) =>
  errors
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, string>);

test('with WARREN_LOG=json a start reports an invalid setting as JSON', async () => {
  for (const wrong of [{ WARREN_LOG_LEVEL: 'loud' }, { WARREN_HOST: '192.0.2.1' }]) {
    const environment = { WARREN_LOG: 'json', ...wrong };
    const failure = (await startChildServer({ home: temporaryFolder(), environment }).catch(
      (error: unknown) => error,
    )) as Error;
    const [, code, errors = ''] = /^Warren ended with (\d+) before it was ready: ([^]*)$/.exec(failure.message) ?? [];
    expect(code).toBe('1');
    const [name = ''] = Object.keys(wrong);
    expect(parsed(errors)).toMatchObject([{ level: 'error', message: expect.stringContaining(name) }]);
  }
});

test('a bug that ends a start is reported with its place', async () => {
  const home = temporaryFolder();
  await (await startServer({ home })).close();
  await editDatabase(home, (database) => database.exec('alter table people rename to lost_people'));
  const failure = (await startChildServer({ home }).catch((error: unknown) => error)) as Error;
  expect(failure.message).toMatch(/Warren stopped because of a bug: .*no such table: people \| at .*\.js:\d+/);
});

test('with WARREN_LOG=json a start reports a failed backup before a migration as JSON', async () => {
  const home = temporaryFolder();
  makeLivedFolder(home, Date.now());
  // A file in place of the folder.
  await writeFile(path.join(home, 'backups'), '');
  const server = await startServer({ home, environment: { WARREN_LOG: 'json' } });
  const message = expect.stringMatching(/^No backup could be made before the data are brought/) as string;
  expect(parsed(server.log())).toContainEqual(expect.objectContaining({ level: 'warn', message }));
});

test('with WARREN_LOG=json every line is JSON with its command or request, without secrets or a person’s words', async () => {
  const home = path.join(temporaryFolder(), 'home');
  const server = await startChildServer({
    home,
    environment: {
      WARREN_LOG: 'json',
      WARREN_LOG_LEVEL: 'debug',
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

  // Damages the store so that a command and a request fail and are logged.
  await editDatabase(home, (database) =>
    database.exec('alter table recall_sets rename to lost_sets; alter table commands rename to lost_commands'),
  );
  for (const failing of [`sets/${setId}`, `points?q=${MARK}`]) {
    const failed = await fetch(`${server.url}/api/recall/${failing}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(failed.status).toBe(500);
  }
  const command = await client.ask({ type: 'user_message', session, content: `Again ${MARK}.` });
  expect(command).toMatchObject({ type: 'error', kind: 'internal' });

  const lines = () => parsed(server.errors());
  await expect.poll(() => lines().map(({ command: id }) => id)).toContain((command as { id: string }).id);
  expect(lines().some(({ request, level }) => request !== undefined && level === 'error')).toBe(true);
  for (const message of [/^GET \/api\/recall\/sets\/:\w+ 500 \d+ ms$/, /^GET \/api\/recall\/points 500 \d+ ms$/]) {
    const answered = { level: 'debug', message: expect.stringMatching(message), request: expect.any(String) as string };
    await expect.poll(lines).toContainEqual(expect.objectContaining(answered));
  }
  for (const line of lines()) expect(Object.keys(line)).toEqual(expect.arrayContaining(['level', 'time', 'message']));
  expect(server.errors() + server.output()).not.toContain(MARK);
});
