import type { Term } from './text-view.ts';

/** Brackets and examples, which a point does not depend on. */
const ASIDE = /\([^()]{0,200}\)|\b(?:such as|for example|e\.g\.)[^.;]{0,80}/giu;

/** The terms that a point depends on; all of them if none would remain. */
export function withoutAsides(terms: readonly Term[], text: string): readonly Term[] {
  const asides = [...text.matchAll(ASIDE)].map((match) => [match.index, match.index + match[0].length] as const);
  if (asides.length === 0) return terms;
  const kept = terms.filter(({ start }) => !asides.some(([from, to]) => start >= from && start < to));
  return kept.length > 0 ? kept : terms;
}
