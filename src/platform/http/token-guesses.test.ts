import { expect, test } from 'vitest';

import { AppError } from '#wire/error-kind.ts';

import { createTokenGuesses } from './token-guesses.ts';

function open(servers = 1) {
  const clock = { now: 0 };
  const guesses = createTokenGuesses(
    () => clock.now,
    () => servers,
  );
  /** Undefined if the token would be checked, otherwise the delay in ms. */
  function attempt(address: string, isRight: boolean | null = false, token = 'a token'): number | undefined {
    try {
      guesses.begin(address, token)(isRight);
      return undefined;
    } catch (error) {
      return (error as AppError).detail.retryAfterMs;
    }
  }
  const guess = (count: number, address: string) =>
    Array.from({ length: count }, (_, index) => attempt(address, false, `guess ${index}`));
  return { clock, guesses, attempt, guess };
}

test('ten wrong tokens pass, then each doubles the delay up to 30 seconds, which holds for right tokens too', () => {
  const { clock, attempt, guess } = open();
  expect(guess(11, 'a')).toEqual(Array(11).fill(undefined));
  const delays: (number | undefined)[] = [];
  for (let round = 0; round < 8; round += 1) {
    const wait = attempt('a', true);
    delays.push(wait);
    clock.now += (wait ?? 0) - 1;
    expect(attempt('a', true)).toBe(1);
    clock.now += 1;
    expect(attempt('a')).toBeUndefined();
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(attempt('b', true)).toBeUndefined();
});

test('attempts during a delay do not extend it, and a right token after it ends it', () => {
  const { clock, attempt, guess } = open();
  guess(12, 'a');
  expect(guess(50, 'a').at(-1)).toBe(1_000);
  clock.now += 1_000;
  expect(attempt('a', true)).toBeUndefined();
  expect(attempt('a', true, 'another token')).toBeUndefined();
});

test('a patient guesser gets two guesses a minute', () => {
  const { clock, attempt } = open();
  let checked = 0;
  for (; clock.now < 60 * 60_000; clock.now += 100) if (attempt('a') === undefined) checked += 1;
  expect(checked).toBeLessThan(10 + 6 + 2 * 60 + 60);
});

test('guesses from many addresses share one limit', () => {
  const { clock, attempt } = open();
  let checked = 0;
  for (let index = 0; index < 1_777; index += 1) if (attempt(`10.0.${index}`) === undefined) checked += 1;
  expect(checked).toBe(101);
  expect(attempt('elsewhere', true)).toBe(1_000);
  // Many guessers, none of whom waits longer than necessary.
  const delays = Array.from({ length: 20 }, (_, index) => {
    const wait = attempt('elsewhere', true) ?? 0;
    clock.now += wait;
    expect(attempt(`10.1.${index}`)).toBeUndefined();
    return wait;
  });
  expect(delays.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  expect(Math.max(...delays)).toBe(30_000);
  expect(Math.min(...delays.slice(5))).toBeGreaterThanOrEqual(16_000);
});

test('an address that signed in recently is exempt from the shared delay for a day, or until it guesses itself', () => {
  const { clock, attempt, guess } = open();
  attempt('home', true);
  attempt('office', true);
  for (let index = 0; index < 200; index += 1) attempt(`10.0.${index}`);
  expect(attempt('home', true, 'of someone else')).toBeUndefined();
  expect(guess(20, 'office')).toEqual(Array(20).fill(undefined));
  expect(attempt('office', true, 'of someone else')).toBe(1_000);
  clock.now += 24 * 60 * 60_000;
  for (let index = 0; index < 200; index += 1) attempt(`10.0.${index}`);
  expect(attempt('home', true, 'of someone else')).toBe(1_000);
});

test('a token that was right for the address is never delayed there', () => {
  const { attempt, guess } = open();
  attempt('a', true, 'mine');
  guess(100, 'a');
  expect(attempt('a', true, 'of someone else')).toBe(30_000);
  expect(attempt('a', true, 'mine')).toBeUndefined();
});

test('concurrent guesses count before they are checked, and an uncheckable one does not count', () => {
  const { guesses, attempt } = open();
  const begun = Array.from({ length: 11 }, () => guesses.begin('a', 'x'));
  expect(attempt('a', true)).toBe(1_000);
  for (const settle of begun) settle(null);
  expect(attempt('a', true)).toBeUndefined();
});

test('the latest ten thousand addresses that signed in are remembered', () => {
  const { attempt } = open();
  for (let index = 0; index <= 10_000; index += 1) attempt(`10.0.${index}`, true, 'mine');
  for (let index = 0; index < 101; index += 1) attempt(`10.1.${index}`);
  expect(attempt('10.0.0', true, 'mine')).toBe(1_000);
  expect(attempt('10.0.1', true, 'mine')).toBeUndefined();
  expect(attempt('10.0.10000', true, 'mine')).toBeUndefined();
});

test('each of three servers allows a third of the wrong tokens, per address and in total', () => {
  const { clock, attempt, guess } = open(3);
  expect(guess(5, 'a')).toEqual(Array(5).fill(undefined));
  expect(attempt('a')).toBe(1_000);
  // A server forgets at a third of the pace.
  clock.now += 60_000;
  expect([attempt('a'), attempt('a')]).toEqual([undefined, 2_000]);
  clock.now += 24 * 60 * 60_000;
  for (let address = 0; address < 35; address += 1) expect(attempt(`address ${address}`)).toBeUndefined();
  expect(attempt('another')).toBe(1_000);
});
