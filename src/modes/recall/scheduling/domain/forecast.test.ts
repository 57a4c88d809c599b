import { expect, test } from 'vitest';

import { withinLimits } from './day-load.ts';
import { forecast, forecastEnds } from './forecast.ts';

const zurich = { timeZone: 'Europe/Zurich', dayStartsAt: 240 };
const at = (text: string) => Date.parse(text);
const now = at('2026-11-22T12:00:00Z');
const unlimited = { newPerDay: null, reviewsPerDay: null };
const nothing = { due: 0, fresh: 0 };

test('the days end with the person’s days, also across clock changes', () => {
  const ends = forecastEnds({ ...zurich, now: at('2026-10-24T12:00:00Z') });
  expect(ends).toHaveLength(14);
  expect(ends.slice(0, 2)).toEqual([at('2026-10-25T03:00:00Z'), at('2026-10-26T03:00:00Z')]);
});

test('the forecast counts overdue and new points for today and ignores points beyond its range', () => {
  const days = forecast(
    [{ dues: [2, 0, 1], fresh: 3, limits: unlimited, done: nothing, exposed: nothing, inProgress: nothing }],
    {
      ...zurich,
      now,
    },
  );
  expect(days).toHaveLength(14);
  expect(days.filter((day) => day.due > 0)).toEqual([
    { day: '2026-11-22', due: 5 },
    { day: '2026-11-24', due: 1 },
  ]);
});

test('a limit moves points to later days, and points done today count', () => {
  const limits = { newPerDay: 3, reviewsPerDay: 2 };
  const limited = { dues: [5], fresh: 4, limits, done: { due: 1, fresh: 2 }, exposed: nothing, inProgress: nothing };
  const free = { dues: [1], fresh: 0, limits: unlimited, done: nothing, exposed: nothing, inProgress: nothing };
  const days = forecast([limited, free], { ...zurich, now }).map((day) => day.due);
  expect(days.slice(0, 5)).toEqual([1 + 1 + 1, 2 + 3, 2, 0, 0]);
});

test('points told or shown today are asked for from tomorrow on and do not use up today’s limit', () => {
  const told = {
    dues: [3, 1],
    fresh: 2,
    limits: unlimited,
    done: nothing,
    exposed: { due: 2, fresh: 2 },
    inProgress: nothing,
  };
  expect(
    forecast([told], { ...zurich, now })
      .map((day) => day.due)
      .slice(0, 3),
  ).toEqual([1, 2 + 2 + 1, 0]);
  const limits = { newPerDay: 0, reviewsPerDay: 2 };
  expect(
    forecast([{ ...told, limits }], { ...zurich, now })
      .map((day) => day.due)
      .slice(0, 3),
  ).toEqual([1, 2, 1]);
});

test('points of an open session count on no day, and those beyond its limit come tomorrow', () => {
  const limits = { newPerDay: 3, reviewsPerDay: null };
  const open = { dues: [2, 1], fresh: 4, limits, done: nothing, exposed: nothing, inProgress: { due: 2, fresh: 3 } };
  const days = forecast([open], { ...zurich, now }).map((day) => day.due);
  expect(days.slice(0, 3)).toEqual([0, 1 + 1, 0]);
});

test('an exceeded limit asks for no more points, never for a negative number', () => {
  const limits = { newPerDay: 5, reviewsPerDay: 10 };
  expect(withinLimits({ due: 50, fresh: 50 }, limits, { due: 12, fresh: 5 })).toEqual(nothing);
  expect(withinLimits({ due: 50, fresh: 50 }, limits, { due: 7, fresh: 0 })).toEqual({ due: 3, fresh: 5 });
  expect(withinLimits({ due: 2, fresh: 1 }, unlimited, { due: 99, fresh: 99 })).toEqual({ due: 2, fresh: 1 });
});
