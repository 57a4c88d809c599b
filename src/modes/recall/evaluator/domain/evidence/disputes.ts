import type { Word } from '#text/domain/word.ts';

import type { Alignment, MessageIndex } from './alignment.ts';
import { contrariesIn } from './matching.ts';
import type { PointTerms } from './point-terms.ts';

/** Words that refer back to the sentence before. */
const REFERS = new Set('it they this that these those he she then there'.split(' '));
/** Share of a point that a sentence must say to be another version of it. */
const VERSION_FROM = 0.5;

/** Whether a sentence that adds nothing to a point speaks against it: takes it back, denies it, or says it otherwise. */
export function disputes(
  words: readonly Word[],
  point: PointTerms,
  { alignment, message }: { readonly alignment: Alignment; readonly message: MessageIndex },
): boolean {
  const content = words.filter((word) => word.isContent);
  const isDenied = words.filter((word) => word.isNegator).length % 2 === 1;
  if (content.length === 0) return words.some((word) => word.isNegator);
  const own = new Set(point.reading.words.map((word) => word.stem));
  const met = new Set(content.flatMap(({ stem }) => alignment.termOf.get(stem) ?? []));
  const telling = point.terms.filter((term, index) => met.has(index) && !term.isLight);
  if (telling.length === 0 && !words.some(({ form }) => REFERS.has(form))) return false;
  const isDeniedThere = point.reading.words.some((word) => word.isNegator);
  if (isDenied && !isDeniedThere) return true;
  const foreign = content.filter(
    ({ stem }) => !alignment.termOf.has(stem) && !own.has(stem) && !message.known.has(stem),
  );
  if (foreign.some((word) => word.isNumber) && point.terms.some((term) => term.isNumber)) return true;
  const contrary = new Set(point.terms.flatMap(({ stem }) => contrariesIn(stem, message.vocabulary)));
  if (words.some(({ stem }) => contrary.has(stem) && !own.has(stem))) return true;
  const total = point.terms.reduce((sum, { weight }) => sum + weight, 0);
  const share = point.terms.reduce((sum, { weight }, index) => sum + (met.has(index) ? weight : 0), 0) / total;
  return share >= VERSION_FROM && foreign.length > 0 && met.size < point.terms.length;
}
