import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';

import { clientEvent } from '#composition/protocol.ts';
import { tablesOf } from '#database/server/database.ts';
import { createUndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import { eachEngine } from '../../../../fixtures/database/each-engine.ts';
import { type EchoWorld, openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { appendElsewhere } from '../../../../fixtures/spine/append-elsewhere.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import { NO_MESSAGES } from '../../domain/mode-messages.ts';
import { sessionRoutes } from '../routes.ts';
import type { SessionTables } from '../tables.ts';
import { SNAPSHOT_EVERY } from './log.ts';
import { readMessages } from './read-messages.ts';
import { damageOf, readSession } from './read-session.ts';

eachEngine('a damaged session', (open) => {
  /** A session of some messages that no process has in memory. */
  async function openLived(messages: number, options: Parameters<EchoWorld['start']>[0] = {}) {
    const world = await openEchoWorld(await open());
    const tables = tablesOf<SessionTables>(world.database);
    const person = await world.addPerson();
    const first = world.start();
    const session = await world.begin(first, person);
    const live = await first.sessions.get({ person, session });
    for (let count = 1; count <= messages; count += 1)
      await live.execute({ type: 'user_message', id: newId(), session, content: `Message ${count}` });
    await until(() => live.isSettled, 'everything is answered');
    const { head } = live.state;
    await first.sessions.close();
    const running = world.start(options);
    const routes = sessionRoutes(running.spine, running.sessions, {
      undo: createUndoLog({ now: Date.now, newId }),
      clientEvent,
    });
    return {
      running,
      head,
      person,
      session,
      load: () => running.sessions.get({ person, session }),
      events: () =>
        tables.read.selectFrom('events').select(['seq', 'type']).where('session_id', '=', session).orderBy('seq'),
      spoil: (seq: number) =>
        tables.write((trx) =>
          trx
            .updateTable('events')
            .set({ body: '{"type":' })
            .where('session_id', '=', session)
            .where('person_id', '=', person)
            .where('seq', '=', seq)
            .execute(),
        ),
      remove: (seq: number) =>
        tables.write((trx) =>
          trx
            .deleteFrom('events')
            .where('session_id', '=', session)
            .where('person_id', '=', person)
            .where('seq', '=', seq)
            .execute(),
        ),
      spoilSnapshot: () =>
        tables.write(async (trx) => {
          const spoilt = trx.updateTable('snapshots').set({ state: '{"head":' }).where('session_id', '=', session);
          expect((await spoilt.executeTakeFirst()).numUpdatedRows).toBe(1n);
        }),
      append: () => appendElsewhere(world.database, person, session),
      rename: async (title: string) =>
        routes
          .find(({ method }) => method === 'PATCH')
          ?.handle({ person, params: { session }, query: undefined, body: { title } }),
      page: async (before: number) => {
        const route = routes.find(({ path }) => path === '/api/sessions/:session/events');
        return (await route?.handle({
          person,
          params: { session },
          query: { before, limit: 500 },
          body: undefined,
        })) as {
          events: { type: string; seq: number }[];
        };
      },
    };
  }

  test('is not assumed if a read fails once', async () => {
    const { running, head, person, session } = await openLived(4);
    let cuts = 0;
    const cut: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        if (cuts > 0 || !result.rows.some((row) => 'body' in row)) return Promise.resolve(result);
        cuts += 1;
        throw new AppError('store-failed', 'The connection was cut.');
      },
    };
    const { database, fold } = running.spine;
    const found = await readSession({ db: database.read.withPlugin(cut), fold, owned: { person, session } });
    expect(cuts).toBe(1);
    expect(found).toMatchObject({ damagedAfter: null, state: { head } });
  });

  test('is not assumed if another process appends after each read', async () => {
    const { running, head, person, session, append } = await openLived(4);
    const { database, fold } = running.spine;
    const growing: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await append();
        return result;
      },
    };
    const log = { db: database.read.withPlugin(growing), fold, owned: { person, session } };
    const found = await readSession(log);
    expect(found).toMatchObject({ damagedAfter: null });
    expect(found?.state.head).toBeGreaterThan(head);
    expect(await damageOf(log)).toBeNull();
  });

  test('is exported with a notice in the place of unreadable events', async () => {
    const { running, head, person, session, spoil } = await openLived(4);
    await spoil(head - 2);
    const messages = await readMessages(running.spine.database.read, { person, session }, NO_MESSAGES);
    const notes = messages.filter(({ problem }) => problem !== undefined);
    expect(notes).toMatchObject([{ author: 'notice', seq: head - 2 }]);
    expect(messages.some(({ content }) => content === 'Message 1')).toBe(true);
  });

  test.each(['spoil', 'remove'] as const)('is read up to a missing or unreadable entry: %s', async (harm) => {
    const world = await openLived(4);
    const at = world.head - 2;
    await world[harm](at);
    const live = await world.load();
    expect(live.state).toMatchObject({ head: at - 1, turn: null, waiting: [] });
    expect(live.state.messages.at(-1)).toMatchObject({
      author: 'notice',
      seq: at,
      content: expect.stringContaining('the stored session is damaged here'),
    });
    expect(live.state.messages.some(({ content }) => content === 'Message 1')).toBe(true);

    // The session can be read, and no event is added after the damage.
    const before = await world.events().execute();
    const said = { type: 'user_message', id: newId(), session: world.session, content: 'More' } as const;
    await expect(live.execute(said)).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'damaged' } });
    await live.submit({ type: 'pause_idle', idleSince: 0 });
    expect(await world.events().execute()).toEqual(before);
    const frames: string[] = [];
    const subscriber = { event: (frame: string) => void frames.push(frame), chunk: () => undefined };
    // A page that has every readable event also gets the notice.
    expect(await live.subscribe(subscriber, at - 1)).toBe(at - 1);
    expect(frames).toHaveLength(1);
    expect(frames[0]).toContain('the stored session is damaged here');
  });

  test('refuses a new title, and is loaded and logged once by sweeps of idle sessions', async () => {
    const errors: string[] = [];
    const world = await openLived(4, {
      now: () => Date.now() + 3_600_000,
      log: { info: () => undefined, warn: () => undefined, error: (message) => errors.push(message) },
    });
    await world.spoil(world.head - 2);
    await world.running.idle.sweep();
    expect(errors).toEqual([expect.stringContaining(`is damaged after event ${world.head - 3}`)]);
    await expect(world.rename('Another name')).rejects.toMatchObject({ detail: { reason: 'damaged' } });

    // The session leaves memory, as after a time without use.
    await world.running.sessions.closeOf(world.person);
    await world.running.idle.sweep();
    expect(world.running.sessions.count).toBe(0);
    await world.load();
    expect(errors).toHaveLength(1);
  });

  test('is read from the log if its snapshot is damaged, and continues', async () => {
    const world = await openLived(SNAPSHOT_EVERY / 3);
    await world.spoilSnapshot();
    const live = await world.load();
    expect(live.state.head).toBe(world.head);
    expect(
      await live.execute({ type: 'user_message', id: newId(), session: world.session, content: 'More' }),
    ).toMatchObject({ type: 'accepted' });
    await until(() => live.isSettled, 'it is answered');
  });

  test('is read completely with damage before the snapshot, and up to the damage in the tail', async () => {
    const { head, load, page, person, running, session, spoil } = await openLived(SNAPSHOT_EVERY / 3);
    await spoil(5);
    const live = await load();
    expect(live.state.head).toBe(head);
    const said = { type: 'user_message', id: newId(), session, content: 'More' } as const;
    expect(await live.execute(said)).toMatchObject({ type: 'accepted' });
    // Scrolling up shows a notice in the place of the entry, and the events before it.
    const { events } = await page(10);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(events[4]).toMatchObject({
      type: 'trouble_noted',
      problem: { message: expect.stringContaining('damaged') },
    });
    await until(() => live.isSettled, 'it is answered');

    const { head: last } = live.state;
    await running.sessions.closeOf(person);
    await spoil(last);
    expect((await load()).state).toMatchObject({ head: last - 1 });
  });
});
