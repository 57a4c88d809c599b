import { appendFileSync, existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';

import type { z } from 'zod';

import { readLines as linesOf } from '#modes/terminal/transcripts/server/read-lines.ts';

interface MeasureCall {
  /** The labelled file or folder. */
  readonly data: string;
  /** The file that gets one line of JSON per row. */
  readonly out: string | null;
  readonly environment: NodeJS.ProcessEnv;
}

/** Measures the configured agents on labelled data, and returns the figures. */
export type Measure = (call: MeasureCall) => Promise<object>;

/** Parses each non-empty line with `read`. Rejects with the number of the first line that `read` rejects. */
export async function readLines<Row>(file: string, read: (line: string, number: number) => Row): Promise<Row[]> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}.`);
  const rows: Row[] = [];
  let number = 0;
  for await (const text of linesOf(file)) {
    number += 1;
    try {
      if (text.trim() !== '') rows.push(read(text.replace(/^\uFEFF/, ''), number));
    } catch (error) {
      throw new Error(`${file}, line ${number}: ${(error as Error).message}`, { cause: error });
    }
  }
  return rows;
}

export function readRows<Row>(file: string, row: z.ZodType<Row>): Promise<readonly Row[]> {
  return readLines(file, (line) => {
    const { data, error } = row.safeParse(JSON.parse(line));
    if (error) throw new Error(`field "${error.issues[0]?.path.join('.')}": ${error.issues[0]?.message}`);
    return data;
  });
}

/** Creates a file of results. Each line is on disk once it is added, so that an interrupted run keeps its results. */
export function openResults(out: string | null, ...data: readonly string[]): (line: object) => void {
  if (out === null) return () => {};
  const place = (file: string) => (existsSync(file) ? realpathSync(file) : null);
  if (existsSync(out) && data.some((file) => place(file) === place(out)))
    throw new Error(`${out} holds the labelled data. Name another file to write the results to.`);
  writeFileSync(out, '');
  return (line) => appendFileSync(out, `${JSON.stringify(line)}\n`);
}

/** Models are slow and are called concurrently. An embedded agent would only compete with itself. */
const MODELS_AT_ONCE = 4;
/** After this many failures without a success, the run ends. */
const MAX_FIRST_FAILURES = 8;

interface Judging<Row, Outcome> {
  readonly agent: { readonly name: string; readonly isEmbedded: boolean };
  readonly judge: (row: Row, signal: AbortSignal) => Promise<Outcome>;
  /** The outcome of a row that failed twice. */
  readonly failed: Outcome;
  readonly onJudged: (judged: Row & Outcome) => void;
}

/** Judges each row separately. Returns the rows with their outcomes, in order. */
export async function judgeRows<Row, Outcome>(
  rows: readonly Row[],
  { agent, judge, failed, onJudged }: Judging<Row, Outcome>,
): Promise<readonly (Row & Outcome)[]> {
  tell(`${rows.length} rows, judged by: ${agent.name}`);
  const results = rows.map((row) => ({ ...row, ...failed }));
  const stopping = new AbortController();
  let [judged, failures] = [0, 0];
  const queue = rows.entries();
  async function work(): Promise<void> {
    for (const [index, row] of queue) {
      const again = () => judge(row, stopping.signal);
      const outcome = await again()
        .catch(again)
        .catch((error: unknown) => {
          if ((failures += 1) >= MAX_FIRST_FAILURES && failures > judged) throw error;
          tell(`Row ${index + 1} could not be judged: ${String(error)}`);
          return failed;
        });
      stopping.signal.throwIfAborted();
      onJudged((results[index] = { ...row, ...outcome }));
      if ((judged += 1) % 1_000 === 0) tell(`${judged} of ${rows.length}`);
    }
  }
  const workers = Array.from({ length: agent.isEmbedded ? 1 : MODELS_AT_ONCE }, work);
  await Promise.all(workers).finally(() => stopping.abort());
  return results;
}

export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
