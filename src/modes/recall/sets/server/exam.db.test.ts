import { expect, test } from 'vitest';

import { addDays, dayOf } from '#day/domain/day.ts';
import { beginSession } from '#session/server/live/begin-session.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { newId, preferences } from '../../../../../fixtures/spine/world.ts';
import type { RecallState } from '../../asking/domain/recall-state.ts';
import type { ExamPlan, SetDetail, SetSummary, Today } from '../protocol.ts';

onDatabase('exams', (open) => {
  test('new points are spread until a week before the exam, in all counts; the plan changes nothing', async () => {
    const { call, clock, person, running } = await openRecallWorld(await open());
    const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title: 'Bread', newPerDay: 1 });
    const text = Array.from({ length: 10 }, (_, index) => `Point ${index}.`).join('\n');
    await call('POST', `/api/recall/sets/${id}/paste`, { text });
    const today = dayOf(clock.now, preferences);
    const on = addDays(today, 12);

    const plan = await call<ExamPlan>('GET', `/api/recall/sets/${id}/exam-plan?on=${on}`);
    expect(plan).toMatchObject({ seenBy: addDays(today, 5), days: { length: 12 } });
    expect(plan.days.map(({ fresh }) => fresh).slice(0, 6)).toEqual([2, 2, 2, 2, 2, 0]);
    expect(plan.expected).toBeGreaterThan(0.8);
    expect(await call<SetDetail>('GET', `/api/recall/sets/${id}`)).toMatchObject({ examOn: null, today: { fresh: 1 } });
    for (const wrong of [addDays(today, -1), addDays(today, 800)])
      await expect(call('GET', `/api/recall/sets/${id}/exam-plan?on=${wrong}`)).rejects.toMatchObject({
        kind: 'refused',
      });

    await call('PATCH', `/api/recall/sets/${id}`, { examOn: on });
    expect(await call<SetDetail>('GET', `/api/recall/sets/${id}`)).toMatchObject({ examOn: on, today: { fresh: 2 } });
    const { ready, forecast } = await call<Today>('GET', '/api/recall/today');
    expect([ready, ...forecast.slice(0, 6).map(({ due }) => due)]).toEqual([2, 2, 2, 2, 2, 2, 0]);
    const options = { allDue: true };
    const { session } = await beginSession(running.spine, { person, id: newId(), mode: 'recall', options });
    const { state } = await running.sessions.get({ person, session });
    expect((state.modes['recall'] as RecallState).pointIds).toHaveLength(2);
  });
});
