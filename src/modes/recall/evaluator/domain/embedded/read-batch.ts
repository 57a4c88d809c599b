import type { SpokenMessage } from '#session/domain/spoken.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import type { Word } from '#text/domain/word.ts';
import { type Lexicon, createLexicon, read, type Reading } from '#text/domain/words.ts';

import type { Point } from '../evaluation.ts';
import { align, type Alignment, largestShares, type MessageIndex, startOf } from '../evidence/alignment.ts';
import { comparisonsIn } from '../evidence/comparison-flip.ts';
import { type Evidence, evidenceOf } from '../evidence/evidence.ts';
import { vocabularyOf } from '../evidence/matching.ts';
import { plainText, type PointTerms, termsOfPoints } from '../evidence/point-terms.ts';
import { type Scope, scopeOf, sentencesOf, wordsOfClauses } from '../evidence/scope.ts';
import { meetsAnyOf } from '../grader/comparison.ts';
import { type Features, featuresOf, type PointView, withNeighbours } from '../grader/features.ts';
import { ECHOES } from '../grader/model.ts';
import { bothOf, shareOf, type Term, type TextView, viewOf } from '../grader/text-view.ts';
import { ownStatements } from './own-statements.ts';

/** Enough points to detect the set's language. */
const SAMPLED_POINTS = 100;
/** The number of earlier messages to read: with their tutor's turns, two of the person. */
const REMEMBERED_MESSAGES = 4;
const MAX_CONTEXT_LENGTH = 4_000;
/** In a larger set, points of which the message has hardly any word are skipped: they could not be credited. */
const MAX_POINTS_COMPARED = 24;

/** A point, and what the message shows about it. */
export interface ReadPoint {
  readonly terms: PointTerms;
  /** Null if the message has hardly any word of the point. */
  readonly near: { readonly alignment: Alignment; readonly evidence: Evidence } | null;
  /** Null if the message has no word of the point. */
  readonly features: Features | null;
}

export interface BatchReading {
  readonly message: MessageIndex;
  readonly points: readonly ReadPoint[];
}

/** Compares the person's last message with all points and returns everything that grading needs. */
export function readBatch(uncheckedPoints: readonly Point[], messages: readonly SpokenMessage[]): BatchReading {
  const last = messages.at(-1);
  const text = last?.author === 'person' ? last.content : '';
  const texts = uncheckedPoints.map((point) => point.text);
  const lexicon = createLexicon(stopWordsFor([...texts.slice(0, SAMPLED_POINTS), text.slice(0, 2_000)].join(' ')));
  const before = contextOf(messages.slice(0, -1), lexicon);
  const known = new Set(before.filter((word) => word.isContent).map((word) => word.stem));
  const own = ownStatements(text, texts);
  const reading = read(own, lexicon);
  const sentences = sentencesOf(own, reading);
  const clauseWords = wordsOfClauses(reading);
  const vocabulary = vocabularyOf(reading);
  const message: MessageIndex = { text, reading, sentences, vocabulary, comparisons: comparisonsIn(text), known };
  const all = termsOfPoints(uncheckedPoints, known, lexicon);
  const starts = all.map((terms) => startOf(terms, message));
  const largest = largestShares(starts);
  const views = new Views(before);
  const meets = meetsAnyOf(viewOf(reading.words).terms);
  const isLarge = uncheckedPoints.length > MAX_POINTS_COMPARED;
  const found = all.map((terms, index) => {
    const start = starts[index] ?? null;
    const point = viewOfPoint(terms);
    if (!start && (isLarge || !tellingOf(point.view.terms).some(meets))) return null;
    const alignment = start && align(start, message, largest);
    const isAbout = meetsAnyOf(point.view.terms);
    const scope = scopeOf(
      { reading, sentences, clauseWords, largest },
      start && alignment && { start, alignment },
      (word) => isAbout({ ...word, weight: 1, isNamed: word.isNumber }),
    );
    const near = alignment && { alignment, evidence: evidenceOf(terms, { alignment, scope, message }) };
    const answer = views.ofScope(scope);
    const features = featuresOf({ question: views.question, point, message: reading, clauses: scope.clauses, answer });
    return { near, features, point, clause: start?.clause ?? -1 };
  });
  const placed = found.flatMap((each) => each ?? []);
  const features = withEchoes(withNeighbours(placed), placed).values();
  return {
    message,
    points: all.map((terms, index): ReadPoint => {
      const each = found[index];
      return { terms, near: each?.near ?? null, features: each ? (features.next().value ?? null) : null };
    }),
  };
}

/** Terms that carry meaning of their own; all of them if none does. */
function tellingOf(terms: readonly Term[]): readonly Term[] {
  const telling = terms.filter(({ weight }) => weight >= 1);
  return telling.length > 0 ? telling : terms;
}

/** The question being answered, and the person's recent messages. Repeating them earns nothing. */
function contextOf(before: readonly SpokenMessage[], lexicon: Lexicon): readonly Word[] {
  const recent = before.slice(-REMEMBERED_MESSAGES);
  const question = recent.findLast((message) => message.author === 'assistant');
  const spoken = recent.filter((message) => message.author === 'person' && message !== question);
  return [...(question ? [question] : []), ...spoken].flatMap(
    (message) => read(plainText(message.content.slice(-MAX_CONTEXT_LENGTH)), lexicon).words,
  );
}

const ECHOES_FROM = 0.5;
const MAX_ECHOES = 12;

/** Adds how many other points of the batch say nearly the same, which makes a near match by chance more likely. */
function withEchoes(features: readonly Features[], points: readonly { point: PointView }[]): readonly Features[] {
  return features.map((each, index) => {
    const { terms = [] } = points[index]?.point ?? {};
    const echoes = points.filter(({ point }, other) => {
      const shared = terms.filter(({ stem }) => point.view.stems.has(stem)).length;
      return (
        other !== index && bothOf(shareOf(shared, terms.length), shareOf(shared, point.terms.length)) >= ECHOES_FROM
      );
    });
    return { ...each, [ECHOES]: Math.log(1 + Math.min(MAX_ECHOES, echoes.length)) };
  });
}

/** A point is read with every message and does not change: see `readPoint`. */
const pointViews = new WeakMap<Reading, PointView>();

function viewOfPoint({ point, reading }: PointTerms): PointView {
  const known = pointViews.get(reading);
  if (known) return known;
  const view = viewOf(reading.words);
  const made = { view, reading, terms: withoutAsides(view.terms, plainText(point.text)) };
  pointViews.set(reading, made);
  return made;
}

/** Brackets and examples, which a point does not depend on. */
const ASIDE = /\([^()]{0,200}\)|\b(?:such as|for example|e\.g\.)[^.;]{0,80}/giu;

/** The terms that a point depends on; all of them if none would remain. */
function withoutAsides(terms: readonly Term[], text: string): readonly Term[] {
  const asides = [...text.matchAll(ASIDE)].map((match) => [match.index, match.index + match[0].length] as const);
  const kept = terms.filter(({ start }) => !asides.some(([from, to]) => start >= from && start < to));
  return kept.length > 0 ? kept : terms;
}

/** Caches views shared by several points. */
class Views {
  readonly question: TextView;
  readonly #scopes = new Map<string, TextView>();

  constructor(question: readonly Word[]) {
    this.question = viewOf(question);
  }

  ofScope({ key, words }: Scope): TextView {
    let view = this.#scopes.get(key);
    if (!view) this.#scopes.set(key, (view = viewOf(words)));
    return view;
  }
}
