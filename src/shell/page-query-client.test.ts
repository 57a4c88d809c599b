import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { PageQueryClient } from './page-query-client.ts';

/** A client with one observed query, whose answers the test gives in order. */
function observe() {
  const answers: ((answer: string) => void)[] = [];
  const queries = new PageQueryClient();
  const observer = new QueryObserver(queries, {
    queryKey: ['search', 'caffeine'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  return { answers, queries, observer, stop };
}

test('a change during the first fetch of a query fetches it again, since the answer can be older', async () => {
  const { answers, queries, observer, stop } = observe();
  const invalidated = queries.invalidateQueries({ queryKey: ['search'] });
  void queries.invalidateQueries();
  answers[0]?.('before the change');
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.('after the change');
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('after the change');
  stop();
});

test('a change of other queries, and one after the first answer, fetch nothing twice', async () => {
  const { answers, queries, observer, stop } = observe();
  const others = queries.invalidateQueries({ queryKey: ['library'] });
  answers[0]?.('first');
  await others;
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  const invalidated = queries.invalidateQueries({ queryKey: ['search'] });
  expect(answers).toHaveLength(2);
  answers[1]?.('second');
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('second');
  expect(answers).toHaveLength(2);
  stop();
});
