import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';

import { eachEngine } from '../../../../fixtures/database/each-engine.ts';
import { newId, openWorld, until, type World } from '../../../../fixtures/spine/world.ts';
import type { SessionTables } from '../tables.ts';
import { appendEvents, readEvents, readEventsBefore, readSnapshot, SNAPSHOT_EVERY } from './log.ts';

eachEngine('the log', (open) => {
  async function begin(): Promise<{ world: World; database: OpenDatabase; person: string; session: string }> {
    const database = await open();
    const world = await openWorld(database);
    const person = await world.addPerson();
    const running = world.start();
    const session = await world.begin(running, person);
    await running.sessions.close();
    return { world, database, person, session };
  }
  const summary = { title: 'T', status: 'open', last_line: '', needs_you: 0, under_way: 0, updated_at: 1 };

  test('events are read as they were written, in order, from either end', async () => {
    const { database, person, session } = await begin();
    const tables = tablesOf<SessionTables>(database);
    const owned = { person, session };
    const events = [2, 3, 4].map(
      (seq) => ({ type: 'title_changed', session, seq, at: seq, title: `Título ${seq} 🐇` }) as const,
    );
    await tables.write((trx) => appendEvents(trx, { ...owned, head: 1, events, summary }));
    expect(await readEvents(tables.read, owned, { after: 1 })).toEqual(events);
    expect(await readEvents(tables.read, owned, { after: 1, limit: 2 })).toEqual(events.slice(0, 2));
    expect(await readEventsBefore(tables.read, owned, { before: 4, limit: 2 })).toEqual(events.slice(0, 2));
    expect(await readEvents(tables.read, { ...owned, person: 'another' }, { after: 0 })).toEqual([]);
  });

  test('a process with a stale head appends nothing', async () => {
    const { database, person, session } = await begin();
    const tables = tablesOf<SessionTables>(database);
    const owned = { person, session };
    const event = { type: 'title_changed', session, seq: 2, at: 2, title: 'x' } as const;
    const append = (head: number) =>
      tables.write((trx) => appendEvents(trx, { ...owned, head, events: [event], summary }));
    await expect(append(5)).rejects.toMatchObject({ detail: { reason: 'log-moved' } });
    await append(1);
    expect((await readEvents(tables.read, owned, { after: 0 })).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test('a session runs from the first message over evaluation, credit, reply and snapshot to its end', async () => {
    const { world, person, session, database } = await begin();
    const running = world.start();
    const live = await running.sessions.get({ person, session });
    const say = (content: string) => live.execute({ type: 'user_message', id: newId(), session, content });
    for (const content of ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'])
      expect(await say(content)).toMatchObject({ type: 'accepted' });
    for (let index = 0; index < SNAPSHOT_EVERY / 4; index += 1) await say('I do not know');
    await say('The half-life of caffeine is five hours.');
    await until(() => live.state.turn === null && live.state.modes['recall'] !== undefined, 'everything is answered');
    const recall = live.state.modes['recall'] as { recalledIds: string[]; overlay: boolean };
    expect(recall).toMatchObject({ overlay: true });
    expect(recall.recalledIds).toHaveLength(3);
    await live.execute({ type: 'dismiss_overlay', id: newId(), session, choice: 'done' });
    const read = tablesOf<SessionTables>(database).read;
    expect((await readSnapshot(read, { person, session }))?.head).toBeGreaterThanOrEqual(SNAPSHOT_EVERY);
    await running.sessions.close();

    const again = world.start();
    expect((await again.sessions.get({ person, session })).state).toEqual(live.state);
  });

  test('a resend gets the stored answer, also from another process', async () => {
    const { world, person, session } = await begin();
    const running = world.start();
    const live = await running.sessions.get({ person, session });
    const id = newId();
    const message = { type: 'user_message', id, session, content: 'It builds up.' } as const;
    const [first, second] = await Promise.all([live.execute(message), live.execute(message)]);
    expect(second).toEqual(first);
    await running.sessions.close();
    const again = world.start();
    expect(await (await again.sessions.get({ person, session })).execute(message)).toEqual(first);
  });
});
