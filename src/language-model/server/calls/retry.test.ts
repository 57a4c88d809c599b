import { expect, test } from 'vitest';

import { ModelFailure, type ModelFailureKind } from '../model-failure.ts';
import { retryDelay } from './retry.ts';

function failure(kind: ModelFailureKind, retryAfterMs?: number): ModelFailure {
  return new ModelFailure(kind, { message: '', remedy: '', retryAfterMs });
}
const half = () => 0.5;

test('the wait doubles, with jitter of half of it either way', () => {
  const wait = (attempt: number, random: number) =>
    retryDelay(failure('overloaded'), { attempt, random: () => random });
  expect([wait(1, 0), wait(1, 0.5), wait(1, 1)]).toEqual([250, 500, 750]);
  expect([wait(2, 0), wait(2, 0.5), wait(2, 1)]).toEqual([500, 1_000, 1_500]);
  expect(wait(3, 0.5)).toBeNull();
});

test('a requested wait is used up to eight seconds', () => {
  const wait = (asked: number) => retryDelay(failure('rate-limited', asked), { attempt: 1, random: half });
  expect([wait(0), wait(3_000), wait(8_000)]).toEqual([0, 3_000, 8_000]);
  expect(wait(8_001)).toBeNull();
});

test('a wait longer than the time left is not started', () => {
  const wait = (asked: number | undefined, leftMs: number) =>
    retryDelay(failure('rate-limited', asked), { attempt: 1, random: half, leftMs });
  expect([wait(8_000, 8_001), wait(8_000, 8_000), wait(0, 1), wait(0, 0)]).toEqual([8_000, null, 0, null]);
  expect([wait(undefined, 501), wait(undefined, 500), wait(0, -1)]).toEqual([500, null, null]);
});

test('only temporary failures are retried', () => {
  const kinds: ModelFailureKind[] = ['rate-limited', 'overloaded', 'unreachable', 'cut'];
  const others: ModelFailureKind[] = [
    'rejected-key',
    'forbidden',
    'unknown-model',
    'no-credit',
    'refused',
    'too-large',
    'rejected-request',
    'stalled',
    'malformed',
    'spending-limit',
  ];
  const wait = (kind: ModelFailureKind) => retryDelay(failure(kind), { attempt: 1, random: half });
  expect(kinds.map(wait)).toEqual([500, 500, 500, 500]);
  expect(others.every((kind) => wait(kind) === null)).toBe(true);
});
