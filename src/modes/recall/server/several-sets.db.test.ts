import { expect, test } from 'vitest';

import { beginSession } from '#session/server/live/begin-session.ts';
import type { LiveSession } from '#session/server/live/live-session.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../fixtures/spine/recall-world.ts';
import { newId } from '../../../../fixtures/spine/world.ts';
import type { RecallState } from '../asking/domain/recall-state.ts';
import type { PastSessions, SessionReview } from '../reviews/protocol.ts';
import type { SetSummary, Today } from '../sets/protocol.ts';
import type { Statistics } from '../statistics/protocol.ts';
import type { TutorRequest } from '../tutor/domain/tutor-request.ts';
import { createEmbeddedTutor } from '../tutor/server/embedded-tutor.ts';
import type { Tutor } from '../tutor/server/tutor.ts';

const COFFEE = ['Caffeine blocks adenosine receptors.', 'The half-life of caffeine is five hours.'];
const RIVERS = ['The Danube flows into the Black Sea.', 'The Rhine rises in the Alps.'];
const STARS = ['The Sun fuses hydrogen into helium.'];

onDatabase('a session on several sets', (open) => {
  async function start(given?: Tutor) {
    const requests: TutorRequest[] = [];
    const tutor: Tutor = given ?? {
      name: 'Noting tutor',
      isEmbedded: false,
      async *reply(request: TutorRequest) {
        requests.push(request);
        yield 'What else?';
      },
    };
    const world = await openRecallWorld(await open(), { tutor });
    const { call, person, running } = world;
    const add = async (title: string, points: readonly string[], change: object = {}) => {
      const { id } = await call<SetSummary>('POST', '/api/recall/sets', { id: newId(), title });
      for (const text of points)
        await call('POST', `/api/recall/sets/${id}/points`, { id: newId(), text, context: '' });
      await call('PATCH', `/api/recall/sets/${id}`, { tutorInstructions: `About ${title}.`, ...change });
      return id;
    };
    const begin = (options: object) => beginSession(running.spine, { person, id: newId(), mode: 'recall', options });
    async function beginAll() {
      const { session } = await begin({ allDue: true });
      return running.sessions.get({ person, session });
    }
    return { ...world, requests, add, begin, beginAll };
  }
  const stateOf = (live: LiveSession) => live.state.modes['recall'] as RecallState;

  test('everything due is one session, with the points of a set together', async () => {
    const { add, beginAll, call } = await start();
    const coffee = await add('Coffee', COFFEE);
    const rivers = await add('Rivers', RIVERS, { newPerDay: 1 });
    await add('Stars', STARS, { status: 'paused' });
    const before = await call<Today>('GET', '/api/recall/today');
    const live = await beginAll();
    expect(live.state.title).toBe('Due today, 22 November');
    const { setIds, hidden } = stateOf(live);
    expect(setIds).toEqual([coffee, rivers]);
    expect(hidden?.points.map(({ text }) => text)).toEqual([...COFFEE, RIVERS[0]]);
    expect(before.ready).toBe(3);
    expect(live.state.messages[0]?.content).toMatch(/^3 points from 2 sets, one set after the other\.\n\n.*“Coffee”/s);

    const { ready, sets, forecast } = await call<Today>('GET', '/api/recall/today');
    expect(ready).toBe(0);
    // Because of the second set's limit, one point waits until tomorrow.
    expect(forecast.slice(0, 3).map(({ due }) => due)).toEqual([0, 1, 0]);
    expect(sets.map(({ openSession }) => openSession)).toEqual([live.owned.session, live.owned.session, null]);
  });

  test('a set with an open session stays out, and starting one of its sets continues the session', async () => {
    const { add, begin, beginAll } = await start();
    const coffee = await add('Coffee', COFFEE);
    const rivers = await add('Rivers', RIVERS);
    const stars = await add('Stars', STARS);
    const one = await begin({ setId: rivers });
    const live = await beginAll();
    expect(stateOf(live).setIds).toEqual([coffee, stars]);
    expect(await begin({ setId: stars })).toMatchObject({ session: live.owned.session });
    expect(await begin({ setId: rivers })).toMatchObject({ session: one.session });
    await expect(begin({ allDue: true })).rejects.toMatchObject({ detail: { reason: 'nothing-due' } });
  });

  test('with one ready set it is a session on that set', async () => {
    const { add, beginAll } = await start();
    const stars = await add('Stars', STARS);
    const live = await beginAll();
    expect(live.state.title).toBe('Stars');
    expect(stateOf(live)).toMatchObject({ setId: stars, setIds: [stars] });
  });

  test('the tutor gets the instructions and the title of the asked point’s set, and learns when the subject changes', async () => {
    const { add, beginAll, requests, say } = await start();
    await add('Coffee', COFFEE);
    await add('Rivers', RIVERS);
    const live = await beginAll();
    await say(live, COFFEE[0]!);
    await say(live, COFFEE[1]!);
    await say(live, 'I like trains');
    expect(requests.map(({ title, instructions, newSubject }) => ({ title, instructions, newSubject }))).toEqual([
      { title: 'Coffee', instructions: 'About Coffee.', newSubject: undefined },
      { title: 'Rivers', instructions: 'About Rivers.', newSubject: 'Rivers' },
      { title: 'Rivers', instructions: 'About Rivers.', newSubject: undefined },
    ]);
  });

  test('without a model a session stays with a set until each of its points was asked for, in the set’s language', async () => {
    const { add, beginAll, say } = await start(createEmbeddedTutor({ paceMs: 0 }));
    await add('Coffee', COFFEE);
    await add('Die Flüsse', ['Die Donau mündet in das Schwarze Meer.', 'Der Rhein entspringt in den Alpen.']);
    const live = await beginAll();
    const replies = () =>
      live.state.messages.filter(({ author }) => author === 'assistant').map(({ content }) => content);
    await say(live, 'no idea');
    await say(live, COFFEE[0]!);
    await say(live, COFFEE[1]!);
    await say(live, 'I forgot all of it');
    await say(live, 'the weather is nice in England');
    expect(replies().slice(1)).toEqual([
      'What do you remember of “Coffee”?',
      'In “Coffee”, what comes after “Caffeine blocks adenosine receptors”?',
      'Schreib auf, was du von „Die Flüsse“ noch weißt, in beliebiger Reihenfolge.',
      'Was weißt du von „Die Flüsse“?',
      expect.stringMatching(/Hinweis.*Was weißt du von „Die Flüsse“\?$/su),
    ]);
  });

  test('reviews, past sessions and statistics count for the set of each point', async () => {
    const { add, beginAll, call, clock, end, say, database } = await start();
    const coffee = await add('Coffee', COFFEE, { desiredRetention: 0.8 });
    const rivers = await add('Rivers', RIVERS);
    const live = await beginAll();
    clock.now += 20_000;
    await say(live, COFFEE.join(' '));
    clock.now += 20_000;
    await say(live, RIVERS[0]!);
    await end(live);
    const rows = await database.read
      .selectFrom('review_log')
      .select(['set_id', 'desired_retention'])
      .where('rating', '>', 1)
      .execute();
    expect(new Set(rows.map(({ set_id, desired_retention }) => `${set_id} ${desired_retention}`))).toEqual(
      new Set([`${coffee} 0.8`, `${rivers} 0.9`]),
    );
    const sessionsOf = async (setId: string) =>
      (await call<PastSessions>('GET', `/api/recall/sets/${setId}/sessions`)).sessions;
    const session = { id: live.owned.session, status: 'complete', total: 2 };
    expect(await sessionsOf(coffee)).toMatchObject([{ ...session, recalled: 2 }]);
    expect(await sessionsOf(rivers)).toMatchObject([{ ...session, recalled: 1 }]);
    const { sessions, totals } = await call<Statistics>('GET', '/api/recall/statistics');
    expect({ sessions, reviews: totals.reviews }).toEqual({ sessions: 1, reviews: rows.length });
    const review = await call<SessionReview>('GET', `/api/recall/sessions/${live.owned.session}/review`);
    expect(review.points.map(({ setTitle }) => setTitle)).toEqual(['Coffee', 'Coffee', 'Rivers', 'Rivers']);
  });

  test('a session is listed until its last set is deleted', async () => {
    const { add, beginAll, call, end, say } = await start();
    const coffee = await add('Coffee', COFFEE);
    const rivers = await add('Rivers', RIVERS);
    const live = await beginAll();
    await call('DELETE', `/api/recall/sets/${coffee}`);
    await say(live, `${COFFEE.join(' ')} ${RIVERS.join(' ')}`);
    await end(live);
    const listed = async () => (await call<{ sessions: unknown[] }>('GET', '/api/sessions')).sessions.length;
    expect(await listed()).toBe(1);
    await call('DELETE', `/api/recall/sets/${rivers}`);
    expect(await listed()).toBe(0);
    await call('POST', `/api/recall/sets/${coffee}/restore`);
    expect(await listed()).toBe(1);
  });
});
