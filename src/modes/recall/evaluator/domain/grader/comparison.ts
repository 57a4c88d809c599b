import { contrariesOf } from '../evidence/contraries.ts';
import type { Term, TextView } from './text-view.ts';
import { meetsFrom, stemLikeness } from './word-likeness.ts';

/** A term of one side, and the closest word of the other. */
export interface Compared {
  readonly term: Term;
  /** 0 to 1. */
  readonly likeness: number;
  readonly by: Term | null;
  /** It is in the question, so repeating it earns nothing. */
  readonly isGiven: boolean;
  /** Of a term of the point that is missing: its opposite in the answer. */
  readonly opposite: Term | null;
}

/** Point and answer compared, given their question. */
export interface Comparison {
  readonly met: readonly Compared[];
  readonly said: readonly Compared[];
}

interface Sides {
  readonly question: TextView;
  readonly point: TextView;
  readonly answer: TextView;
  /** The point's terms without its asides. */
  readonly terms: readonly Term[];
}

export function compare({ terms, question, point, answer }: Sides): Comparison {
  const given = (term: Term): boolean => question.stems.has(term.stem) || meetsAnyOf(question.terms)(term);
  const isOpposite = (term: Term): ((other: Term) => boolean) => {
    const contraries = new Set(contrariesOf(term.stem));
    return ({ stem }) => contraries.has(stem) && !point.stems.has(stem);
  };
  const met = terms.map((term): Compared => {
    const { by, likeness } = nearest(term, answer.terms);
    const opposite = likeness >= meetsFrom ? null : (answer.terms.find(isOpposite(term)) ?? null);
    return { term, likeness, by, isGiven: given(term), opposite };
  });
  const said = answer.terms.map((term) => ({ term, ...nearest(term, terms), isGiven: given(term), opposite: null }));
  return { met, said };
}

function nearest(term: Term, others: readonly Term[]): { by: Term | null; likeness: number } {
  let by: Term | null = null;
  let likeness = 0;
  for (const other of others) {
    const isSame = term.stem === other.stem;
    const found = isSame ? 1 : term.isNamed || other.isNamed ? 0 : stemLikeness(term.stem, other.stem);
    if (found > likeness) [by, likeness] = [other, found];
    if (isSame) break;
  }
  return { by, likeness };
}

/** Tests whether a term matches any of these. */
export function meetsAnyOf(others: readonly Term[]): (term: Term) => boolean {
  return (term) => nearest(term, others).likeness >= meetsFrom;
}
