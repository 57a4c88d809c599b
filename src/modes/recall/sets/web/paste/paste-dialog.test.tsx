// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ToastProvider } from '#elements/web/toast.tsx';

import { PasteDialog } from './paste-dialog.tsx';

type Answer = { status: number; body: unknown } | 'unreachable';

let answers: Answer[] = [];
let asked: unknown[] = [];
let closed = 0;

beforeEach(() => {
  answers = [];
  asked = [];
  closed = 0;
  sessionStorage.clear();
  vi.stubGlobal('fetch', (path: string, init: { body: string }) => {
    asked.push({ path, body: JSON.parse(init.body) as unknown });
    const answer = answers.shift() ?? 'unreachable';
    if (answer === 'unreachable') return Promise.reject(new TypeError('no network'));
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
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
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Points' });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('readable points are added, and the dialog closes', async () => {
  answers = [{ status: 200, body: { added: 2, readable: 2, broken: [] } }];
  write('One\nTwo');
  await press('Add points');
  await vi.waitFor(() => expect(closed).toBe(1));
  expect(screen.getByText('2 points added.')).toBeDefined();
  const body = { id: expect.any(String) as string, text: 'One\nTwo', skipBroken: false };
  expect(asked).toEqual([{ path: '/api/recall/sets/rivers/paste', body }]);
});

test('broken lines are listed with reasons, and the rest is added only on request', async () => {
  const broken = [{ line: 2, text: 'xxxx', message: 'A point has at most 2000 characters.' }];
  answers = [
    { status: 200, body: { added: 0, readable: 2, broken } },
    { status: 200, body: { added: 2, readable: 2, broken } },
  ];
  write('One\nxxxx\nThree');
  await press('Add points');
  expect((await screen.findByText(/Line 2/)).textContent).toBe('Line 2: A point has at most 2000 characters.');
  expect(document.activeElement).toBe(field());
  expect([closed, field().value]).toEqual([0, 'One\nxxxx\nThree']);
  await press('Add the other 2');
  await vi.waitFor(() => expect(closed).toBe(1));
  expect(asked.at(-1)).toMatchObject({ body: { skipBroken: true } });
});

test('changing the text clears the result', async () => {
  answers = [{ status: 200, body: { added: 0, readable: 1, broken: [{ line: 1, text: '', message: 'Empty.' }] } }];
  write('x\nOne');
  await press('Add points');
  await screen.findByRole('button', { name: 'Add the other 1' });
  write('One');
  expect(screen.getByRole('button', { name: 'Add points' })).toBeDefined();
});

test('a failure is reported and keeps the text', async () => {
  answers = ['unreachable'];
  write('One');
  await press('Add points');
  expect((await screen.findByRole('alert')).textContent).toContain('Warren cannot be reached.');
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
  await vi.waitFor(() => expect(field().value).toBe('# Steam\nWatt'));
});

test('a double click adds the points once', async () => {
  answers = [
    { status: 200, body: { added: 1, readable: 1, broken: [] } },
    { status: 200, body: { added: 1, readable: 1, broken: [] } },
  ];
  write('One');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Add points' }));
  await vi.waitFor(() => expect(closed).toBe(1));
  expect(asked).toHaveLength(1);
  expect(screen.getAllByText('1 point added.')).toHaveLength(1);
});

test('pasted text is kept until it is added or discarded', async () => {
  write('One');
  expect(sessionStorage.getItem('warren.paste.rivers')).toBe('One');
  await press('Cancel');
  expect([closed, sessionStorage.getItem('warren.paste.rivers')]).toEqual([1, null]);
});
