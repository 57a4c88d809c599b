import { createEmptyCard, fsrs, type Grade } from 'ts-fsrs';
import { expect, onTestFinished, test } from 'vitest';

import { tallyOf } from '../../fixtures/learners/judge.ts';
import { learners } from '../../fixtures/learners/learners.ts';
import { type Played, playLearner } from '../../fixtures/learners/play-learner.ts';
import { createSmallModel, creditedTo, SECRET } from '../../fixtures/learners/small-model.ts';
import { createProviderDouble } from '../../fixtures/provider/provider-double.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { storedText } from '../../fixtures/server/stored-text.ts';

/** Whole sessions of scripted learners through the real server. `tools/make-learner-transcripts.ts` prints them. */

/** Days until a new point is due, by its grade. */
function expectDaysByGrade(played: readonly Played[]): void {
  const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false });
  const now = new Date();
  const grades = ['again', 'hard', 'good', 'easy'];
  const daysOf = (grade: string) =>
    scheduler.next(createEmptyCard(now), now, (grades.indexOf(grade) + 1) as Grade).card.scheduled_days;
  const found = played.flatMap(({ review: { today, points } }) =>
    points.flatMap(({ originalRating, nextDueDay }) =>
      originalRating && nextDueDay
        ? [[originalRating, (Date.parse(nextDueDay) - Date.parse(today)) / 86_400_000] as const]
        : [],
    ),
  );
  expect(new Set(found.map(([grade]) => grade)).size).toBeGreaterThan(1);
  // Scheduling prefers days with less work, but a point that was not recalled is due tomorrow.
  const isDue = ([grade, days]: readonly [string, number]) =>
    Math.abs(days - daysOf(grade)) <= (grade === 'again' ? 0 : 1);
  expect(found.filter((one) => !isDue(one))).toEqual([]);
}

test('without a model no wrong answer is credited, filler reveals nothing, and right answers are credited or compared', async () => {
  const server = await startServer();
  const played = await Promise.all(learners.map((learner) => playLearner(server, learner)));
  const tally = tallyOf(played);
  expect(tally).toMatchObject({ wrong: [], revealed: [], claims: [] });
  expect(tally.fillers.length).toBeGreaterThan(15);
  const found = tally.certain.length + tally.asked.length;
  expect(found).toBeGreaterThanOrEqual(0.9 * (found + tally.missed.length));
  const cards = played.flatMap(({ turns }) => turns.flatMap((turn) => turn.cards));
  expect(Math.max(...cards.map(({ rows }) => rows.length))).toBeLessThanOrEqual(6);
  const paragraph = played.find(({ learner }) => learner.name === 'one paragraph');
  expect(paragraph?.turns.flatMap((turn) => turn.cards).length).toBeLessThanOrEqual(2);
  expect(paragraph?.review.points.map(({ originalRating }) => originalRating)).toEqual(Array(8).fill('good'));
  expectDaysByGrade(played);
});

test('with a small model only verifiable quotes credit, thinking is never shown, and points it gives away count as told', async () => {
  const model = createSmallModel();
  const double = await createProviderDouble({ answer: (request) => model.answer(request) });
  onTestFinished(() => double.close());
  const server = await startServer();
  const api = apiOf(server);
  await api('PUT', '/api/models/providers/openai', { baseUrl: double.url });
  await api('PUT', '/api/models/roles', { provider: 'openai', model: 'small:3b' });
  const played = await Promise.all(learners.map((learner) => playLearner(server, learner)));
  await server.close();

  const turns = played.flatMap((one) => one.turns);
  const credits = turns.map(({ line, credited }) => ({ line, credited: new Set(credited) }));
  expect(credits).toEqual(
    turns.map(({ line, closed }) => ({
      line,
      credited: new Set(creditedTo(line).filter((point) => !closed.has(point))),
    })),
  );
  const attempts = Object.groupBy(model.given, ({ words }) => words);
  expect(Object.keys(attempts).length).toBeGreaterThan(5);
  for (const [words, given = []] of Object.entries(attempts)) {
    const told = played.flatMap(({ turns: own }) => own).find(({ line }) => line[1] === words)?.replies ?? [];
    // The first attempt is never shown; the second is, and recorded as told.
    const isShown = given.some(({ isAgain }) => isAgain);
    expect({ words, given: given.length, told: told.map(({ isTelling }) => isTelling) }).toEqual({
      words,
      given: isShown ? 2 : 1,
      told: [isShown],
    });
    expect(told[0]?.content.includes(given[0]?.text ?? '')).toBe(isShown);
  }
  expectDaysByGrade(played);
  const shown = played.flatMap(({ frames }) => frames).join('\n') + server.log() + storedText(server.home);
  for (const mark of [SECRET, 'think>', 'think▷', '<|', 'im_end', '</s>']) expect(shown.includes(mark)).toBe(false);
});
