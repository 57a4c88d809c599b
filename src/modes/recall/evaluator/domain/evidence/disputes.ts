import type { Word } from '#text/domain/word.ts';

import type { Alignment, MessageIndex } from './alignment.ts';
import { contrariesIn } from './matching.ts';
import type { PointTerms } from './point-terms.ts';

/** Words that refer back to the sentence before. */
const REFERS = new Set('it they this that these those he she then there'.split(' '));
/** Share of a point that a sentence must say to be another version of it. */
const VERSION_FROM = 0.5;

/**
 * Tells of the words of a sentence that adds nothing to a point whether it speaks against it: takes it back, denies it,
 * or says it otherwise.
 */
export function disputeOf(
  point: PointTerms,
  { alignment, message }: { readonly alignment: Alignment; readonly message: MessageIndex },
): (words: readonly Word[]) => boolean {
  const own = new Set(point.reading.words.map((word) => word.stem));
  const isDeniedThere = point.reading.words.some((word) => word.isNegator);
  const hasNumber = point.terms.some((term) => term.isNumber);
  const contrary = new Set(point.terms.flatMap(({ stem }) => contrariesIn(stem, message.vocabulary)));
  const total = point.terms.reduce((sum, { weight }) => sum + weight, 0);
  return (words) => {
    const content = words.filter((word) => word.isContent);
    if (content.length === 0) return words.some((word) => word.isNegator);
    const met = new Set(content.flatMap(({ stem }) => alignment.termOf.get(stem) ?? []));
    const isTelling = [...met].some((index) => point.terms[index]?.isLight === false);
    if (!isTelling && !words.some(({ form }) => REFERS.has(form))) return false;
    const isDenied = words.filter((word) => word.isNegator).length % 2 === 1;
    if (isDenied && !isDeniedThere) return true;
    const foreign = content.filter(
      ({ stem }) => !alignment.termOf.has(stem) && !own.has(stem) && !message.known.has(stem),
    );
    if (hasNumber && foreign.some((word) => word.isNumber)) return true;
    if (words.some(({ stem }) => contrary.has(stem) && !own.has(stem))) return true;
    const share = point.terms.reduce((sum, { weight }, index) => sum + (met.has(index) ? weight : 0), 0) / total;
    return share >= VERSION_FROM && foreign.length > 0 && met.size < point.terms.length;
  };
}
