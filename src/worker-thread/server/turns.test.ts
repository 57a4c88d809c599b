import { expect, test } from 'vitest';

import { Turns } from './turns.ts';

test('people take turns, however many requests one of them has, and each has one at a time', async () => {
  const turns = new Turns(2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let [most, running] = [0, 0];
  const ask = (person: string, name: string) =>
    turns.take(person, async () => {
      begun.push(name);
      most = Math.max(most, (running += 1));
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    });
  const all = [
    ask('ada', 'a1'),
    ask('ada', 'a2'),
    ask('ada', 'a3'),
    ask('bob', 'b1'),
    ask('bob', 'b2'),
    ask('eve', 'e1'),
  ];
  const ended = Promise.all(all);
  const isOver = { now: false };
  void ended.then(() => (isOver.now = true));
  while (!isOver.now) {
    await new Promise((resolve) => void setImmediate(resolve));
    ends.shift()?.();
  }
  expect(begun.slice(0, 3)).toEqual(['a1', 'b1', 'e1']);
  expect(begun.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'e1']);
  expect(most).toBe(2);
});

test('work that fails ends its turn', async () => {
  const turns = new Turns(1);
  const failed = turns.take('ada', () => Promise.reject(new Error('no')));
  const next = turns.take('ada', () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
