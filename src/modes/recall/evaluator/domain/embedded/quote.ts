import type { Alignment, MessageIndex } from '../evidence/alignment.ts';

/**
 * The clause that says most of the point with the neighbours that add to it, as one verbatim stretch of the message;
 * the whole message if nothing is aligned.
 */
export function quoteOf(alignment: Alignment | null, { text, reading }: MessageIndex): string {
  const taken = new Set(alignment?.clauses ?? reading.clauses.keys());
  let [from, to] = [alignment?.best ?? 0, alignment?.best ?? 0];
  while (taken.has(from - 1)) from -= 1;
  while (taken.has(to + 1)) to += 1;
  const first = reading.words[reading.clauses[from]?.from ?? 0];
  const last = reading.words[(reading.clauses[to]?.to ?? 0) - 1];
  return first && last ? text.slice(first.start, last.end) : '';
}
