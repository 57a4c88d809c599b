import { describe, expect, inject, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { openPostgres } from '#platform/database/engines/postgres.ts';

import { startCuttingProxy } from '../../../../fixtures/database/cutting-proxy.ts';
import { eachEngine } from '../../../../fixtures/database/each-engine.ts';
import { createDatabase, dropDatabase } from '../../../../fixtures/database/postgres-engine.ts';
import { type EchoWorld, foldEchoSession, openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { FlakyPage } from '../../../../fixtures/spine/flaky-page.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import { toClientState } from '../../domain/fold.ts';
import type { Subscriber } from '../connection/subscriber.ts';
import { readEvents } from '../log/log.ts';
import type { RunningSpine } from '../spine.ts';
import type { SessionTables } from '../tables.ts';
import type { LiveSession } from './live-session.ts';

/** Number of open tabs, and of answers of commits that are lost one after the other. */
const LOST = Number(process.env['WARREN_LOST_COMMITS'] ?? 24);
const TABS = 12;

interface Tab {
  readonly page: FlakyPage;
  readonly person: string;
  readonly session: string;
}

/** Tabs of one person over lossless links, each on a session of its own. Their timers never fire. */
async function openTabs(world: EchoWorld, running: RunningSpine, count: number) {
  const person = await world.addPerson();
  const tabs: Tab[] = [];
  for (let index = 0; index < count; index += 1) {
    const page = new FlakyPage(foldEchoSession);
    const session = await world.begin(running, person, 'Say something.');
    page.network.server = { running, person, lineage: 'one' };
    page.network.heal();
    page.open(session);
    tabs.push({ page, person, session });
  }
  await until(
    () => tabs.every(({ page, session }) => page.client.view(session).isCurrent),
    'every tab shows its session',
  );
  const isUpToDate = async ({ page, session }: Tab) => {
    const live = await running.sessions.get({ person, session });
    const { state, pending } = page.client.view(session);
    return live.isSettled && pending.length === 0 && state?.head === live.state.head;
  };
  const areUpToDate = async () => (await Promise.all(tabs.map(isUpToDate))).every(Boolean);
  return { person, tabs, areUpToDate };
}

/** Expects that the tab shows the log, with each message once. */
async function expectWhole(world: EchoWorld, { page, person, session }: Tab, said: readonly string[]) {
  const events = await readEvents(tablesOf<SessionTables>(world.database).read, { person, session }, { after: 0 });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const heard = events.flatMap((event) => (event.type === 'user_message' ? [event.content] : []));
  expect(heard).toEqual(said);
  const folded = events.reduce<ReturnType<typeof foldEchoSession> | null>(
    (state, event) => foldEchoSession(state, event),
    null,
  );
  expect(folded).not.toBeNull();
  if (folded) expect(page.client.view(session).state).toEqual(toClientState(folded));
}

eachEngine('a session that another process appended to', (open) => {
  test('continues in a new object, and its tabs follow by themselves', async () => {
    const world = await openEchoWorld(await open());
    const running = world.start();
    const { person, tabs, areUpToDate } = await openTabs(world, running, 3);
    const before = await Promise.all(tabs.map(({ session }) => running.sessions.get({ person, session })));
    for (const { session } of tabs) await world.appendElsewhere(person, session);
    for (const { page, session } of tabs) page.client.say(session, 'who hears this?');
    // The first try is refused; the page sends the message again.
    await until(() => before.every(({ isClosed }) => isClosed), 'all objects are behind their logs');
    await until(async () => {
      for (const { page } of tabs) page.fireTimers();
      return areUpToDate();
    }, 'every tab is up to date');
    for (const tab of tabs) await expectWhole(world, tab, ['who hears this?']);
  });

  /** A session whose reader keeps all frames. `onMove` runs before the reader moves to another object. */
  async function openRead(onMove: (live: LiveSession, moves: number) => Promise<void>) {
    const world = await openEchoWorld(await open());
    const running = world.start();
    const person = await world.addPerson();
    const session = await world.begin(running, person);
    const frames: string[] = [];
    let moves = 0;
    const reader: Subscriber = {
      event: (frame) => void frames.push(frame),
      chunk: () => undefined,
      async moveTo(live, after) {
        moves += 1;
        await onMove(live, moves);
        await live.subscribe(reader, after);
      },
    };
    const live = await running.sessions.get({ person, session });
    await live.subscribe(reader, live.state.head);
    const say = (object: LiveSession, content: string) =>
      object.execute({ type: 'user_message', id: newId(), session, content });
    return { world, running, person, session, frames, live, say };
  }

  test('keeps a reader that was moving to an object that was lost too', async () => {
    const { world, running, person, session, frames, live, say } = await openRead(async (next, moves) => {
      if (moves > 1) return;
      await world.appendElsewhere(person, session);
      say(next, 'in vain').catch(() => undefined);
    });
    await world.appendElsewhere(person, session);
    await expect(say(live, 'in vain')).rejects.toMatchObject({ detail: { reason: 'log-moved' } });
    await until(async () => (await running.sessions.get({ person, session })).isRead, 'the reader has moved');
    await say(await running.sessions.get({ person, session }), 'who hears this?');
    expect(frames.some((frame) => frame.includes('who hears this?'))).toBe(true);
  });

  test('sends a snapshot to a reader that is ahead of the readable log', async () => {
    const { world, person, session, frames, live, say } = await openRead(() => Promise.resolve());
    await say(live, 'hello');
    await until(() => live.isSettled, 'it is answered');
    await tablesOf<SessionTables>(world.database).write((trx) =>
      trx
        .updateTable('events')
        .set({ body: '{"type":' })
        .where('session_id', '=', session)
        .where('person_id', '=', person)
        .where('seq', '=', live.state.head)
        .execute(),
    );
    await world.appendElsewhere(person, session);
    await expect(say(live, 'in vain')).rejects.toMatchObject({ detail: { reason: 'log-moved' } });
    const isSnapshot = (frame: string) => frame.includes('"session_snapshot"') && frame.includes('damaged here');
    await until(() => frames.some(isSnapshot), 'the reader has a snapshot');
  });
});

describe.skipIf(inject('postgres') === undefined)('on PostgreSQL', () => {
  test(
    'tabs see everything once after the answer to a COMMIT was lost',
    async () => {
      const socketFolder = inject('postgres') ?? '';
      const name = await createDatabase(socketFolder);
      const proxy = await startCuttingProxy(socketFolder);
      const world = await openEchoWorld(await openPostgres(proxy.urlOf(name)));
      const running = world.start();
      const { tabs, areUpToDate } = await openTabs(world, running, TABS);
      const said = tabs.map((): string[] => []);
      for (let cut = 0; cut < LOST; cut += 1) {
        const index = cut % TABS;
        const tab = tabs[index];
        if (!tab) continue;
        const words = `words ${newId()}`;
        // The commit of the message, or that of the reply that repeats it.
        proxy.loseCommitOf(words, 1 + (cut % 2));
        said[index]?.push(words);
        tab.page.client.say(tab.session, words);
        await until(() => proxy.lost() === cut + 1, 'the answer of a commit was lost');
        await until(areUpToDate, 'every tab is up to date');
      }
      for (const [index, tab] of tabs.entries()) await expectWhole(world, tab, said[index] ?? []);
      await running.sessions.close();
      await world.close();
      await proxy.stop();
      await dropDatabase(socketFolder, name);
    },
    LOST * 5_000 + 60_000,
  );
});
