import type { Word } from '#text/domain/word.ts';

import type { Alignment } from './alignment.ts';
import type { PointTerms } from './point-terms.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
/** Words that leave the meaning open. */
const PLACEHOLDERS = list(
  `something somethings somethin someone somebody somewhere somehow stuff whatever thingy certain etwas irgendwas
  irgendetwas irgendwie jemand algo alguien qualcosa qualcuno iets iemand`,
);
/** Words that leave it open after "some". */
const VAGUE = list('thing things kind kinds sort sorts type types people place places way ways');

const SAID = 0.5;

/** "Blocks something in the brain": a vague word, while a telling word of the point is missing. */
export function hasPlaceholder(point: PointTerms, { strengths }: Alignment, words: readonly Word[]): boolean {
  const own = new Set(point.reading.words.map(({ form }) => form));
  const leavesOpen = words.some(
    ({ form }, index) =>
      !own.has(form) && (PLACEHOLDERS.has(form) || (VAGUE.has(form) && words[index - 1]?.form === 'some')),
  );
  return (
    leavesOpen &&
    point.terms.some(({ isKnown, isLight }, index) => !isKnown && !isLight && (strengths[index] ?? 0) < SAID)
  );
}
