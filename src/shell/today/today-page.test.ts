import { expect, test } from 'vitest';

import { whenLeft } from './today-page.tsx';

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime();

test('a session says on which day and at which time it was left', () => {
  const now = at(23, 8, 0);
  expect(whenLeft(at(23, 7, 5), now)).toBe('today 07:05');
  expect(whenLeft(at(22, 21, 40), now)).toBe('yesterday 21:40');
  expect(whenLeft(at(3, 9, 10), now)).toBe('3 Nov 09:10');
});
