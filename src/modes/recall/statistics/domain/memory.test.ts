import { expect, test } from 'vitest';

import { DEFAULT_WEIGHTS, emptyCard, retrievability, review } from '../../scheduling/domain/scheduling.ts';
import { forgettingOf, memoryOf } from './memory.ts';
import { isFading } from './pictures.ts';

const DAY = 86_400_000;
const cut = { timeZone: 'UTC', dayStartsAt: 240 };
const at = Date.parse('2026-11-01T12:00:00Z');
const { weights } = DEFAULT_WEIGHTS;
const forgetting = forgettingOf(weights, cut);
const settings = { desiredRetention: 0.9, weights };

test('the chance equals that of the scheduler', () => {
  const card = review(emptyCard(at), { rating: 3, at, cut }, settings);
  const memory = memoryOf(card)!;
  for (let days = 0; days < 400; days += 3)
    expect(forgetting.chanceOn(memory, forgetting.dayAt(at + days * DAY))).toBeCloseTo(
      retrievability(card, { at: at + days * DAY, cut }, weights),
      6,
    );
  expect(memoryOf(emptyCard(at))).toBeNull();
});

test('the chance falls when the person’s day begins, not 24 hours after the review', () => {
  const evening = Date.parse('2026-11-01T22:00:00Z');
  const memory = memoryOf(review(emptyCard(evening), { rating: 3, at: evening, cut }, settings))!;
  const chanceAt = (time: string) => forgetting.chanceOn(memory, forgetting.dayAt(Date.parse(time)));
  expect(chanceAt('2026-11-02T03:59:59Z')).toBe(1);
  expect(chanceAt('2026-11-02T04:00:00Z')).toBeLessThan(1);
  expect(chanceAt('2026-11-03T03:59:59Z')).toBe(chanceAt('2026-11-02T04:00:00Z'));
});

test('the chance is 90 % after as many days as the stability, and 1 before the review', () => {
  const memory = { stability: 30, difficulty: 5, lastReviewAt: at, lastDay: forgetting.dayAt(at) };
  expect(forgetting.chanceOn(memory, memory.lastDay + 30)).toBeCloseTo(0.9, 6);
  expect(forgetting.chanceOn(memory, memory.lastDay - 30)).toBe(1);
});

test('a point is fading if its rounded chance is below the desired retention, or if it is due today', () => {
  const fading = [0.89, 0.894, 0.895, 0.9, 0.95].map((chance) => isFading({ chance, isDueToday: false }, 0.9));
  expect(fading).toEqual([true, true, false, false, false]);
  expect(isFading({ chance: 0.97, isDueToday: true }, 0.9)).toBe(true);
});
