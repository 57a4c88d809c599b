import { expect, test } from 'vitest';

import { pumpedTexts } from '../../fixtures/text/pumps.ts';
import { READERS } from '../../fixtures/text/readers.ts';

/** In characters, with commas. Each text is read in this length and in four times as much. */
const given = process.env['WARREN_PUMP_LENGTHS'];
const lengths = (given ?? '4000').split(',').map(Number);
/** Between what is linear, 4, and what is not, 16. A test run beside others has the wider margin. */
const MAX_FACTOR = given === undefined ? 9 : 6.25;
/** CPU time in ms, at least and for each 1,000 characters. Less says nothing: collecting garbage takes as long. */
const FLOOR = 80;
const FLOOR_PER_1000 = 0.5;
const MAX_RUNS = 8;
/** A net for all texts of one reader, wide enough for a machine that does other work as well. */
const MAX_MS = given === undefined ? 300_000 : 3_600_000;
/** Longer ones are read between one of the surroundings only. */
const MANY = 100_000;

/** The CPU time of this thread alone, in ms: other tests run in threads of the same process. */
function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** How many times as long four times the length takes, by the best of several runs; 1 where both are short. */
function growth(read: (text: string) => unknown, text: (length: number) => string, length: number): number {
  const [short, long] = [text(length), text(4 * length)];
  const floor = Math.max(FLOOR, (length * FLOOR_PER_1000) / 1_000);
  let ofLong = timeOf(() => read(long));
  if (ofLong <= floor) return 1;
  let ofShort = timeOf(() => read(short));
  for (let run = 0; run < MAX_RUNS && ofLong > MAX_FACTOR * ofShort; run += 1) {
    ofShort = Math.min(
      ofShort,
      timeOf(() => read(short)),
    );
    ofLong = Math.min(
      ofLong,
      timeOf(() => read(long)),
    );
    if (ofLong <= floor) return 1;
  }
  return ofLong / ofShort;
}

for (const length of lengths)
  test.each(Object.entries(READERS))(
    `a text of four times ${length} characters takes four times the time: %s`,
    (_, read) => {
      const texts = pumpedTexts(given === undefined || length > MANY ? 'one' : 'all');
      const slow = texts.flatMap(({ name, text }) => {
        const factor = growth(read, text, length);
        return factor > MAX_FACTOR ? [`${name}: ${factor.toFixed(1)} times`] : [];
      });
      expect(slow).toEqual([]);
    },
    MAX_MS,
  );
