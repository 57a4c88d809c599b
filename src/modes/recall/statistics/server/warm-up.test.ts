import { expect, test } from 'vitest';

import { createWarmUp } from './warm-up.ts';

const silent = { error: () => undefined };

test('what a person will ask for is made ready once, however often they come meanwhile', async () => {
  const warmed: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const warmUp = createWarmUp((person) => {
    warmed.push(person);
    if (warmed.length === 2) resolve();
    return Promise.resolve();
  }, silent);
  for (const person of ['one', 'other', 'one', 'one']) warmUp.expect(person);
  expect(warmed).toEqual([]);
  await promise;
  expect(warmed).toEqual(['one', 'other']);
  await warmUp.close();
});

test('a failure is told in the log, and a close waits for what is under way and begins nothing more', async () => {
  const told: unknown[] = [];
  const begun = Promise.withResolvers<void>();
  const work = Promise.withResolvers<void>();
  const warmUp = createWarmUp(
    () => {
      begun.resolve();
      return work.promise;
    },
    { error: (_message, cause) => told.push(cause) },
  );
  warmUp.expect('one');
  await begun.promise;
  warmUp.expect('other');
  let isClosed = false;
  const closed = warmUp.close().then(() => (isClosed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  work.reject(new Error('no'));
  await closed;
  expect(told).toEqual([new Error('no')]);
});
