import { z } from 'zod';

import { LabelledDataError } from '#kernel/labelled-lines.ts';

/** A collection as BEIR has them: documents, queries, and which documents answer a query. */

const document = z.object({ _id: z.string().min(1), title: z.string().optional(), text: z.string() });
export type CollectionDocument = z.infer<typeof document>;

const query = z.object({ _id: z.string().min(1), text: z.string() });
export type CollectionQuery = z.infer<typeof query>;

/** By query, the grade of each document that answers it; higher is better. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A line of `corpus.jsonl`. */
export function readDocument(line: string): CollectionDocument {
  return readObject(line, document);
}

/** A line of `queries.jsonl`. */
export function readQuery(line: string): CollectionQuery {
  return readObject(line, query);
}

function readObject<Row>(line: string, row: z.ZodType<Row>): Row {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new LabelledDataError('it is not JSON');
  }
  const read = row.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new LabelledDataError(field === '' ? 'it is not an object' : `the field "${field}" is missing or not a text`);
}

/** A line of the judgements: query, document and grade between tabs. */
export function readJudgement(line: string): { query: string; document: string; grade: number } {
  const [named = '', answer = '', grade = '', ...more] = line.trimEnd().split('\t');
  if (named === '' || answer === '' || !/^-?\d+$/.test(grade) || more.length > 0)
    throw new LabelledDataError('it is not a query, a document and a whole number between tabs');
  return { query: named, document: answer, grade: Number(grade) };
}

/** The grades that count. Queries that nothing answers are left out, since no ranking is better than another. */
export function judgementsOf(rows: readonly ReturnType<typeof readJudgement>[]): Judgements {
  const positive = rows.filter(({ grade }) => grade > 0);
  const byQuery = Map.groupBy(positive, (row) => row.query);
  return new Map(
    [...byQuery].map(([id, answers]) => [id, new Map(answers.map((answer) => [answer.document, answer.grade]))]),
  );
}
