import { expect, test } from 'vitest';

import type { Look } from './look.ts';
import { createProgressReport } from './person-indexer.ts';

const look = (done: number) => ({ done, total: 9, waitingSources: 1, serving: null }) as unknown as Look;

test('progress that came too early is reported later, even if no more follows', async () => {
  let told = 0;
  const report = createProgressReport({ notify: () => (told += 1), everyMs: 20 });
  report({ look: look(0), problem: null, isNews: true });
  report({ look: look(1), problem: null, isNews: false });
  report({ look: look(2), problem: null, isNews: false });
  await expect.poll(() => told).toBe(2);
});

test('news is reported at once, and the same report is not sent twice', () => {
  let told = 0;
  const report = createProgressReport({ notify: () => (told += 1), everyMs: 60_000 });
  report({ look: look(0), problem: null, isNews: true });
  report({ look: look(0), problem: null, isNews: true });
  expect(told).toBe(1);
  report({ look: look(1), problem: null, isNews: true });
  expect(told).toBe(2);
});
