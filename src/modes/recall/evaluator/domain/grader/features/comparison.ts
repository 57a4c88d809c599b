import type { Clause } from '#text/domain/words.ts';

import { oppositesOf } from '../words/opposites.ts';
import { stemLikeness, meetsFrom } from '../words/word-likeness.ts';
import type { Term, TextView } from './text-view.ts';

/** A term of the point, and the closest word of the answer. */
export interface MetTerm {
  readonly term: Term;
  /** 0 to 1. */
  readonly likeness: number;
  readonly by: Term | null;
  /** It is in the question, so repeating it earns nothing. */
  readonly isGiven: boolean;
  /** The opposite in the answer, if the term is missing. */
  readonly opposite: Term | null;
}

/** A term of the answer. */
interface SaidTerm {
  readonly term: Term;
  /** To the closest term of the point. */
  readonly likeness: number;
  readonly isGiven: boolean;
}

/** Point and answer compared, given their question. */
export interface Comparison {
  readonly question: TextView;
  readonly point: TextView;
  readonly answer: TextView;
  readonly pointClauses: readonly Clause[];
  readonly met: readonly MetTerm[];
  readonly said: readonly SaidTerm[];
}

interface Sides {
  readonly question: TextView;
  readonly point: TextView;
  readonly answer: TextView;
  readonly pointClauses: readonly Clause[];
  /** The point's terms without its asides. */
  readonly terms: readonly Term[];
}

export function compare({ terms, ...sides }: Sides): Comparison {
  const { question, point, answer } = sides;
  const isGiven = givenBy(question);
  const met = terms.map((term): MetTerm => {
    const { by, likeness } = nearest(term, answer.terms);
    return { term, likeness, by, isGiven: isGiven(term), opposite: likeness >= 0.95 ? null : oppositeOf(term, sides) };
  });
  const said = answer.terms.map((term): SaidTerm => {
    return { term, likeness: nearest(term, terms).likeness, isGiven: isGiven(term) };
  });
  return { question, point, answer, pointClauses: sides.pointClauses, met, said };
}

function givenBy(question: TextView): (term: Term) => boolean {
  return (term) => question.stems.has(term.stem) || nearest(term, question.terms).likeness >= meetsFrom;
}

function nearest(term: Term, others: readonly Term[]): { by: Term | null; likeness: number } {
  let by: Term | null = null;
  let likeness = 0;
  for (const other of others) {
    const found =
      isNamed(term) || isNamed(other) ? (term.stem === other.stem ? 1 : 0) : stemLikeness(term.stem, other.stem);
    if (found > likeness) [by, likeness] = [other, found];
    if (found === 1) break;
  }
  return { by, likeness };
}

/** Tests whether a term matches any of these. */
export function meetsAnyOf(others: readonly Term[]): (term: Term) => boolean {
  return (term) => nearest(term, others).likeness >= meetsFrom;
}

function isNamed({ isNumber, isLabel }: Term): boolean {
  return isNumber || isLabel;
}

function oppositeOf(term: Term, { point, answer }: { point: TextView; answer: TextView }): Term | null {
  const opposites = oppositesOf(term.stem);
  return answer.terms.find(({ stem }) => opposites.has(stem) && !point.stems.has(stem)) ?? null;
}
