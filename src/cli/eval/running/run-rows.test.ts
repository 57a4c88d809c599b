import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { openResultsFile, type ResultFormat } from './results-file.ts';
import { runRows } from './run-rows.ts';

interface Outcome {
  readonly length: number;
}

const format: ResultFormat<string, Outcome> = {
  of: 'a measurement',
  agentField: 'measurer',
  outcome: z.object({ length: z.number() }),
  idOf: (row) => row,
  factsOf: () => ({}),
  judgedOf: (row) => row,
};

function rows(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `row ${index}`);
}

/** Answers like a model; `fails` says how often each row fails first. */
function createJudge(fails: (row: string) => number) {
  const tries = new Map<string, number>();
  let atOnce = 0;
  let most = 0;
  async function judge(row: string): Promise<Outcome> {
    atOnce += 1;
    most = Math.max(most, atOnce);
    const tried = (tries.get(row) ?? 0) + 1;
    tries.set(row, tried);
    await new Promise(setImmediate);
    atOnce -= 1;
    if (tried <= fails(row)) throw new Error(`Could not read “${row}”.`);
    return { length: row.length };
  }
  return { judge, tries, most: () => most };
}

const run = {
  failed: { length: 0 },
  isEmbedded: false,
  results: null,
  signal: new AbortController().signal,
  onProgress: () => {},
};

test('a model judges four rows at once, with outcomes in row order', async () => {
  const { judge, most } = createJudge(() => 0);
  const progress: number[] = [];
  const ran = await runRows(rows(9), { ...run, judge, onProgress: (done) => progress.push(done) });
  expect(ran).toEqual({ outcomes: Array.from({ length: 9 }, () => ({ length: 5 })), resumed: 0, failures: [] });
  expect(most()).toBe(4);
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('an embedded agent judges one row after the other', async () => {
  const { judge, most } = createJudge(() => 0);
  await runRows(rows(5), { ...run, judge, isEmbedded: true });
  expect(most()).toBe(1);
});

test('a row that could not be judged is retried once, then counted and reported as failed', async () => {
  const file = path.join(temporaryFolder(), 'results.jsonl');
  const { judge } = createJudge((row) => (row.endsWith('1') ? 1 : row.endsWith('2') ? 2 : 0));
  const open = () => openResultsFile(format, { file, agent: 'A measurer', notice: () => {} });
  const ran = await runRows(rows(4), { ...run, judge, results: open() });
  expect(ran.outcomes.map(({ length }) => length)).toEqual([5, 5, 0, 5]);
  expect(ran.failures).toEqual(['Could not read “row 2”.']);
  expect(readFileSync(file, 'utf8')).toContain('"failure":"Could not read “row 2”."');
  // The next run retries only that row.
  const again = createJudge(() => 0);
  const finished = await runRows(rows(4), { ...run, judge: again.judge, results: open() });
  expect(finished).toEqual({ outcomes: rows(4).map(() => ({ length: 5 })), resumed: 3, failures: [] });
  expect([...again.tries]).toEqual([['row 2', 1]]);
});

test('an agent that fails from the start ends the run with its message', async () => {
  const { judge, tries } = createJudge(() => Infinity);
  await expect(runRows(rows(500), { ...run, judge })).rejects.toThrow('Could not read');
  expect(tries.size).toBeLessThan(20);
});
