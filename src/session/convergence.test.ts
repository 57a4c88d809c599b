import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { RecallState } from '#modes/recall/asking/domain/recall-state.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';
import { createEmbeddedTutor } from '#modes/recall/tutor/server/embedded-tutor.ts';
import type { Tutor } from '#modes/recall/tutor/server/tutor.ts';
import { AppError } from '#wire/error-kind.ts';

import type { Direction, Fate } from '../../fixtures/spine/flaky-link.ts';
import { FlakyPage } from '../../fixtures/spine/flaky-page.ts';
import { fold, openWorld, POINTS, until, type World } from '../../fixtures/spine/world.ts';
import type { SessionEvent } from './domain/event.ts';
import { toClientState } from './domain/fold.ts';
import { readEvents } from './server/log/log.ts';
import type { RunningSpine } from './server/spine.ts';
import type { SessionTables } from './server/tables.ts';

/** Number of schedules to try; `WARREN_SCHEDULES` raises it. */
const RUNS = Number(process.env['WARREN_SCHEDULES'] ?? 50);

type Asked = 'stop_reply' | 'retry_reply' | 'continue_reply' | 'leave_session' | 'resume_session';
type Action =
  | { do: 'say'; client: 0 | 1; what: number }
  | { do: 'ask'; client: 0 | 1; type: Asked }
  | { do: 'move'; client: 0 | 1; direction: Direction; fate: Fate; times: number }
  | { do: 'cut' | 'reconnect' | 'reload' | 'deafen'; client: 0 | 1 }
  | { do: 'restart' }
  | { do: 'append-elsewhere' }
  | { do: 'pass' };

const client = fc.constantFrom<0 | 1>(0, 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('say' as const), client, what: fc.nat(POINTS.length + 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      client,
      type: fc.constantFrom<Asked>('stop_reply', 'retry_reply', 'continue_reply', 'leave_session', 'resume_session'),
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
        { weight: 4, arbitrary: fc.constantFrom<Fate>('drop', 'duplicate', 'delay') },
      ),
      times: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cut' as const, 'reconnect' as const, 'reload' as const, 'deafen' as const),
      client,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'restart' as const }, { do: 'append-elsewhere' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'pass' as const }) },
);

/** A tutor whose every third reply is cut by its token limit. */
function cutTutor(): Tutor {
  const whole = createEmbeddedTutor({ paceMs: 0 });
  let replies = 0;
  return {
    ...whole,
    async *reply(request, call) {
      replies += 1;
      const isCut = replies % 3 === 0;
      for await (const word of whole.reply(request, call)) {
        yield word;
        if (isCut) throw new AppError('reply-cut', 'The reply reached its limit.');
      }
    },
  };
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function play(actions: readonly Action[]): Promise<void> {
  const person = await world.addPerson();
  const tutor = cutTutor();
  let running: RunningSpine = world.start({ tutor });
  const session = await world.begin(running, person);
  const pages: [FlakyPage, FlakyPage] = [new FlakyPage(fold), new FlakyPage(fold)];
  const serve = () => {
    for (const { network } of pages) network.server = { running, person, lineage: 'one' };
  };
  serve();
  for (const page of pages) page.open(session);

  for (const step of actions) {
    switch (step.do) {
      case 'say': {
        const page = pages[step.client];
        page.client.say(session, POINTS[step.what] ?? `I do not know ${step.what}`);
        await until(() => page.outbox.size > 0, 'the message is in the outbox');
        page.said.push(...page.outbox.keys());
        break;
      }
      case 'ask':
        pages[step.client].client.request(session, { type: step.type }).catch(() => undefined);
        break;
      case 'move':
        for (let time = 0; time < step.times; time += 1) pages[step.client].network.move(step.direction, step.fate);
        break;
      case 'cut':
        pages[step.client].network.cut();
        break;
      case 'reconnect':
        pages[step.client].client.tryNow();
        break;
      case 'reload':
        pages[step.client].client.close();
        pages[step.client].open(session);
        break;
      case 'restart': {
        // The new process finds in the log what the old one still commits.
        void running.sessions.close();
        running = world.start({ tutor });
        serve();
        for (const { network } of pages) network.cut();
        break;
      }
      case 'deafen':
        pages[step.client].network.deafen();
        break;
      case 'append-elsewhere':
        await world.appendElsewhere(person, session);
        break;
      case 'pass':
        break;
    }
    await new Promise((resolve) => setImmediate(resolve));
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
    const { state } = await running.sessions.get({ person, session });
    return (
      state.turn === null &&
      (state.modes['recall'] as RecallState).hidden?.unread.length === 0 &&
      pages.every(({ client: each, outbox }) => {
        const view = each.view(session);
        const isSent = outbox.size === 0 && view.pending.length === 0;
        const isCurrent = each.status() === 'live' && view.isCurrent;
        return isSent && isCurrent && view.state?.head === state.head;
      })
    );
  };
  await until(isSettled, 'both pages have everything');
  await hearsAgain(pages, session, isSettled);

  const live = await running.sessions.get({ person, session });
  const events = await readEvents(tablesOf<SessionTables>(world.database).read, { person, session }, { after: 0 });
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  const fresh = events.reduce<ReturnType<typeof fold> | null>((state, event: SessionEvent) => fold(state, event), null);
  expect(fresh).toEqual(live.state);
  for (const page of pages) expect(page.client.view(session).state).toEqual(toClientState(live.state));
  const stored = events.flatMap((event) => (event.type === 'user_message' ? [event.messageId] : []));
  const said = new Set(pages.flatMap((page) => page.said));
  expect(stored.toSorted()).toEqual([...said].toSorted());
  const credited = events.flatMap((event) => (event.type === 'point_recalled' ? [event.pointId] : []));
  expect(new Set(credited).size).toBe(credited.length);
  const evaluated = events.flatMap((event) => (event.type === 'message_evaluated' ? [event.messageId] : []));
  expect(evaluated.toSorted()).toEqual([...said].toSorted());
  const reviews = await tablesOf<RecallTables>(world.database)
    .read.selectFrom('review_log')
    .select('point_id')
    .where('session_id', '=', session)
    .execute();
  expect(reviews.map((row) => row.point_id).toSorted()).toEqual(credited.toSorted());
  for (const page of pages) page.client.close();
  await running.sessions.close();
}

/**
 * The server drops the subscriptions of both pages while one page sends a message. That page learns of it from the
 * answer, the other one from the answer to a ping. No link is cut.
 */
async function hearsAgain(
  pages: readonly [FlakyPage, FlakyPage],
  session: string,
  isSettled: () => Promise<boolean>,
): Promise<void> {
  const [speaker] = pages;
  let rounds = 0;
  do {
    // A subscription in flight can restore delivery before any event is lost: then the round is repeated.
    expect(rounds).toBeLessThan(5);
    rounds += 1;
    for (const { network } of pages) network.deafen();
    speaker.client.say(session, 'Does anybody hear me?');
    await until(() => speaker.outbox.size > 0, 'the message is in the outbox');
    speaker.said.push(...speaker.outbox.keys());
    await until(isSettled, 'both pages have everything again');
  } while (pages.some(({ network }) => network.lost === 0));
}

test(
  'over any faults of link and server, every message is stored once and both pages show the same',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 30 }), play), { numRuns: RUNS });
  },
  RUNS * 600 + 60_000,
);
