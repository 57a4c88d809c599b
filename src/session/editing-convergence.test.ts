import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { type EchoWorld, foldEchoSession, openEchoWorld } from '../../fixtures/echo/echo-world.ts';
import type { Direction, Fate } from '../../fixtures/spine/flaky-link.ts';
import { FlakyPage } from '../../fixtures/spine/flaky-page.ts';
import { newId, until } from '../../fixtures/spine/world.ts';
import type { SessionEvent } from './domain/event.ts';
import { toClientState } from './domain/fold.ts';
import { isBranch, TRUNK } from './domain/thread.ts';
import type { SessionState } from './protocol.ts';
import { readEvents } from './server/log/log.ts';
import type { RunningSpine } from './server/spine.ts';
import type { SessionTables } from './server/tables.ts';

/** Number of schedules to try; `WARREN_SCHEDULES` raises it. */
const RUNS = Number(process.env['WARREN_SCHEDULES'] ?? 50);

type Action =
  | { do: 'say' | 'stop' | 'cut' | 'reconnect' | 'reload' | 'deafen'; client: 0 | 1 }
  /** Edits one of the person's messages that the page shows on the trunk, or one that left it. */
  | { do: 'edit'; client: 0 | 1; which: number; isOnTrunk: boolean }
  | { do: 'move'; client: 0 | 1; direction: Direction; fate: Fate; times: number }
  | { do: 'restart' }
  | { do: 'append-elsewhere' }
  | { do: 'pass' };

const client = fc.constantFrom<0 | 1>(0, 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('say' as const), client }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      client,
      which: fc.nat(8),
      isOnTrunk: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      client,
      direction: fc.constantFrom<Direction>('up', 'down'),
      fate: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Fate>('deliver') },
        { weight: 3, arbitrary: fc.constantFrom<Fate>('drop', 'duplicate', 'delay') },
      ),
      times: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('stop' as const, 'cut' as const, 'reconnect' as const, 'reload' as const, 'deafen' as const),
      client,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'restart' as const }, { do: 'append-elsewhere' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'pass' as const }) },
);

/** Number of branches over all schedules. */
let branches = 0;
let world: EchoWorld;
beforeAll(async () => {
  world = await openEchoWorld();
});
afterAll(() => world.close());

async function play(actions: readonly Action[]): Promise<void> {
  const person = await world.addPerson();
  let running: RunningSpine = world.start();
  const session = await world.begin(running, person);
  // There is something to edit from the beginning.
  const first = await running.sessions.get({ person, session });
  for (const id of ['one', 'two', 'three']) {
    await first.execute({ type: 'user_message', id: `${id}-${newId()}`, session, content: `said ${id}` });
    await until(() => first.isSettled, 'it is answered');
  }
  const pages = [new FlakyPage(foldEchoSession), new FlakyPage(foldEchoSession)] as const;
  const serve = () => {
    for (const { network } of pages) network.server = { running, person, lineage: 'one' };
  };
  serve();
  for (const page of pages) page.open(session);
  for (const page of pages) await connected(page, session);
  let words = 0;

  const request = (page: FlakyPage, command: Parameters<FlakyPage['client']['request']>[1]) => {
    page.client.request(session, command).catch(() => undefined);
  };
  for (const step of actions) {
    words += 1;
    if (step.do === 'restart') {
      void running.sessions.close();
      running = world.start();
      serve();
      for (const { network } of pages) network.cut();
    } else if (step.do === 'append-elsewhere') {
      await world.appendElsewhere(person, session);
    } else if (step.do !== 'pass') {
      const page = pages[step.client];
      if (step.do === 'say') page.client.say(session, `words ${words}`);
      if (step.do === 'stop') request(page, { type: 'stop_reply' });
      if (step.do === 'edit') {
        const { state } = page.client.view(session);
        const own = state?.messages.filter(
          ({ author, thread }) => author === 'person' && (thread === TRUNK) === step.isOnTrunk,
        );
        const message = own?.[step.which % Math.max(1, own.length)];
        if (message) request(page, { type: 'edit_message', messageId: message.id, content: `edited ${words}` });
      }
      if (step.do === 'move')
        for (let time = 0; time < step.times; time += 1) page.network.move(step.direction, step.fate);
      if (step.do === 'deafen') page.network.deafen();
      if (step.do === 'cut') page.network.cut();
      if (step.do === 'reconnect') page.client.tryNow();
      if (step.do === 'reload') {
        page.client.close();
        page.open(session);
      }
    }
    // Messages of a page and writes of the server need a few rounds of the event loop.
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  for (const page of pages) {
    page.network.cut();
    page.network.heal();
    page.client.tryNow();
  }
  const isSettled = async () => {
    for (const page of pages) {
      if (page.client.status() !== 'live') page.client.tryNow();
      page.fireTimers();
    }
    const now = await running.sessions.get({ person, session });
    return (
      now.isSettled &&
      pages.every(({ client: each, outbox }) => {
        const view = each.view(session);
        const isSent = outbox.size === 0 && view.pending.length === 0;
        const isCurrent = each.status() === 'live' && view.isCurrent;
        // A page can read events that another process appended; the server's object learns of them at its next commit.
        return isSent && isCurrent && (view.state?.head ?? 0) >= now.state.head;
      })
    );
  };
  await until(isSettled, 'both pages have everything');
  // The server drops both subscriptions: one page learns of it from the answer to its message, the other from a ping.
  let rounds = 0;
  do {
    // A page that asks for missing events, or a subscription in flight, can restore delivery before any event is lost.
    expect(rounds).toBeLessThan(5);
    rounds += 1;
    for (const { network } of pages) network.deafen();
    pages[0].client.say(session, 'Does anybody hear me?');
    await until(() => pages[0].outbox.size > 0, 'the message is in the outbox');
    await until(isSettled, 'both pages have everything again');
  } while (pages.some(({ network }) => network.lost === 0));

  const live = await running.sessions.get({ person, session });
  const events = await readEvents(tablesOf<SessionTables>(world.database).read, { person, session }, { after: 0 });
  const fresh = events.reduce<SessionState | null>((state, event: SessionEvent) => foldEchoSession(state, event), null);
  expect(fresh).toEqual(live.state);
  for (const page of pages) expect(page.client.view(session).state).toEqual(toClientState(live.state));
  holdsTogether(live.state, events);
  branches += events.filter(({ type }) => type === 'conversation_branched').length;
  for (const page of pages) page.client.close();
  await running.sessions.close();
}

/** Lets a page open the session before the first fault. */
async function connected(page: FlakyPage, session: string): Promise<void> {
  await until(() => {
    if (page.client.status() !== 'live') page.client.tryNow();
    for (const direction of ['up', 'down'] as const) page.network.move(direction, 'deliver');
    return page.client.view(session).state !== null;
  }, 'the page shows the session');
}

/** Every message that was said is on the trunk or on one branch, with its replies, and every branch can be reached. */
function holdsTogether(state: SessionState, events: readonly SessionEvent[]): void {
  const { messages } = state;
  const said = events.flatMap((event) => (event.type === 'user_message' ? [event.messageId] : []));
  expect(messages.filter(({ author }) => author === 'person').map(({ id }) => id)).toEqual(said);
  const threadOf = new Map(messages.map(({ id, thread }) => [id, thread]));
  for (const { replyTo, thread } of messages) if (replyTo !== undefined) expect(threadOf.get(replyTo)).toBe(thread);
  const threads = new Set(messages.map(({ thread }) => thread).filter(isBranch));
  const led = messages.flatMap(({ earlier }) => (earlier ? [earlier.thread] : []));
  expect(led.toSorted()).toEqual([...threads].toSorted());
  for (const { earlier } of messages)
    if (earlier) expect(messages.find(({ seq }) => seq === earlier.fromSeq)?.thread).toBe(earlier.thread);
}

test(
  'over any faults of link and server, each edit is done once, and both pages show the same branches',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 30 }), play), { numRuns: RUNS });
    // The schedules are useful only if many of them edit something.
    expect(branches).toBeGreaterThan(RUNS / 10);
  },
  RUNS * 600 + 60_000,
);
