import type { Alignment, MessageIndex } from '../evidence/alignment.ts';

/** The clauses that carry the point, as one verbatim stretch of the message. */
export function quoteOf(alignment: Pick<Alignment, 'from' | 'to'>, { text, reading }: MessageIndex): string {
  const from = reading.clauses[alignment.from]?.from ?? 0;
  const to = reading.clauses[alignment.to - 1]?.to ?? from;
  const first = reading.words[from];
  const last = reading.words[to - 1];
  return first && last ? text.slice(first.start, last.end) : '';
}
