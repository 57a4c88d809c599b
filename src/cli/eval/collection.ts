import path from 'node:path';

import { z } from 'zod';

import { readLines, readRows } from './rows.ts';

const document = z.object({ _id: z.string().min(1), title: z.string().optional(), text: z.string() });
export type CollectionDocument = z.infer<typeof document>;
const query = z.object({ _id: z.string(), text: z.string() });

/** A collection in the format of BEIR. */
export interface Collection {
  readonly documents: readonly CollectionDocument[];
  /** Only queries with a matching document: without one, no ranking is better than another. */
  readonly queries: readonly z.infer<typeof query>[];
  /** By query, the grade of each matching document. Higher is better. */
  readonly judgements: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export async function readCollection(folder: string): Promise<Collection> {
  const judged = await readLines(path.join(folder, 'qrels', 'test.tsv'), readJudgement);
  const byQuery = Map.groupBy(
    judged.filter(({ grade }) => grade > 0),
    ({ id }) => id,
  );
  const queries = await readRows(path.join(folder, 'queries.jsonl'), query);
  return {
    documents: await readRows(path.join(folder, 'corpus.jsonl'), document),
    queries: queries.filter(({ _id }) => byQuery.has(_id)),
    judgements: new Map([...byQuery].map(([id, found]) => [id, new Map(found.map((row) => [row.answer, row.grade]))])),
  };
}

/** Parses query, document and grade, separated by tabs, below a header line. */
function readJudgement(line: string, number: number) {
  const [id = '', answer = '', grade = '', ...more] = line.trimEnd().split('\t');
  if (number > 1 && (answer === '' || !/^-?\d+$/.test(grade) || more.length > 0))
    throw new Error('it is not a query, a document and a whole number between tabs');
  return { id, answer, grade: number > 1 ? Number(grade) : 0 };
}

/** The measures of a ranking of ten, as trec_eval defines them: the gain is the grade, the discount is logarithmic. */
export function measuresOf(ranking: readonly string[], grades: ReadonlyMap<string, number>) {
  const gains = ranking.slice(0, 10).map((each) => grades.get(each) ?? 0);
  const ideal = [...grades.values()].toSorted((one, other) => other - one).slice(0, 10);
  const met = gains.filter((gain) => gain > 0).length;
  return {
    ndcg10: met === 0 ? 0 : discounted(gains) / discounted(ideal),
    recall10: met === 0 ? 0 : met / grades.size,
    mrr10: met === 0 ? 0 : 1 / (gains.findIndex((gain) => gain > 0) + 1),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}
