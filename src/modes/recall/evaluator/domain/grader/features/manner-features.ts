import type { Comparison } from './comparison.ts';
import { shareOf, type TextView } from './text-view.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const REASONS = list('because since so therefore');
const CONDITIONS = list('if when');
const PRONOUNS = list('it they them that this he she you');
const UNSURE = list('guess maybe perhaps dunno idk unsure');
const COMPARING = list('more less most least');
/** End like comparatives but are none. */
const NOT_COMPARING = list(
  `water paper never other after under number matter answer river father mother letter layer whether together either
  power temper over ever her their another center meter computer remember consider order user computer`
    .split(/\s+/)
    .join(' '),
);

/** How something is said, regardless of content. */
export function mannerFeatures({ point, answer, met, said }: Comparison, clauses: number) {
  const fresh = met.filter(({ isGiven }) => !isGiven).length;
  const freshSaid = said.filter(({ isGiven }) => !isGiven).length;
  const letters = answer.words.reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    length: Math.log(1 + answer.words.length),
    lengthShare: shareOf(answer.words.length, answer.words.length + point.words.length),
    terms: answer.terms.length,
    freshTermsShare: (freshSaid + 0.5) / (fresh + freshSaid + 1),
    wordLength: letters / (answer.words.length + 1),
    contentShare: shareOf(answer.words.filter(({ isContent }) => isContent).length, answer.words.length),
    meanWeight: shareOf(
      answer.terms.reduce((sum, { weight }) => sum + weight, 0),
      answer.terms.length,
    ),
    agreement: assent(answer) * assent(point),
    assents: Math.abs(assent(answer)),
    isUnsure: hasAny(answer, UNSURE),
    givesReason: hasAny(answer, REASONS),
    givesCondition: hasAny(answer, CONDITIONS),
    pronouns: shareOf(answer.words.filter(({ form }) => PRONOUNS.has(form)).length, answer.words.length),
    comparisons: answer.words.filter(({ form }) => compares(form)).length,
    clauses,
  };
}

function hasAny(view: TextView, words: ReadonlySet<string>): number {
  return view.words.some(({ form }) => words.has(form)) ? 1 : 0;
}

/** 1 for an answer that begins with yes, -1 with no. */
function assent({ words }: TextView): number {
  const opening = words[0]?.form ?? '';
  if (/^(?:yes|yeah|yep|agree|true)$/.test(opening)) return 1;
  return /^(?:no|nope|disagree|false)$/.test(opening) ? -1 : 0;
}

function compares(form: string): boolean {
  return COMPARING.has(form) || (form.length > 4 && /(?:er|est)$/.test(form) && !NOT_COMPARING.has(form));
}
