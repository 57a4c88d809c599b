// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { ToastProvider } from '#elements/web/toast.tsx';

import { PasteDialog } from './paste-dialog.tsx';

type Answer = { status: number; body: unknown } | 'unreachable';

let answers: Answer[] = [];
let asked: unknown[] = [];
let closed = 0;

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <PasteDialog
          setId="rivers"
          onClose={() => {
            closed += 1;
          }}
        />
      </ToastProvider>
    </QueryClientProvider>,
  );

beforeEach(() => {
  answers = [];
  asked = [];
  closed = 0;
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) => {
    if (init.body === undefined) return Promise.resolve(Response.json({ last: { id: 'u1', kind: 'points-added' } }));
    asked.push({ path, body: JSON.parse(init.body) as unknown });
    const answer = answers.shift() ?? 'unreachable';
    if (answer === 'unreachable') return Promise.reject(new TypeError('no network'));
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
  show();
});
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Points' });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const alert = async () => (await screen.findByRole('alert')).textContent;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

const WRITTEN = {
  points: [
    { text: 'Coffee is a drink.', sentence: 'It is a drink.', context: 'Coffee' },
    { text: 'Tea is older.', sentence: 'Tea is older.', context: '' },
  ],
  known: 0,
  by: 'Built in',
  isEmbedded: true,
  notice: null,
};

test('the preview counts and shows the points; they are added, with Undo, and the dialog closes', async () => {
  answers = [
    { status: 200, body: { added: 2, readable: 2, broken: [] } },
    { status: 200, body: {} },
  ];
  write('# Rivers\nOne\nTwo');
  expect(screen.getByRole('list', { name: 'Points to add' }).textContent).toBe('RiversOneTwo');
  await press('Add 2 points');
  await expect.poll(() => closed).toBe(1);
  expect(screen.getByText('Added 2 points')).toBeDefined();
  const body = { id: expect.any(String) as string, text: '# Rivers\nOne\nTwo', skipBroken: true };
  expect(asked).toEqual([{ path: '/api/recall/sets/rivers/paste', body }]);
  fireEvent.click(screen.getByText('Undo'));
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked.at(-1)).toEqual({ path: '/api/undo', body: { id: 'u1' } });
});

test('points written from a text can be changed, dropped and added under their headings', async () => {
  answers = [
    { status: 200, body: WRITTEN },
    { status: 200, body: { added: 1, known: 0 } },
  ];
  write('# Coffee\nIt is a drink. It is hot. It is old. Tea is older.');
  await press('Write points from this text');
  const first = await screen.findByRole('textbox', { name: 'Point 1' });
  expect(first).toHaveProperty('value', 'Coffee is a drink.');
  fireEvent.change(first, { target: { value: 'Coffee is hot.' } });
  await userEvent.click(screen.getByRole('checkbox', { name: /^Keep Point 2/ }));
  await press('Add 1 point');
  await expect.poll(() => closed).toBe(1);
  expect(asked.at(-1)).toMatchObject({ body: { points: [{ text: 'Coffee is hot.', context: 'Coffee' }] } });
  expect(sessionStorage.length).toBe(0);
});

test('closing the dialog keeps changed proposals, and the person can return to the text', async () => {
  answers = [{ status: 200, body: WRITTEN }];
  write('One is. Two is. Three is.');
  await press('Write points from this text');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Point 2' }), { target: { value: 'Mine.' } });
  await userEvent.keyboard('{Escape}');
  expect(closed).toBe(0);
  await press('Close');
  cleanup();
  show();
  expect(screen.getByRole('textbox', { name: 'Point 2' })).toHaveProperty('value', 'Mine.');
  await press('Back to the text');
  expect(field().value).toBe('One is. Two is. Three is.');
});

test('a failure is reported and keeps the text', async () => {
  answers = ['unreachable'];
  write('One');
  await press('Add 1 point');
  expect(await alert()).toContain('Warren cannot be reached.');
  expect([closed, field().value]).toEqual([0, 'One']);
});

test('an empty text sends no request', async () => {
  await press('Add points');
  expect(screen.getByRole('alert').textContent).toBe('Paste something first.');
  expect(asked).toEqual([]);
});

test('a dropped file fills the field', async () => {
  const file = new File(['# Steam\nWatt'], 'points.md', { type: 'text/markdown' });
  fireEvent.drop(field(), { dataTransfer: { files: [file] } });
  await expect.poll(() => field().value).toBe('# Steam\nWatt');
});

test('pasted text is kept until it is added or discarded', async () => {
  write('One');
  expect(sessionStorage.getItem('warren.paste.rivers')).toBe('One');
  await press('Cancel');
  expect([closed, sessionStorage.getItem('warren.paste.rivers')]).toEqual([1, null]);
});
