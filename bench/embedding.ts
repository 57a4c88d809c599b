import { atLeast, atMost, type Row } from './row.ts';
import { runScript } from './support/run-script.ts';
import type { EmbeddingFigures } from './support/time-embedding.ts';

const BUDGET_RATE = 2;
const BUDGET_MB = 250;

/** The speed of the embedded embedder, and its memory while it works. */
export async function embedding(): Promise<readonly Row[]> {
  const { rate, residentMb } = await runScript<EmbeddingFigures>('time-embedding.ts', []);
  return [
    atLeast(BUDGET_RATE, {
      name: 'embedding-rate',
      what: 'passages of 800 characters that the embedded embedder embeds in a second',
      value: rate,
      unit: '/s',
    }),
    atMost(BUDGET_MB, {
      name: 'embedding-memory',
      what: 'resident for the embedded embedder at work',
      value: residentMb,
      unit: 'MB',
    }),
  ];
}
