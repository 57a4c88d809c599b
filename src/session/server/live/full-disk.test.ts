import path from 'node:path';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { openSqlite } from '#platform/database/engines/sqlite.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { type EchoWorld, openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';

/** A world that counts the writes that a full disk refused. */
async function openCountingWorld() {
  const opened = await openSqlite(path.join(temporaryFolder(), 'warren.db'));
  const refused = { count: 0 };
  const database: OpenDatabase = {
    ...opened,
    write: (work) =>
      opened.write(work).catch((error: unknown) => {
        refused.count += 1;
        throw error;
      }),
  };
  return { world: await openEchoWorld(database), refused };
}

/** Limits the pages that the database may have; its present number of pages simulates a full disk. */
async function limit(world: EchoWorld, isFull: boolean): Promise<void> {
  await world.database.write(async (trx) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(trx);
    await sql`pragma max_page_count = ${sql.raw(String(isFull ? (rows[0]?.page_count ?? 0) : 1_000_000_000))}`.execute(
      trx,
    );
  });
}

const LONG = 'x'.repeat(100_000);

test('a full disk refuses a message and takes the same message once there is room', async () => {
  const world = await openEchoWorld();
  const person = await world.addPerson();
  const running = world.start();
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  const message = { type: 'user_message', id: newId(), session, content: LONG } as const;

  await limit(world, true);
  const before = live.state;
  await expect(live.execute(message)).rejects.toMatchObject({ kind: 'disk-full' });
  expect(live.state).toBe(before);

  await limit(world, false);
  expect(await live.execute(message)).toMatchObject({ type: 'accepted' });
  await until(() => live.state.turn === null, 'it is answered');
  await running.sessions.close();
  await world.close();
});

test('a message typed into a program before the disk was full is stored later and not typed again', async () => {
  const world = await openEchoWorld();
  const person = await world.addPerson();
  const typed: string[] = [];
  const running = world.start({
    act: (_, { id }) => {
      typed.push(id);
      return Promise.resolve();
    },
  });
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  const message = { type: 'user_message', id: newId(), session, content: LONG } as const;

  await limit(world, true);
  await expect(live.execute(message)).rejects.toMatchObject({ kind: 'disk-full' });
  await expect(live.execute(message)).rejects.toMatchObject({ kind: 'disk-full' });
  await limit(world, false);
  expect(await live.execute(message)).toMatchObject({ type: 'accepted', id: message.id });
  expect(await live.execute(message)).toMatchObject({ type: 'accepted', id: message.id });
  expect(typed).toEqual([message.id]);

  // The same holds in an object that replaces one that is behind its log.
  const next = { ...message, id: newId() };
  await limit(world, true);
  await expect(live.execute(next)).rejects.toMatchObject({ kind: 'disk-full' });
  await limit(world, false);
  await world.appendElsewhere(person, session);
  await expect(live.execute(next)).rejects.toMatchObject({ detail: { reason: 'log-moved' } });
  const replacement = await running.sessions.get({ person, session });
  expect(replacement).not.toBe(live);
  expect(await replacement.execute(next)).toMatchObject({ type: 'accepted', id: next.id });
  expect(typed).toEqual([message.id, next.id]);
  await running.sessions.close();
  await world.close();
});

test('a reply that ends while the disk is full is stored once there is room', async () => {
  const { world, refused } = await openCountingWorld();
  const person = await world.addPerson();
  let finish = () => undefined as void;
  const running = world.start({
    async *reply() {
      yield LONG;
      await new Promise<void>((resolve) => (finish = resolve));
    },
  });
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  await live.execute({ type: 'user_message', id: newId(), session, content: 'hello' });
  await until(() => live.textFrames().length > 0, 'the reply has come');
  await limit(world, true);
  finish();
  await until(() => refused.count > 1, 'the reply was refused and tried again');
  expect(live.state.turn).not.toBeNull();
  await limit(world, false);
  await until(() => live.state.turn === null, 'the reply is stored');
  expect(live.state.messages.findLast(({ author }) => author === 'assistant')).toMatchObject({
    content: LONG,
    status: 'complete',
  });
  await running.sessions.close();
  await world.close();
});

test('a commit before the end of a cut-off reply is stored does not begin that reply again', async () => {
  const world = await openEchoWorld();
  const person = await world.addPerson();
  const first = world.start({
    async *reply(_said, _session, { signal }) {
      yield LONG;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  const session = await world.begin(first, person);
  const before = await first.sessions.get({ person, session });
  await before.execute({ type: 'user_message', id: newId(), session, content: 'hello' });
  await until(() => before.textFrames().length > 0, 'half of the reply has come');
  await first.sessions.close();

  let replies = 0;
  const second = world.start({
    // eslint-disable-next-line require-yield -- it must not be asked
    async *reply() {
      replies += 1;
      await Promise.resolve();
    },
  });
  await limit(world, true);
  const live = await second.sessions.get({ person, session });
  expect(live.textFrames().join()).toContain(LONG);
  await limit(world, false);
  await second.sessions.report({ person, session }, 'echo', {
    id: '1',
    report: { id: 'echo_note', content: 'meanwhile' },
  });
  await until(() => live.state.turn === null, 'the end of the reply is stored');
  expect(replies).toBe(0);
  expect(live.state.messages.find(({ author }) => author === 'assistant')).toMatchObject({
    content: LONG,
    status: 'interrupted',
    reason: 'restarted',
  });
  await second.sessions.close();
  await world.close();
});
