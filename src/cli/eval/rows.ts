import { appendFileSync, statSync, writeFileSync } from 'node:fs';

import type { z } from 'zod';

import { readLines as linesOf } from '#modes/terminal/transcripts/server/read-lines.ts';

interface MeasureCall {
  /** The labelled file or folder. */
  readonly data: string;
  /** Gets a JSON line per row. */
  readonly out: string | null;
  readonly environment: NodeJS.ProcessEnv;
}

/** Measures the configured agents on labelled data, and returns the figures. */
export type Measure = (call: MeasureCall) => Promise<object>;

/** Reads each line that is not empty with `read`. Rejects with the number of a line that `read` does not take. */
export async function readLines<Row>(file: string, read: (line: string, number: number) => Row): Promise<Row[]> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}.`);
  const rows: Row[] = [];
  let number = 0;
  for await (const { text } of linesOf(file)) {
    number += 1;
    try {
      if (text.trim() !== '') rows.push(read(text.replace(/^\uFEFF/, ''), number));
    } catch (error) {
      throw new Error(`${file}, line ${number}: ${(error as Error).message}`, { cause: error });
    }
  }
  return rows;
}

/** One JSON object per line. */
export function readRows<Row>(file: string, row: z.ZodType<Row>): Promise<readonly Row[]> {
  return readLines(file, (line) => {
    const { data, error } = row.safeParse(JSON.parse(line));
    if (error) throw new Error(`field "${error.issues[0]?.path.join('.')}": ${error.issues[0]?.message}`);
    return data;
  });
}

/** Begins a file of results. Each line is on disk when it was added, so that an interrupted run has what it did. */
export function openResults(out: string | null, ...data: readonly string[]): (line: object) => void {
  if (out === null) return () => {};
  const there = statSync(out, { throwIfNoEntry: false });
  const isThere = (file: string) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.ino === there?.ino && found?.dev === there?.dev;
  };
  if (there && data.some(isThere))
    throw new Error(`${out} holds the labelled data. Name another file to write the results to.`);
  writeFileSync(out, '');
  return (line) => appendFileSync(out, `${JSON.stringify(line)}\n`);
}

export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
