import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { newId, preferences } from '../../../../../fixtures/spine/world.ts';
import { recordReview } from '../../reviews/server/recording/record-review.ts';
import type { SetDetail, SetSummary } from '../protocol.ts';
import type { Leech } from '../protocol.ts';

const DAY = 86_400_000;
const AWAKE = 'Adenosine builds up while we are awake.';

onDatabase('leeches', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { call, clock, database, person } = world;
    const setId = await world.world.addSet(person, [AWAKE]);
    const [point] = (await call<SetDetail>('GET', `/api/recall/sets/${setId}`)).items;
    const pointId = point?.id ?? '';
    /** A finished session with this grade for the point, three days after the previous one. */
    async function graded(rating: 1 | 3): Promise<string> {
      clock.now += 3 * DAY;
      const id = newId();
      const review = {
        id,
        person,
        session: newId(),
        pointId,
        rating,
        at: clock.now,
        messageId: null,
        durationMs: null,
      };
      const how = rating === 1 ? 'missed' : 'unaided';
      await database.write((trx) => recordReview(trx, { ...review, how }, preferences));
      return id;
    }
    async function lapsed(times: number): Promise<string[]> {
      const ids: string[] = [];
      for (let time = 0; time < times; time += 1) ids.push(await graded(1));
      return ids;
    }
    const leeches = async () => {
      const { leeches: found } = await call<{ leeches: Leech[] }>('GET', '/api/recall/leeches');
      const { leeches: count } = await call<SetSummary>('GET', `/api/recall/sets/${setId}`);
      expect(found).toHaveLength(count);
      return found.map(({ lapses }) => lapses);
    };
    const dispute = (reviewId: string, rating: string) =>
      call('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating });
    await graded(3);
    return { ...world, setId, pointId, lapsed, leeches, dispute };
  }

  test('a disputed lapse does not bring back a dismissed leech', async () => {
    const { call, clock, pointId, lapsed, leeches, dispute } = await start();
    await lapsed(8);
    expect(await leeches()).toEqual([8]);
    await call('POST', `/api/recall/points/${pointId}/dismiss-leech`);
    clock.now += 1;
    expect(await leeches()).toEqual([]);
    const ids = await lapsed(4);
    expect(await leeches()).toEqual([12]);
    for (const id of ids) await dispute(id, 'good');
    expect(await leeches()).toEqual([]);
    for (const id of ids) await dispute(id, 'again');
    expect(await leeches()).toEqual([12]);
  });

  test('the lapse that makes a leech counts once its session is over', async () => {
    const { world, running, person, setId, clock, call, pointId, lapsed, leeches, say, end } = await start();
    await lapsed(7);
    await lapsed(1).then(([id]) => call('POST', `/api/recall/reviews/${id}/dispute`, { rating: 'good' }));
    const before = await leeches();
    clock.now += 30 * DAY;
    const session = await world.begin(running, person, setId);
    const live = await running.sessions.get({ person, session });
    await say(live, 'Tell me');
    await say(live, AWAKE);
    expect(live.state.modes['recall']).toMatchObject({ recalledIds: [pointId] });
    expect(await leeches()).toEqual(before);
    await end(live);
    expect(await leeches()).toEqual([8]);
  });
});
