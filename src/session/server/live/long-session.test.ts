import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Database, tablesOf } from '#database/server/database.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';

import { foldEchoSession, openEchoWorld, type EchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { closedAtEnd } from '../../../../fixtures/spine/closed-at-end.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import { record } from '../../domain/deciding/decision-context.ts';
import type { EventBody, SessionEvent } from '../../domain/event.ts';
import { LATEST_MESSAGES } from '../../domain/messages.ts';
import { spokenMessages } from '../../domain/spoken.ts';
import { TRUNK } from '../../domain/thread.ts';
import type { SessionState, ThreadTail } from '../../protocol.ts';
import { insertEvents, readEvents, writeSnapshot } from '../log/log.ts';
import type { SessionTables } from '../tables.ts';

const FEWER = 1_000;
/** After this many messages the state holds as many as before. */
const CYCLE = 2 * (LATEST_MESSAGES + 1);
const WANTED = Number(process.env['WARREN_LONG_MESSAGES'] ?? 4_000);
const MANY = FEWER + CYCLE * Math.ceil((WANTED - FEWER) / CYCLE);
const ROOM = { maxCharacters: 20_000, maxMessageLength: 1_000 };
const WORDS = 'word '.repeat(40);

let plain: EchoWorld;
let world: EchoWorld;
let rows = 0;
beforeAll(async () => {
  plain = await openEchoWorld();
  world = await openEchoWorld(counting(plain.database));
});
afterAll(() => plain.close());

/** A database that counts the rows that it returns. */
function counting(database: OpenDatabase): OpenDatabase {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      rows += result.rows.length;
      return Promise.resolve(result);
    },
  };
  const write: Database<object>['write'] = (work) => database.write((trx) => work(trx.withPlugin(plugin)));
  return { ...database, read: database.read.withPlugin(plugin), write };
}

/** Writes the log of a session with this number of messages. */
async function lengthen(owned: { person: string; session: string }, messages: number): Promise<void> {
  const tables = tablesOf<SessionTables>(world.database);
  const begun = await readEvents(tables.read, owned, { after: 0 });
  let state = begun.reduce<SessionState | null>(
    (before, event) => foldEchoSession(before, event),
    null,
  ) as SessionState;
  const events: SessionEvent[] = [];
  while (state.messageCount < messages) {
    const [said, reply] = [newId(), newId()];
    const on = { thread: TRUNK };
    const bodies: readonly EventBody[] = [
      { type: 'user_message', messageId: said, ...on, content: `said ${WORDS}` },
      { type: 'reply_started', messageId: reply, ...on, replyTo: said },
      { type: 'assistant_complete', messageId: reply, ...on, content: `heard ${WORDS}` },
    ];
    for (const body of bodies) {
      const event = record(body, state, state.head);
      state = foldEchoSession(state, event);
      events.push(event);
    }
  }
  const { head } = state;
  await tables.write(async (trx) => {
    await insertEvents(trx, owned.person, events);
    await trx.updateTable('sessions').set({ head }).where('id', '=', owned.session).execute();
    await writeSnapshot(trx, owned.person, state);
  });
}

/** The database reads of one reply in a session with this number of messages. */
async function replyIn(messages: number): Promise<{ readonly rows: number; readonly tail: ThreadTail }> {
  let tail: ThreadTail = { messages: [], earlier: 0 };
  const person = await world.addPerson();
  const running = closedAtEnd(
    world.start({
      async *reply(_said, _session, { readThread }) {
        tail = await readThread(TRUNK, ROOM);
        yield 'heard';
      },
    }),
  );
  const session = await world.begin(running, person);
  await lengthen({ person, session }, messages);
  const live = await running.sessions.get({ person, session });
  rows = 0;
  await live.execute({ type: 'user_message', id: newId(), session, content: 'the last' });
  await until(() => live.isSettled, 'it is answered');
  const read = rows;
  await running.sessions.close();
  return { rows: read, tail };
}

test('a reply reads the same number of rows in a very long session as in a moderately long one', async () => {
  const fewer = await replyIn(FEWER);
  const many = await replyIn(MANY);
  expect(fewer.tail.earlier).toBeGreaterThan(0);
  expect(many.tail.earlier).toBe(fewer.tail.earlier + MANY - FEWER);
  expect(spokenMessages(many.tail.messages)).toEqual(spokenMessages(fewer.tail.messages));
  expect(many.rows).toBe(fewer.rows);
});

test('replies of a long session omit an unreadable old event, and keep the messages of the state', async () => {
  const tails: ThreadTail[] = [];
  const errors: string[] = [];
  const person = await world.addPerson();
  const running = closedAtEnd(
    world.start({
      async *reply(_said, _session, { readThread }) {
        tails.push(await readThread(TRUNK, ROOM));
        yield 'heard';
      },
      log: { info: () => undefined, warn: () => undefined, error: (message) => errors.push(message) },
    }),
  );
  const session = await world.begin(running, person);
  // Few enough that the next message pushes no others out of the state.
  await lengthen({ person, session }, FEWER - 100);
  const live = await running.sessions.get({ person, session });
  const ask = async () => {
    await live.execute({ type: 'user_message', id: newId(), session, content: 'the last' });
    await until(() => live.isSettled, 'it is answered');
    expect(live.state.messages.at(-1)).toMatchObject({ author: 'assistant', content: 'heard', status: 'complete' });
  };
  const held = live.state.messages;
  const [first, second] = held;
  const older = (first?.seq ?? 0) - 1;
  await tablesOf<SessionTables>(world.database).write((trx) =>
    trx
      .updateTable('events')
      .set({ body: '{"type":' })
      .where('session_id', '=', session)
      .where('seq', 'in', [older, first?.seq ?? 0, second?.seq ?? 0])
      .execute(),
  );
  await ask();
  await ask();
  for (const { messages } of tails) {
    const seqs = messages.map(({ seq }) => seq);
    expect(seqs).toEqual(expect.arrayContaining(held.map(({ seq }) => seq)));
    expect(messages.every(({ author }) => author !== 'notice')).toBe(true);
  }
  expect(errors).toEqual([expect.stringContaining(`is damaged at event ${older}`)]);
});
