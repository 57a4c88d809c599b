import { expect, test } from 'vitest';

import { replyFailure, retryAfter } from './provider-failure.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

test.each([
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
  [{ 'retry-after': 'Sun, 22 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Sun, 22 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-1' }, undefined],
  [{}, undefined],
])('%j asks to wait %s milliseconds', (headers, expected) => {
  expect(retryAfter(new Headers(headers as Record<string, string>), NOW)).toBe(expected);
});

test('a provider’s words are one line, not long, and hold no key', () => {
  const said = (text: string, key: string | null = null) => replyFailure({ status: 400, said: text }, key).said;
  expect(said('one\n\ttwo\u0000\u001b[31m three ')).toBe('one two [31m three');
  expect(said('x'.repeat(1_000))).toBe(`${'x'.repeat(300)}…`);
  expect(said(' \n ')).toBeUndefined();
  expect(said('key my-very-own-key is wrong', 'my-very-own-key')).toBe('key … is wrong');
  expect(said('Incorrect API key provided: sk-proj-abc****wxyz.')).toBe('Incorrect API key provided: ….');
  expect(said('x-api-key header is required')).toBe('x-api-key header is required');
  expect(said('the task-oriented model')).toBe('the task-oriented model');
});
