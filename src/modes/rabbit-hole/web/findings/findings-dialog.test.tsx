// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import type { ProposedPoints } from '../../protocol.ts';
import { FindingsDialog } from './findings-dialog.tsx';

const PROPOSED: ProposedPoints = {
  points: [
    { text: 'Whales sleep with half a brain.', sentence: 'A whale sleeps with half its brain at a time.' },
    { text: 'They rise to breathe.', sentence: 'Now and then they rise to breathe.' },
  ],
  by: 'A model',
  isEmbedded: false,
  notice: null,
  known: 0,
};

type Answer = { status: number; body: unknown } | 'unreachable';
let answers: Answer[] = [];
let asked: string[] = [];
let kept: unknown[] = [];
let keep: () => Promise<void>;
let opened: boolean[] = [];

beforeEach(() => {
  answers = [{ status: 200, body: PROPOSED }];
  asked = [];
  kept = [];
  opened = [];
  keep = () => Promise.resolve();
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    const answer = answers.shift() ?? 'unreachable';
    if (answer === 'unreachable') return Promise.reject(new TypeError('no network'));
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
});
function show(queries = new QueryClient()): void {
  render(
    <QueryClientProvider client={queries}>
      <FindingsDialog
        holeId="h1"
        visits={1}
        topic="Sleep of whales"
        open
        onOpenChange={(open) => opened.push(open)}
        keep={(points) => {
          kept.push(points);
          return keep();
        }}
      />
    </QueryClientProvider>,
  );
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const point = (number: number) => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Point ${number}` });
const write = async (number: number, text: string) =>
  fireEvent.change(await point(number), { target: { value: text } });

test('points are proposed with their sentences and author; the remaining ones are kept as edited', async () => {
  show();
  expect(screen.getByText('Reading what was said for what is worth keeping.')).toBeDefined();
  await write(1, '  Whales sleep by halves. ');
  expect(screen.getByText('Now and then they rise to breathe.')).toBeDefined();
  expect(screen.getByText('Proposed by A model.')).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Keep Point 2/ }));
  await press('Add my own');
  expect(document.activeElement).toBe(await point(3));
  await userEvent.keyboard('Seals do so too.');
  await press('Keep 2 points');
  await expect.poll(() => opened).toEqual([false]);
  expect(kept).toEqual([
    [
      { text: 'Whales sleep by halves.', sentence: 'A whale sleeps with half its brain at a time.' },
      { text: 'Seals do so too.', sentence: '' },
    ],
  ]);
  expect(asked).toEqual(['POST /api/rabbitholes/h1/proposals']);
  expect(sessionStorage).toHaveLength(0);
});

test('a dropped point can be restored, and without points nothing can be kept', async () => {
  show();
  await point(2);
  const boxes = screen.getAllByRole('checkbox');
  for (const box of boxes) await userEvent.click(box);
  expect((await point(1)).readOnly).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Keep' }).disabled).toBe(true);
  await userEvent.click(boxes[0]!);
  await press('Keep 1 point');
  await expect.poll(() => kept).toEqual([[PROPOSED.points[0]]]);
});

test('points that could not be stored stay as written, with the reason, and can be retried', async () => {
  keep = () => Promise.reject(new Error('The disk is full.'));
  show();
  await write(1, 'Mine.');
  await press('Keep 2 points');
  expect((await screen.findByRole('alert')).textContent).toBe('The disk is full.');
  expect((await point(1)).value).toBe('Mine.');
  expect(opened).toEqual([]);
  keep = () => Promise.resolve();
  await press('Keep 2 points');
  await expect.poll(() => opened).toEqual([false]);
});

test('points are stored once, however often the button is pressed', async () => {
  let done = () => undefined as void;
  keep = () => new Promise((resolve) => (done = resolve));
  show();
  await point(1);
  await press('Keep 2 points');
  await press('Keep 2 points');
  expect(kept).toHaveLength(1);
  done();
  await expect.poll(() => opened).toEqual([false]);
});

test('Escape closes only an untouched dialog', async () => {
  show();
  await point(1);
  await userEvent.keyboard('{Escape}');
  expect(opened).toEqual([false]);
  await write(1, 'Mine.');
  await userEvent.keyboard('{Escape}');
  expect(opened).toEqual([false]);
});

test('edits survive closing and reloading until they are discarded', async () => {
  show();
  await write(2, 'Mine.');
  cleanup();
  show();
  expect((await point(2)).value).toBe('Mine.');
  expect(screen.getByText('Proposed by A model.')).toBeDefined();
  expect(asked).toHaveLength(1);
  await press('Cancel');
  cleanup();
  answers = [{ status: 200, body: PROPOSED }];
  show();
  expect((await point(2)).value).toBe('They rise to breathe.');
  expect(asked).toHaveLength(2);
});

test('a failed model is named with the reason and its replacement', async () => {
  const notice = 'There is no credit left. Add some.';
  answers = [{ status: 200, body: { ...PROPOSED, by: 'Built in', isEmbedded: true, notice } }];
  show();
  await screen.findByText(notice);
  expect(screen.getByText('Proposed by what is built in.')).toBeDefined();
});

test('a failure has a remedy and a retry; points written meanwhile follow the proposals', async () => {
  answers = ['unreachable', { status: 200, body: PROPOSED }];
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Warren cannot be reached.');
  await press('Add my own');
  await write(1, 'Mine.');
  await press('Try again');
  expect((await point(3)).value).toBe('Mine.');
  expect((await point(1)).value).toBe(PROPOSED.points[0]?.text);
  await press('Keep 3 points');
  await expect.poll(() => kept).toHaveLength(1);
});

test.each([
  [PROPOSED.points, 1, 'Proposed by A model. 1 more is in the set already.'],
  [PROPOSED.points, 2, 'Proposed by A model. 2 more are in the set already.'],
  [[], 3, 'What was said in it is in the set already. You can write a point yourself.'],
])('points the set already has are counted and not proposed: %#', async (points, known, words) => {
  answers = [{ status: 200, body: { ...PROPOSED, points, known } }];
  show();
  await screen.findByText(words);
});

test('kept points are not proposed again, however they were edited; dropped ones are', async () => {
  const queries = new QueryClient();
  show(queries);
  await write(1, 'Whales sleep by halves.');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Keep Point 2/ }));
  await press('Keep 1 point');
  await expect.poll(() => opened).toEqual([false]);
  cleanup();
  show(queries);
  expect((await point(1)).value).toBe(PROPOSED.points[1]?.text);
  expect(screen.getByText('Proposed by A model. 1 more is in the set already.')).toBeDefined();
  await press('Keep 1 point');
  await expect.poll(() => opened).toEqual([false, false]);
  cleanup();
  show(queries);
  await screen.findByText('What was said in it is in the set already. You can write a point yourself.');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(asked).toHaveLength(1);
});

test('points that could not be kept are still proposed', async () => {
  const queries = new QueryClient();
  keep = () => Promise.reject(new Error('The disk is full.'));
  show(queries);
  await point(1);
  await press('Keep 2 points');
  await screen.findByRole('alert');
  cleanup();
  show(queries);
  expect((await point(2)).value).toBe(PROPOSED.points[1]?.text);
});
