import { expect, test } from 'vitest';

import { pumpedTexts } from '../../fixtures/text/pumps.ts';
import { READERS } from '../../fixtures/text/readers.ts';

/** In characters, with commas. Each text is read in this length and in twice as much. */
const given = process.env['WARREN_PUMP_LENGTHS'];
const lengths = (given ?? '15000').split(',').map(Number);
/** Between what is linear, 2, and what is not, 4. A test run beside others has the wider margin. */
const MAX_FACTOR = given === undefined ? 3.2 : 2.5;
/** CPU time in ms. Less says nothing: a collection of garbage takes as long. */
const FLOOR = 8;
const MAX_RUNS = 8;
/** Longer ones are read between one of the surroundings only. */
const MANY = 100_000;

/** The CPU time of this thread alone, in ms: other tests run in threads of the same process. */
function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** How many times as long twice the length takes, by the best of several runs; 1 where both are short. */
function growth(read: (text: string) => unknown, text: (length: number) => string, length: number): number {
  const [short, long] = [text(length), text(2 * length)];
  let times = { short: Infinity, long: timeOf(() => read(long)) };
  for (let run = 0; run < MAX_RUNS && times.long > FLOOR && times.long > MAX_FACTOR * times.short; run += 1)
    times = {
      short: Math.min(
        times.short,
        timeOf(() => read(short)),
      ),
      long: Math.min(
        times.long,
        timeOf(() => read(long)),
      ),
    };
  return times.long > FLOOR ? times.long / times.short : 1;
}

for (const length of lengths)
  test.each(Object.entries(READERS))(`a text of twice ${length} characters takes twice the time: %s`, (_, read) => {
    const texts = pumpedTexts(given === undefined || length > MANY ? 'one' : 'all');
    const slow = texts.flatMap(({ name, text }) => {
      const factor = growth(read, text, length);
      return factor > MAX_FACTOR ? [`${name}: ${factor.toFixed(1)} times`] : [];
    });
    expect(slow).toEqual([]);
  });
