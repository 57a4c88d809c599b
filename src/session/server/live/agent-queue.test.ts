import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { AgentQueue } from './agent-queue.ts';

/** Pieces of work that take `ms` each, all requested at once, and the turn of the event loop in which each began. */
async function turnsOf(pieces: number, ms: number): Promise<number[]> {
  let clock = 0;
  let turn = 0;
  const queue = new AgentQueue(() => clock);
  const begun: { readonly piece: number; readonly turn: number }[] = [];
  const work = Array.from({ length: pieces }, async (_, piece) => {
    await queue.turn();
    begun.push({ piece, turn });
    clock += ms;
  });
  const all = Promise.all(work).then(() => true);
  while (!(await Promise.race([all, setImmediate(false)]))) turn += 1;
  expect(begun.map(({ piece }) => piece)).toEqual(Array.from({ length: pieces }, (_, piece) => piece));
  return begun.map((piece) => piece.turn);
}

test('long pieces begin in separate turns, in the order of their requests', async () => {
  // The first piece begins at once, before the turns of the others.
  const [, ...turns] = await turnsOf(5, 9);
  expect(new Set(turns).size).toBe(4);
});

test('as many short pieces begin in one turn as fit into a few ms', async () => {
  const turns = await turnsOf(40, 1);
  const most = Math.max(...turns.map((turn) => turns.filter((other) => other === turn).length));
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThan(12);
});

test('work begins at once if none has begun in this turn', async () => {
  const queue = new AgentQueue();
  let hasBegun = false;
  void queue.turn().then(() => (hasBegun = true));
  await Promise.resolve();
  expect(hasBegun).toBe(true);
});
