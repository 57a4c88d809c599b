// @vitest-environment happy-dom
import { render, renderHook, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';

import type { Hole, Visit } from '../../protocol.ts';
import { useVisitLines } from './use-visit-lines.tsx';

const MINUTE = 60_000;
let done: string[] = [];
beforeEach(() => {
  done = [];
});

const visit = (enteredSeq: number, change: Partial<Visit> = {}): Visit => ({
  enteredSeq,
  enteredAt: 0,
  exitedSeq: enteredSeq + 5,
  exitedAt: 4 * MINUTE,
  activeAt: 0,
  pausedMs: 0,
  pausedAt: null,
  pointsRecalled: 0,
  ...change,
});
const lizards: Hole = {
  id: 'h1',
  topic: 'lizards',
  visits: [visit(10), visit(40, { pointsRecalled: 2 })],
  hasFindings: true,
};
const tea: Hole = { id: 'h2', topic: 'tea', visits: [visit(20, { pointsRecalled: 1 })], hasFindings: true };

function show(holes: readonly Hole[], { isOver = false } = {}) {
  const read = (id: string) => void done.push(`read ${id}`);
  const keep = (id: string) => void done.push(`keep ${id}`);
  const restore = isOver ? null : (id: string) => void done.push(`restore ${id}`);
  const enter = isOver ? null : (id: string, topic: string) => void done.push(`enter ${id} ${topic}`);
  const { result } = renderHook(() => useVisitLines(holes, { read, keep, enter, restore })('trunk'));
  render(result.current.map(({ id, content }) => <div key={id}>{content}</div>));
  return result.current;
}

test('each finished visit is a line at its place on the trunk', () => {
  const lines = show([lizards, tea]);
  expect(lines.map(({ seq }) => seq)).toEqual([10, 20, 40]);
  expect(screen.getAllByRole('region').map((line) => line.querySelector('p')?.textContent)).toEqual([
    'You explored lizards for 4 minutes.',
    'You explored tea for 4 minutes. 1 point recalled.',
    'You explored lizards for 4 minutes. 2 points recalled.',
  ]);
});

test('a visit under way has no line', () => {
  expect(show([{ ...tea, visits: [visit(20, { exitedSeq: null, exitedAt: null })] }])).toEqual([]);
});

test('a hole’s actions are at its last visit', async () => {
  show([lizards]);
  const [first, last] = screen.getAllByRole('region');
  expect(
    within(first!)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Read']);
  for (const button of within(last!).getAllByRole('button')) await userEvent.click(button);
  expect(done).toEqual(['keep h1', 'read h1', 'enter h1 lizards']);
});

test('no hole can be entered in a finished session', () => {
  show([tea], { isOver: true });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Keep what I found', 'Read']);
});

test('nothing can be kept from a hole without findings', () => {
  show([{ ...tea, hasFindings: false }]);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Read', 'Enter again']);
});

test('a visit from an earlier version is on its branch, where no hole can be entered or restored', () => {
  const { result } = renderHook(() => {
    const cut = { fromSeq: 20, moved: ['m1', 'r1'], said: 1 };
    const moved = { ...tea, cut, visits: [visit(20, { branch: 'branch-1' })] };
    return useVisitLines([lizards, moved], {
      read: () => undefined,
      keep: () => undefined,
      enter: () => undefined,
      restore: () => undefined,
    });
  });
  expect(result.current('trunk').map(({ seq }) => seq)).toEqual([10, 40]);
  const onBranch = result.current('branch-1');
  expect(onBranch.map(({ seq }) => seq)).toEqual([20]);
  render(onBranch.map(({ id, content }) => <div key={id}>{content}</div>));
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Keep what I found', 'Read']);
});

test('cut messages can be restored until the hole is entered', async () => {
  const cut: Hole = { ...tea, cut: { fromSeq: 20, moved: ['m1', 'r1'], said: 1 } };
  const entered: Hole = { ...cut, id: 'h3', topic: 'coffee', visits: [visit(30), visit(60)] };
  show([cut, entered]);
  expect(screen.getAllByRole('region').map((line) => line.querySelector('p')?.textContent)).toEqual([
    'You took tea out as a tangent. 1 point recalled.',
    'You took coffee out as a tangent.',
    'You explored coffee for 4 minutes.',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Put back: tea' }));
  expect(done).toEqual(['restore h2']);
  expect(screen.queryByRole('button', { name: 'Put back: coffee' })).toBeNull();
});
