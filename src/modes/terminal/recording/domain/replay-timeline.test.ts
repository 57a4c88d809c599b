import fc from 'fast-check';
import { expect, test } from 'vitest';

import { advanced, eventsUntil, positionOf, recordedTime, timelineOf, within } from './replay-timeline.ts';

const at = (...times: readonly number[]) => times.map((atMs) => ({ atMs }));
const EVENTS = at(500, 600, 3_600_600, 3_601_000);

test('without an idle limit every event is shown when it was recorded', () => {
  const timeline = timelineOf(EVENTS, null);
  expect([...timeline.shownAt]).toEqual([500, 600, 3_600_600, 3_601_000]);
  expect(timeline).toMatchObject({ durationMs: 3_601_000, skippedMs: 0 });
});

test('a gap is no longer than the idle limit', () => {
  const timeline = timelineOf(EVENTS, 2_000);
  expect([...timeline.shownAt]).toEqual([500, 600, 2_600, 3_000]);
  expect(timeline).toMatchObject({ durationMs: 3_000, skippedMs: 3_598_000 });
});

test('a position shows the events at or before it', () => {
  const timeline = timelineOf(EVENTS, 2_000);
  expect([-1, 0, 499, 500, 600, 2_599, 2_600, 9_000].map((position) => eventsUntil(timeline, position))).toEqual([
    0, 0, 0, 1, 2, 2, 3, 4,
  ]);
});

test('a position keeps its recorded time when the idle limit is switched', () => {
  const short = timelineOf(EVENTS, 2_000);
  expect(recordedTime(short, 1_600)).toBe(1_600);
  expect(recordedTime(short, 2_700)).toBe(3_600_700);
  expect(positionOf(short, 3_600_700)).toBe(2_700);
  expect(positionOf(short, 1_800_000)).toBe(2_600);
});

test('playing moves with the speed and stops at the end', () => {
  const timeline = timelineOf(EVENTS, 2_000);
  expect(advanced(timeline, 100, { elapsedMs: 200, speed: 8 })).toBe(1_700);
  expect(advanced(timeline, 100, { elapsedMs: 200, speed: 0.5 })).toBe(200);
  expect(advanced(timeline, 2_900, { elapsedMs: 1_000, speed: 1 })).toBe(3_000);
  expect(advanced(timeline, 100, { elapsedMs: -50, speed: 1 })).toBe(100);
});

test('an empty recording has one position', () => {
  const empty = timelineOf([], null);
  expect(within(empty, 5)).toBe(0);
  expect(within(empty, NaN)).toBe(0);
  expect(eventsUntil(empty, 0)).toBe(0);
  expect(recordedTime(empty, 5)).toBe(0);
  expect(positionOf(empty, 5)).toBe(0);
});

test('positions and recorded times agree at every event', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 50 });
  fc.assert(
    fc.property(gaps, fc.option(fc.integer({ min: 1, max: 5_000 })), (lengths, limit) => {
      let time = 0;
      const timeline = timelineOf(at(...lengths.map((length) => (time += length))), limit);
      for (const [index, shown] of timeline.shownAt.entries()) {
        expect(eventsUntil(timeline, shown)).toBeGreaterThan(index);
        expect(recordedTime(timeline, shown)).toBe(timeline.recordedAt[index]);
        expect(positionOf(timeline, timeline.recordedAt[index]!)).toBe(shown);
      }
    }),
  );
});
