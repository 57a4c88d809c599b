import { expect, test } from 'vitest';

import { pumpedTexts } from '../../fixtures/text/pumps.ts';
import { READERS } from '../../fixtures/text/readers.ts';

/** In characters, separated by commas. Each text is read at this length and at four times this length. */
const given = process.env['WARREN_PUMP_LENGTHS'];
const lengths = (given ?? '4000').split(',').map(Number);
/** Between 4 for linear time and 16 for quadratic time. Wider by default, for a test that runs beside others. */
const MAX_FACTOR = given === undefined ? 9 : 6.25;
/**
 * Minimum CPU time for a verdict, in ms, and per 1,000 characters. Shorter times are dominated by garbage collection.
 */
const FLOOR = 80;
const FLOOR_PER_1000 = 0.5;
const MAX_RUNS = 8;
/** Time limit for all texts of one reader, generous enough for a busy machine. */
const MAX_MS = given === undefined ? 300_000 : 3_600_000;
/** Longer texts are read in only one of the surroundings. */
const MANY = 100_000;

/** CPU time of this thread only, in ms: other tests run in threads of the same process. */
function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The ratio of the times for four times the length and for the length, by the best of several runs; 1 if the long time
 * is below the floor.
 */
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
