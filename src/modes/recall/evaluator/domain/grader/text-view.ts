import { stemOf } from '#text/domain/stems.ts';
import { lightWords } from '#text/domain/stop-words.ts';
import type { Word } from '#text/domain/word.ts';

/** A content word of a text, at its first occurrence. */
export interface Term {
  readonly stem: string;
  /** The information that it carries. */
  readonly weight: number;
  /** A number, or a letter that names one of several things. */
  readonly isNamed: boolean;
  /** Its position in the text. */
  readonly start: number;
}

type Runs = ReadonlySet<string>;

/** A text as the features compare it. */
export interface TextView {
  readonly words: readonly Word[];
  readonly terms: readonly Term[];
  readonly stems: ReadonlySet<string>;
  readonly negators: number;
  /** Pairs of neighbouring stems, including function words. */
  readonly pairs: Runs;
  /** Runs of four characters. */
  readonly letters: Runs;
}

/** Maximum number of words compared. */
const MAX_LENGTH = 120;
const RUN = 4;
const LIGHT = 0.5;
const NAMED = 1.2;
const lightStems = new Set([...lightWords].map(stemOf));

export function viewOf(all: readonly Word[]): TextView {
  const words = all.length > MAX_LENGTH ? all.slice(0, MAX_LENGTH) : all;
  const content = words.filter((word) => word.isContent);
  const stems = words.map((word) => word.stem);
  const text = ` ${words.map((word) => word.form).join(' ')} `.slice(0, 1_000);
  return {
    words,
    terms: termsOf(content.length > 0 ? content : words),
    stems: new Set(stems),
    negators: words.filter((word) => word.isNegator).length,
    pairs: new Set(stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`)),
    letters: new Set(Array.from({ length: Math.max(0, text.length - RUN + 1) }, (_, at) => text.slice(at, at + RUN))),
  };
}

function termsOf(words: readonly Word[]): readonly Term[] {
  const terms = new Map<string, Term>();
  for (const { stem, isNumber, start } of words) {
    if (terms.has(stem)) continue;
    const isNamed = isNumber || stem === '#a' || /^[b-hj-z]$/.test(stem);
    terms.set(stem, { stem, weight: isNamed ? NAMED : lightStems.has(stem) ? LIGHT : 1, isNamed, start });
  }
  return [...terms.values()];
}

/** Share of `runs`, without those in `known`, that `other` also has. */
export function shareOfNew(runs: Runs, known: Runs, other: Runs): number {
  let [all, met] = [0, 0];
  for (const run of runs) {
    if (known.has(run)) continue;
    all += 1;
    if (other.has(run)) met += 1;
  }
  return shareOf(met, all);
}

export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** The harmonic mean of two shares. */
export function bothOf(left: number, right: number): number {
  return left + right === 0 ? 0 : (2 * left * right) / (left + right);
}
