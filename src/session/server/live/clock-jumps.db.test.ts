import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { createSettledNow } from '#day/server/settled-now.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import { LATEST_MESSAGES } from '../../domain/messages.ts';
import { readEvents } from '../log/log.ts';
import type { SessionTables } from '../tables.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const idle = { isAbandoned: () => Promise.resolve(true) };

onDatabase('when the clock jumps', (open) => {
  /** A server whose sessions end after half an hour without activity. */
  async function start() {
    const database = await open();
    const world = await openEchoWorld(database);
    const person = await world.addPerson();
    const clock = { wall: Date.parse('2026-11-22T12:00:00Z'), monotonic: 5 * DAY };
    const pass = (milliseconds: number) => {
      clock.wall += milliseconds;
      clock.monotonic += milliseconds;
    };
    const now = () => clock.wall;
    const settledNow = createSettledNow({ now, monotonic: () => clock.monotonic }, clock.wall);
    const running = world.start({ idle, now, settledNow });
    const session = await world.begin(running, person);
    const owned = { person, session };
    const live = await running.sessions.get(owned);
    const say = async (id: string) => {
      const answer = await live.execute({ type: 'user_message', id, session, content: `said ${id}` });
      await until(() => live.isSettled, 'it is answered');
      return answer;
    };
    const tables = tablesOf<SessionTables>(database);
    const answers = async () => (await tables.read.selectFrom('commands').select('id').execute()).length;
    return { running, owned, live, say, clock, pass, tables, answers };
  }

  test.each([3, 100])('nothing final is decided within ten minutes of a clock that is %i days ahead', async (days) => {
    const { running, live, say, clock, pass, answers } = await start();
    await say('one');
    const stored = await answers();
    clock.wall += days * DAY;
    pass(3_000);
    await running.idle.sweep();
    clock.wall -= days * DAY;
    pass(9 * MINUTE);
    await running.idle.sweep();
    expect(live.state.status).toBe('open');
    expect(await answers()).toBe(stored);
    // The session ends after the clock has run evenly for a while.
    pass(31 * MINUTE);
    await running.idle.sweep();
    expect(live.state.status).toBe('complete');
  });

  test('stored answers are deleted when they are old and the clock is trusted', async () => {
    const { running, live, say, clock, pass, answers } = await start();
    await say('one');
    clock.wall += 100 * DAY;
    await running.idle.sweep();
    expect(await answers()).toBeGreaterThan(0);
    pass(10 * MINUTE);
    await running.idle.sweep();
    expect(await answers()).toBe(0);
    expect(live.state.status).toBe('complete');
  });

  test('times in a log never decrease after a clock that was ahead', async () => {
    const { running, owned, say, clock, tables } = await start();
    clock.wall += 3 * DAY;
    await say('ahead');
    clock.wall -= 3 * DAY;
    await say('back');
    await running.sessions.close();
    const times = (await readEvents(tables.read, owned, { after: 0 })).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times.at(-1)).toBe(clock.wall + 3 * DAY);
  });

  test('a message whose stored answer was deleted is accepted again, and stored once', async () => {
    const { owned, live, say, tables } = await start();
    const first = await say('one');
    // The first message is older than those that the state holds.
    for (let n = 0; n < LATEST_MESSAGES + 5; n += 1) await say(`more-${n}`);
    const latest = await say('latest');
    expect(live.state.messages.some(({ id }) => id === 'one')).toBe(false);
    await tables.write((trx) => trx.deleteFrom('commands').execute());
    const { head } = live.state;
    expect(await say('one')).toEqual({ ...first, seq: 2 });
    expect(await say('latest')).toMatchObject({ type: 'accepted', id: 'latest' });
    expect(latest).toMatchObject({ type: 'accepted' });
    // This also holds where the session takes no messages any more.
    await live.execute({ type: 'end_session', id: newId(), session: owned.session });
    expect(await say('one')).toEqual({ ...first, seq: 2 });
    expect(await say('never said')).toMatchObject({ type: 'error', reason: 'session-over' });
    expect(live.state.head).toBe(head + 1);
    const said = (await readEvents(tables.read, owned, { after: 0 })).filter(({ type }) => type === 'user_message');
    expect(said.filter((event) => 'messageId' in event && event.messageId === 'one')).toHaveLength(1);
  });
});
