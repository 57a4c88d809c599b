import { expect, test } from 'vitest';

import { dayName } from './day-name.ts';

test('a day is written with its weekday and month', () => {
  expect(dayName('2026-11-21')).toBe('Saturday, 21 November');
});
