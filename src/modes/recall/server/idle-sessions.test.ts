import { afterAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { EVERYBODY, type ServedPeople } from '#database/server/served-people.ts';
import type { LiveSession } from '#session/server/live/live-session.ts';
import { readEvents } from '#session/server/log/log.ts';
import type { RunningSpine } from '#session/server/spine.ts';
import type { SessionTables } from '#session/server/tables.ts';

import { closedAtEnd } from '../../../../fixtures/spine/closed-at-end.ts';
import { newId, openWorld, POINTS, until } from '../../../../fixtures/spine/world.ts';
import type { RecallTables } from '../storage/server/tables.ts';

/** All people here are in Zurich, with a day start at four. */
const MINUTE = 60_000;
const reader = { event: () => undefined, chunk: () => undefined };

const world = await openWorld();
afterAll(() => world.close());

async function begin(at: string, served: ServedPeople = EVERYBODY) {
  const clock = { now: Date.parse(at) };
  const running = closedAtEnd(world.start({ now: () => clock.now, served }));
  const person = await world.addPerson();
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  return { clock, running, person, session, live };
}

async function say(live: LiveSession, content: string) {
  await live.execute({ type: 'user_message', id: newId(), session: live.owned.session, content });
  await until(() => live.state.turn === null, 'it is answered');
}

async function statusOf(session: string): Promise<string> {
  const { read } = tablesOf<SessionTables>(world.database);
  return (await read.selectFrom('sessions').select('status').where('id', '=', session).executeTakeFirstOrThrow())
    .status;
}

async function typesOf(owned: { person: string; session: string }): Promise<readonly string[]> {
  const events = await readEvents(tablesOf<SessionTables>(world.database).read, owned, { after: 0 });
  return events.map(({ type }) => type);
}

test('a session is paused after half an hour, once, and not while a client has it open', async () => {
  const { clock, running, person, session, live } = await begin('2026-11-22T12:00:00Z');
  await live.subscribe(reader, undefined);
  clock.now += 45 * MINUTE;
  await running.idle.sweep();
  expect(await statusOf(session)).toBe('open');
  live.unsubscribe(reader);
  await say(live, POINTS[0] ?? '');
  clock.now += 29 * MINUTE;
  await running.idle.sweep();
  expect(await statusOf(session)).toBe('open');
  clock.now += MINUTE;
  await running.idle.sweep();
  clock.now += 45 * MINUTE;
  await running.idle.sweep();
  expect((await typesOf({ person, session })).filter((type) => type === 'session_paused')).toHaveLength(1);

  await live.execute({ type: 'resume_session', id: newId(), session });
  expect(live.state.status).toBe('open');
  expect(live.state.messages.at(-1)?.content).toMatch(/^Welcome back\. 1 of 3 points is recalled\. We stopped here:/);
});

test('a person whose session stays paused is not taken from other servers', async () => {
  const asked: string[] = [];
  const { clock, running, person, session } = await begin('2026-11-22T12:00:00Z', {
    ...EVERYBODY,
    servedOf(persons) {
      asked.push(...persons);
      return EVERYBODY.servedOf(persons);
    },
  });
  clock.now += 45 * MINUTE;
  await running.idle.sweep();
  expect(asked).toContain(person);
  expect(await statusOf(session)).toBe('paused');
  asked.length = 0;
  clock.now += 45 * MINUTE;
  await running.idle.sweep();
  expect(asked).not.toContain(person);
});

test('a pause, an end and a rename do not move a session in the list', async () => {
  const { clock, running, person, session, live } = await begin('2026-11-22T12:00:00Z');
  const { read } = tablesOf<SessionTables>(world.database);
  const place = async () => {
    const row = await read.selectFrom('sessions').select(['status', 'updated_at']).where('id', '=', session).execute();
    return row[0];
  };
  clock.now += MINUTE;
  await say(live, POINTS[0] ?? '');
  const updated_at = clock.now;
  expect(await place()).toEqual({ status: 'open', updated_at });
  clock.now += MINUTE;
  await live.submit({ type: 'change_title', title: 'Another name' });
  expect(await place()).toEqual({ status: 'open', updated_at });
  clock.now += 45 * MINUTE;
  await running.idle.sweep();
  expect(await place()).toEqual({ status: 'paused', updated_at });
  clock.now += 3 * 24 * 60 * MINUTE;
  await running.idle.sweep();
  expect(await place()).toEqual({ status: 'complete', updated_at });
  // The time of its end is recorded.
  const recall = tablesOf<RecallTables>(world.database);
  const ended = recall.read.selectFrom('recall_sessions').select('ended_at').where('session_id', '=', session);
  expect(await ended.execute()).toEqual([{ ended_at: clock.now }]);
  expect((await typesOf({ person, session })).at(-1)).toBe('session_complete');
});

const changes: [name: string, left: string, before: string, after: string][] = [
  ['on ordinary days', '2026-11-21T10:00:00Z', '2026-11-23T02:59:59Z', '2026-11-23T03:00:00Z'],
  ['where clocks go forward', '2026-03-28T10:00:00Z', '2026-03-30T01:59:59Z', '2026-03-30T02:00:00Z'],
  ['where clocks go back', '2026-10-24T10:00:00Z', '2026-10-26T02:59:59Z', '2026-10-26T03:00:00Z'],
  ['left after midnight', '2026-11-21T01:00:00Z', '2026-11-22T02:59:59Z', '2026-11-22T03:00:00Z'],
];
for (const [name, left, before, after] of changes)
  test(`a paused session ends at the second beginning of a day, ${name}, and missed points are graded`, async () => {
    const { clock, running, person, session, live } = await begin(left);
    await say(live, POINTS[1] ?? '');
    await say(live, 'I do not know');
    const saidAt = clock.now;
    await live.execute({ type: 'leave_session', id: newId(), session });
    const reviews = () =>
      tablesOf<RecallTables>(world.database)
        .read.selectFrom('review_log')
        .select(['how', 'rating', 'at'])
        .where('session_id', '=', session)
        .orderBy('rating')
        .execute();
    clock.now = Date.parse(before);
    await running.idle.sweep();
    expect(await statusOf(session)).toBe('paused');
    expect(await reviews()).toMatchObject([{ how: 'unaided' }]);

    clock.now = Date.parse(after);
    await Promise.all([running.idle.sweep(), running.idle.sweep()]);
    await running.idle.sweep();
    expect(await statusOf(session)).toBe('complete');
    expect(await reviews()).toMatchObject([{ how: 'missed', rating: 1, at: saidAt }, { how: 'unaided' }]);
    expect((await typesOf({ person, session })).filter((type) => type === 'session_complete')).toHaveLength(1);
  });

test('a pause, a rename or an open page does not keep an unused session from ending', async () => {
  const { clock, running, session, live } = await begin('2026-11-21T10:00:00Z');
  await say(live, 'I do not know');
  await live.execute({ type: 'leave_session', id: newId(), session });
  clock.now = Date.parse('2026-11-22T10:00:00Z');
  await live.submit({ type: 'change_title', title: 'Later' });
  await live.execute({ type: 'resume_session', id: newId(), session });
  await live.subscribe(reader, undefined);
  clock.now = Date.parse('2026-11-23T02:59:59Z');
  await running.idle.sweep();
  expect(await statusOf(session)).toBe('open');
  clock.now = Date.parse('2026-11-23T03:00:00Z');
  await running.idle.sweep();
  expect(await statusOf(session)).toBe('complete');
  expect(live.isRead).toBe(true);
  live.unsubscribe(reader);
});

test('a session that was open when the server went down for days ends when it restarts', async () => {
  const { running, session, person } = await begin('2026-11-01T10:00:00Z');
  await running.sessions.close();
  const later = Date.parse('2026-11-05T10:00:00Z');
  const again: RunningSpine = closedAtEnd(world.start({ now: () => later }));
  await again.sessions.recover();
  again.idle.start();
  await again.idle.sweep();
  expect(await statusOf(session)).toBe('complete');
  expect((await typesOf({ person, session })).at(-1)).toBe('session_complete');
  await again.idle.close();
});

test('a session resumed in time does not end by a sweep that had already selected it', async () => {
  const { clock, session, live } = await begin('2026-11-21T10:00:00Z');
  const idleSince = live.state.updatedAt;
  clock.now = Date.parse('2026-11-24T10:00:00Z');
  await live.execute({ type: 'user_message', id: newId(), session, content: 'Here I am.' });
  await live.submit({ type: 'end_idle', idleSince });
  await live.submit({ type: 'pause_idle', idleSince });
  expect(live.state.status).toBe('open');
  await until(() => live.state.turn === null, 'it is answered');
});
