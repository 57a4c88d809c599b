import type { CollectionQuery, Judgements } from '../domain/collection.ts';
import { meanOf, type Measures, measuresOf } from '../domain/measures.ts';
import type { Arm } from './evaluation-library.ts';

/** What one query came to. */
export interface MeasuredQuery extends Measures {
  readonly query: string;
  readonly ranking: readonly string[];
  readonly milliseconds: number;
}

export interface MeasuredArm extends Measures {
  readonly msPerQuery: number;
}

interface Asked {
  readonly queries: readonly CollectionQuery[];
  readonly judgements: Judgements;
  readonly onProgress: (asked: number) => void;
}

const DEPTH = 10;

export async function measureArm(arm: Arm, { queries, judgements, onProgress }: Asked): Promise<MeasuredQuery[]> {
  const measured: MeasuredQuery[] = [];
  for (const { _id: query, text } of queries) {
    const begun = performance.now();
    const found = await arm(text);
    const milliseconds = performance.now() - begun;
    const ranking = found.filter((document) => document !== query).slice(0, DEPTH);
    measured.push({ query, ranking, milliseconds, ...measuresOf(ranking, judgements.get(query) ?? new Map()) });
    onProgress(measured.length);
  }
  return measured;
}

export function summaryOf(measured: readonly MeasuredQuery[]): MeasuredArm {
  const total = measured.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return { ...meanOf(measured), msPerQuery: measured.length === 0 ? 0 : total / measured.length };
}
