import { randomUUID } from 'node:crypto';
import {
  cpSync,
  openSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import type { SetDetail } from '#modes/recall/sets/protocol.ts';
import type { TerminalsAnswer } from '#modes/terminal/protocol.ts';
import type { Status } from '#status/protocol.ts';

import { editDatabase } from '../../fixtures/database/edit-database.ts';
import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, type ChildServer, startChildServer } from '../../fixtures/server/child-server.ts';
import type { CommandResult } from '../../fixtures/server/run-command.ts';
import { runHere } from '../../fixtures/server/run-here.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';
import { until } from '../../fixtures/spine/world.ts';
import { run } from './commands/check.ts';
import { run as runStatus } from './commands/status.ts';

const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];

/** The data of a server: a session of a few messages, a file in the library, and an ended terminal. */
const top = mkdtempSync(path.join(tmpdir(), 'warren-check-'));
const whole = path.join(top, 'whole');
let session: string;
let beside: CommandResult;

beforeAll(async () => {
  const server = await startChildServer({ home: whole });
  session = await live(server);
  beside = await check(whole);
  expect(await server.stop()).toBe(0);
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

async function live(server: ChildServer): Promise<string> {
  const api = apiOf(server);
  const { session } = await beginSession(api, POINTS, 'Caffeine');
  const client = await connect(server);
  for (let count = 0; count < 3; count += 1)
    expect(await client.ask({ type: 'user_message', session, content: 'I do not know.' })).toMatchObject({
      type: 'accepted',
    });
  await client.close();
  const uploaded = await fetch(`${server.url}/api/library/files?name=note.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
    body: 'Coffee is a seed.',
  });
  expect(uploaded.ok).toBe(true);
  const { sets } = await api<{ sets: { id: string }[] }>('GET', '/api/recall/sets');
  const { items } = await api<SetDetail>('GET', `/api/recall/sets/${sets[0]?.id}`);
  const image = await fetch(`${server.url}/api/recall/points/${items[0]?.id}/images?id=heart`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'image/gif' },
    body: 'GIF89a',
  });
  expect(image.ok).toBe(true);
  await api('POST', '/api/terminals', { folder: whole, program: { kind: 'command', command: ['true'] } });
  const hasEnded = async () => {
    const { terminals } = await api<TerminalsAnswer>('GET', '/api/terminals');
    return terminals.every(({ status }) => status === 'ended');
  };
  await until(hasEnded, 'the end of the terminal');
  return session;
}

const check = (home: string) => runHere(run, { environment: { WARREN_HOME: home } });

/** A copy of the data for the test to damage. */
function copied(): string {
  const home = path.join(temporaryFolder(), 'home');
  cpSync(whole, home, { recursive: true });
  return home;
}

const edit = (home: string, statement: string, ...values: (string | number)[]) =>
  editDatabase(home, (database) => {
    expect(database.prepare(statement).run(...values).changes).toBeGreaterThan(0);
  });

test('intact data passes the check, also beside a running server', async () => {
  expect(beside).toMatchObject({ code: 0, errors: '' });
  expect(beside.output).toMatch(
    /Checked \S+warren\.db: the database, 2 sessions, 2 files, 1 file of terminals, 0 keys\.\nNothing is damaged\./,
  );
  expect(await check(whole)).toMatchObject({ code: 0, output: beside.output });
});

test('each kind of damage is reported with a remedy, and the command fails', async () => {
  const damages: [string, (home: string) => unknown, RegExp][] = [
    [
      'an entry that is no JSON',
      (home) => edit(home, "update events set body = 'x' where session_id = ? and seq = 3", session),
      /The log of session \S+ \("Caffeine"\) is damaged after entry 2\.\n +It can be read up to there/,
    ],
    [
      'an entry that is missing',
      (home) => edit(home, 'delete from events where session_id = ? and seq = 4', session),
      /is damaged after entry 3\./,
    ],
    [
      'an entry of an unknown kind in the middle',
      (home) => edit(home, `update events set body = '{"type":"made_up"}' where session_id = ? and seq = 5`, session),
      /The log of session \S+ \("Caffeine"\) is damaged after entry 4\./,
    ],
    [
      'an entry whose field is of another type',
      (home) =>
        edit(
          home,
          "update events set body = json_set(body, '$.messageId', 7) where session_id = ? and seq = 5",
          session,
        ),
      /is damaged after entry 4\./,
    ],
    [
      'a log that ends too early',
      (home) => edit(home, 'update sessions set head = head + 5 where id = ?', session),
      /The log of session \S+ \("Caffeine"\) is damaged after entry \d+\./,
    ],
    [
      'rows that belong to nothing',
      (home) => edit(home, 'insert into snapshots values (?, ?, 1, 1, ?)', randomUUID(), randomUUID(), '{}'),
      /rows of snapshots belong to no row of (sessions|people)/,
    ],
    [
      'tags that are no JSON',
      (home) => edit(home, "update sources set tags = 'x'"),
      /Tags, notes, state or address of the source "note" cannot be read\.\n +Restore a backup/,
    ],
    [
      'a file that was cut',
      (home) => edit(home, 'update source_files set bytes = substr(bytes, 1, 3)'),
      /the file "note\.txt" is not as it was given\.\n +Add it again/,
    ],
    [
      'a file that was changed',
      (home) => edit(home, "update source_files set bytes = cast('Coffee is a bean.' as blob)"),
      /the file "note\.txt" is not as it was given/,
    ],
    [
      'an image that was changed',
      (home) => edit(home, "update point_images set bytes = cast('GIF87a' as blob)"),
      /the image heart of a point is not as it was given\.\n +Add it again/,
    ],
    [
      'a key that does not open',
      (home) =>
        edit(
          home,
          "insert into provider_keys (person_id, provider, sealed_key, base_url, updated_at) select id, 'anthropic', 'v1.AAAA', null, 0 from people",
        ),
      /1 key of model providers cannot be opened with \S+provider-keys\.key\.\n +Put the right secret there/,
    ],
    [
      'a recording and files of a chat without their terminal',
      (home) => {
        writeFileSync(path.join(home, 'recordings', `${randomUUID()}.cast`), '');
        for (const folder of ['chat-files', 'changes'])
          mkdirSync(path.join(home, folder, randomUUID()), { recursive: true });
      },
      /recordings\/\S+\.cast belongs to no terminal\.\n +It was left from data.*\n\n\S+chat-files\/\S+ belongs to no terminal\.\n[^]*\n\S+changes\/\S+ belongs to no terminal\./,
    ],
    ['a page of the file', (home) => overwriteMiddle(path.join(home, 'warren.db')), /The database: /],
  ];
  for (const [name, harm, words] of damages) {
    const home = copied();
    await harm(home);
    const { code, output } = await check(home);
    expect(output, name).toMatch(words);
    expect(code, name).toBe(1);
  }
});

/** Overwrites pages in the middle of a database. */
function overwriteMiddle(file: string): void {
  const { size } = statSync(file);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(8_192, 0xa5), 0, 8_192, Math.floor(size / 8_192) * 4_096);
  closeSync(handle);
  expect(readFileSync(file).length).toBe(size);
}

test('a server reports damage at its start and continues', async () => {
  const home = copied();
  await edit(home, 'delete from events where session_id = ? and seq = 4', session);
  const again = await startServer({ home });
  await expect.poll(() => again.log()).toContain(`The log of session ${session} is damaged. "warren check" says more`);
  const problems = async () => (await apiOf(again)<Status>('GET', '/api/status')).problems;
  const damage = [expect.stringContaining(`The log of session ${session} is damaged. "warren check"`)];
  await expect.poll(problems).toEqual(damage);
  const client = await connect(again);
  onTestFinished(() => client.close());
  await client.ask({ type: 'subscribe', session });
  expect(await client.find('session_snapshot')).toMatchObject({ state: { head: 3 } });
  // Found both on loading and at the start, it is one problem.
  expect(await problems()).toEqual(damage);
});

test('a server warns at its start about damage found by a short check, and serves', async () => {
  const damages: [string, (home: string) => unknown, RegExp][] = [
    [
      'an entry that is no JSON',
      (home) => edit(home, "update events set body = 'x' where session_id = ? and seq = 3", session),
      /^The log of session \S+ is damaged\. "warren check"/,
    ],
    [
      'rows that belong to nothing',
      (home) => edit(home, 'insert into snapshots values (?, ?, 1, 1, ?)', randomUUID(), randomUUID(), '{}'),
      /^The database is damaged: rows of snapshots belong to nothing\. /,
    ],
    [
      'tags that are no JSON',
      (home) => edit(home, "update sources set tags = 'x'"),
      /^A source is damaged: tags, notes, state or address of "note" cannot be read\. /,
    ],
    [
      'a file that was cut',
      (home) => edit(home, 'update source_files set bytes = substr(bytes, 1, 3)'),
      /^A stored file is damaged: the file "note\.txt" is not as it was given\. /,
    ],
    [
      'a key that does not open',
      (home) =>
        edit(
          home,
          "insert into provider_keys (person_id, provider, sealed_key, base_url, updated_at) select id, 'anthropic', 'v1.AAAA', null, 0 from people",
        ),
      /^A key of a model provider is damaged: /,
    ],
    [
      'a page of a large file',
      async (home) => {
        await edit(home, "insert into meta values ('large', zeroblob(34000000))");
        overwriteMiddle(path.join(home, 'warren.db'));
      },
      /^The database is damaged: /,
    ],
  ];
  for (const [name, harm, words] of damages) {
    const home = copied();
    await harm(home);
    const again = await startServer({ home });
    const problems = async () => (await apiOf(again)<Status>('GET', '/api/status')).problems;
    await expect.poll(problems).toEqual([expect.stringMatching(words)]);
    expect(again.log(), name).toMatch(new RegExp(words.source.slice(1), 'u'));
    await again.close();
  }
});

test('a server that is stopped during the check reports no damage', async () => {
  const started = await startServer();
  await started.close();
  await new Promise((resolve) => void setImmediate(resolve));
  expect(started.log()).toBe('');
});

test('status reports damage: it checks the data without a server, and asks a running one', async () => {
  const home = copied();
  const status = async () => {
    const { code, output } = await runHere(runStatus, { flags: { json: true }, environment: { WARREN_HOME: home } });
    expect(code).toBe(0);
    return JSON.parse(output) as Status;
  };
  const damage = [`The log of session ${session} is damaged. "warren check" says more and what to do.`];
  const again = await startServer({ home });
  await edit(home, 'delete from events where session_id = ? and seq = 4', session);
  const client = await connect(again);
  await client.ask({ type: 'subscribe', session });
  await client.find('session_snapshot');
  await client.close();
  expect(await status()).toMatchObject({ address: again.url, problems: damage });
  await again.close();
  expect(await status()).toMatchObject({ address: null, problems: damage });
});

test('a folder without data is named', async () => {
  const home = temporaryFolder();
  await expect(check(home)).rejects.toThrow(`There are no data in ${home} yet.`);
});
