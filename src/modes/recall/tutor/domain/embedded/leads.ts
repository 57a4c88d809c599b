import { piecesOf, stemsIn, tellingStems } from '#text/domain/key-terms.ts';
import { type NounPhrase, nounPhrases } from '#text/domain/noun-phrases.ts';

import type { Point } from '../../../evaluator/domain/evaluation.ts';

/** A shorter point is nearly said by any of its words. */
const MIN_STEMS = 3;
/** Maximum share of a point's telling words in its lead. */
const MAX_SHARE = 0.6;

/**
 * The noun phrase that introduces each point: the first one of the point that no other point has as its lead. A point
 * without one is missing. Always the same for a set, because two leads would show more of a point than one.
 */
export function leadsOf(points: readonly Point[], title: string): ReadonlyMap<string, string> {
  const known = cache.get(points);
  if (known?.title === title) return known.leads;
  const leads = new Map<string, string>();
  const used: (readonly string[])[] = [[...stemsIn([title])]];
  for (const { id, text, context } of points) {
    const stems = tellingStems(piecesOf(text));
    const inView = stemsIn([title, context]);
    const isFree = (phrase: NounPhrase) =>
      !used.some((other) => isSame(phrase.stems, other)) && isShort(phrase, stems, inView);
    const lead = stems.length < MIN_STEMS ? undefined : nounPhrases(text).find(isFree);
    if (!lead) continue;
    used.push(lead.stems);
    leads.set(id, lead.text);
  }
  cache.set(points, { title, leads });
  return leads;
}

const cache = new WeakMap<readonly Point[], { title: string; leads: ReadonlyMap<string, string> }>();

/** "plates" and "the plates" name the same. */
function isSame(stems: readonly string[], other: readonly string[]): boolean {
  return stems.every((stem) => other.includes(stem));
}

function isShort(phrase: NounPhrase, stems: readonly string[], inView: ReadonlySet<string>): boolean {
  const fresh = new Set(phrase.stems.filter((stem) => !inView.has(stem)));
  return fresh.size <= stems.filter((stem) => !inView.has(stem)).length * MAX_SHARE;
}
