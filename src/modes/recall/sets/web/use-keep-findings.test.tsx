// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';

import { ToastProvider } from '#elements/web/toast.tsx';

import { keptWords, useKeepFindings } from './use-keep-findings.ts';

interface Sent {
  readonly id: string;
  readonly points: readonly { text: string; context: string }[];
}
let sent: Sent[] = [];
/** Answers the requests in order; after the last answer the server is unreachable. */
function start(...answers: object[]) {
  sent = [];
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as Sent);
    const answer = answers[sent.length - 1];
    if (!answer || !('added' in answer)) return Promise.reject(new TypeError('no network'));
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  );
  const { result } = renderHook(() => useKeepFindings(), { wrapper });
  return (texts: readonly string[], topic = 'Sleep of whales') =>
    act(() =>
      result.current(
        texts.map((text) => ({ text })),
        { topic, subjectId: 'animals' },
      ),
    );
}

test('all points are sent as one addition with the topic as heading, and the result is reported', async () => {
  const keep = start({ added: 1, known: 1 });
  await keep(['One.', 'Two.']);
  const context = 'Sleep of whales';
  expect(sent[0]?.points).toEqual([
    { text: 'One.', context },
    { text: 'Two.', context },
  ]);
  expect(screen.getByText('Added 1 point. 1 other was there already.')).toBeDefined();
});

test('a resend after a failure uses the same id; other points get a new one', async () => {
  const keep = start({}, { added: 1, known: 0 }, { added: 1, known: 0 });
  await expect(keep(['One.'])).rejects.toThrow('Warren cannot be reached.');
  await keep(['One.']);
  await keep(['One.']);
  const ids = sent.map(({ id }) => id);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[1]);
});

test('a topic longer than a heading is cut between characters', async () => {
  const keep = start({ added: 1, known: 0 });
  await keep(['One.'], `${'x'.repeat(499)}🐇 and more`);
  expect(sent[0]?.points[0]?.context).toBe('x'.repeat(499));
});

test('the result is reported in numbers', () => {
  expect(keptWords({ added: 3, known: 0 })).toBe('Added 3 points.');
  expect(keptWords({ added: 1, known: 2 })).toBe('Added 1 point. 2 others were there already.');
  expect(keptWords({ added: 0, known: 1 })).toBe('The set holds this point already.');
  expect(keptWords({ added: 0, known: 4 })).toBe('The set holds all of these already.');
});
