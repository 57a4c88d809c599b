import { expect, test } from 'vitest';

import { gridOf, heightOfYear } from './year-grid.ts';

test('a year takes one row if it fits, and two on a phone', () => {
  expect(gridOf(53, 990)).toMatchObject({ rows: 1, weeks: 53 });
  expect(gridOf(53, 296)).toMatchObject({ rows: 2, weeks: 27 });
  for (let width = 120; width < 1_200; width += 10) {
    const { rows, weeks, size } = gridOf(53, width);
    expect(rows * weeks).toBeGreaterThanOrEqual(53);
    expect(weeks * size).toBeLessThanOrEqual(width);
  }
});

test('the height is known before the chart is drawn', () => {
  expect(heightOfYear(53, 296)).toBeGreaterThan(2 * 7 * 9);
  expect(heightOfYear(53, 990)).toBeLessThan(170);
});
