import { afterAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { closedAtEnd } from '../../../../fixtures/spine/closed-at-end.ts';
import { newId, silentLog, until } from '../../../../fixtures/spine/world.ts';
import type { SessionTables } from '../tables.ts';

const SESSIONS = 60;

const world = await openEchoWorld();
afterAll(() => world.close());

const underWay = async () => {
  const { read } = tablesOf<SessionTables>(world.database);
  return (
    await read.selectFrom('sessions').select('id').where('under_way', '=', 1).orderBy('updated_at').execute()
  ).map(({ id }) => id);
};

/** A person whose sessions all had a reply under way when the server stopped. */
async function wentDown(): Promise<{ readonly person: string; readonly oldest: string }> {
  const person = await world.addPerson();
  const running = closedAtEnd(
    world.start({
      async *reply(_said, _session, { signal }) {
        yield 'Well';
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    }),
  );
  for (let n = 0; n < SESSIONS; n += 1) {
    const session = await world.begin(running, person);
    const live = await running.sessions.get({ person, session });
    await live.execute({ type: 'user_message', id: newId(), session, content: 'hello' });
  }
  await running.sessions.close();
  const [oldest = ''] = await underWay();
  return { person, oldest };
}

test('a requested session is recovered before those that wait', async () => {
  const { person, oldest } = await wentDown();
  const running = closedAtEnd(world.start());
  const recovered = running.sessions.recover();
  const live = await running.sessions.get({ person, session: oldest });
  const waiting = await underWay();
  expect(live.state.messages.at(-1)).toMatchObject({ status: 'interrupted', reason: 'restarted' });
  expect(waiting).not.toContain(oldest);
  expect(waiting.length).toBeGreaterThan(SESSIONS / 2);
  await recovered;
  expect(await underWay()).toEqual([]);
});

test('a server that stops during recovery leaves the rest to the next one', async () => {
  await wentDown();
  const errors: string[] = [];
  const running = closedAtEnd(world.start({ log: { ...silentLog, error: (message) => void errors.push(message) } }));
  const recovered = running.sessions.recover();
  await until(async () => (await underWay()).length < SESSIONS, 'the first is recovered');
  await running.sessions.close();
  await recovered;
  const left = await underWay();
  expect(left.length).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  const next = closedAtEnd(world.start());
  await next.sessions.recover();
  expect(await underWay()).toEqual([]);
});
