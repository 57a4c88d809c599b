import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';

import { z } from 'zod';

import type { Grading } from '../domain/grading.ts';
import { labels, type LabelledAnswer } from '../domain/labelled-answer.ts';

const result = z.object({
  id: z.string(),
  corpus: z.string().optional(),
  label: z.enum(labels),
  prediction: z.enum(labels),
  credited: z.boolean(),
  confidence: z.number(),
  /** Who read it. */
  evaluator: z.string(),
  /** Of what was read: an answer changed meanwhile is read again. */
  digest: z.string(),
  /** Why it could not be read; then it is tried again by the next run. */
  failure: z.string().optional(),
});
type GradingResult = z.infer<typeof result>;

/** The file is of something else, or broken in its midst: it is left as it is. */
class ResultsFileError extends Error {
  override readonly name = 'ResultsFileError';
}

export interface ResultsFile {
  /** What this evaluator has made of an answer before, as it stands now. */
  known(answer: LabelledAnswer): Grading | null;
  /** On disk when it returns, so that a run cut off loses nothing. */
  add(answer: LabelledAnswer, grading: Grading, failure: string | null): void;
}

/**
 * Opens the file that holds a JSON line a row, to go on where a run was cut off. A last line that was cut off as well is
 * dropped, and `notice` told.
 */
export function openResultsFile(file: string, evaluator: string, notice: (text: string) => void): ResultsFile {
  const known = new Map<string, GradingResult>();
  for (const line of wholeLines(file, notice)) {
    if (line.evaluator === evaluator && line.failure === undefined) known.set(line.id, line);
  }
  return {
    known(answer) {
      const found = known.get(answer.id);
      return found && found.digest === digestOf(answer) ? found : null;
    },
    add(answer, { prediction, credited, confidence }, failure) {
      const { id, corpus, label } = answer;
      const line: GradingResult = {
        id,
        ...(corpus !== undefined && { corpus }),
        label,
        prediction,
        credited,
        confidence,
        evaluator,
        digest: digestOf(answer),
        ...(failure !== null && { failure }),
      };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}

function wholeLines(file: string, notice: (text: string) => void): readonly GradingResult[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const lines = bytes.toString('utf8').split('\n');
  const rest = lines.pop() ?? '';
  const results = lines.map((line, index) => {
    const read = parse(line);
    if (!read)
      throw new ResultsFileError(`Line ${index + 1} of ${file} is no result of a grading. Choose another file.`);
    return read;
  });
  if (rest === '') return results;
  if (results.length === 0 && !rest.startsWith('{"id":'))
    throw new ResultsFileError(`${file} holds no results of a grading. Choose another file.`);
  truncateSync(file, bytes.lastIndexOf('\n') + 1);
  notice(`The last line of ${file} was cut off and is dropped.`);
  return results;
}

function parse(line: string): GradingResult | null {
  try {
    return result.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

function digestOf({ question, references, answer }: LabelledAnswer): string {
  const read = JSON.stringify([question, references.map(({ text }) => text), answer]);
  return createHash('sha256').update(read).digest('hex').slice(0, 16);
}
