import type { SpokenMessage } from '#session/domain/spoken.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import type { Word } from '#text/domain/word.ts';
import { type Lexicon, createLexicon, read, type Reading } from '#text/domain/words.ts';

import type { Point } from '../evaluation.ts';
import { align, type Alignment, largestShares, type MessageIndex, startOf } from '../evidence/alignment.ts';
import { type Evidence, evidenceOf } from '../evidence/evidence.ts';
import { vocabularyOf } from '../evidence/matching.ts';
import { plainText, type PointTerms, termsOfPoints } from '../evidence/point-terms.ts';
import { withoutAsides } from '../grader/features/asides.ts';
import { meetsAnyOf } from '../grader/features/comparison.ts';
import { type Features, featuresOf, type PointView, settingsOf, withNeighbours } from '../grader/features/features.ts';
import { type Scope, scopeOf } from '../grader/features/scope.ts';
import { type TextView, viewOf } from '../grader/features/text-view.ts';
import type { WordWeights } from '../grader/words/word-weight.ts';
import { ownStatements } from './own-statements.ts';

/** Enough points to detect the set's language. */
const SAMPLED_POINTS = 100;
/** How many earlier messages of the person still count as said. */
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
  readonly weighed: { readonly features: Features; readonly setting: Features; readonly scope: Scope } | null;
}

export interface BatchReading {
  readonly message: MessageIndex;
  readonly points: readonly ReadPoint[];
}

/** Compares the person's last message with all points and returns everything that grading needs. */
export function readBatch(
  uncheckedPoints: readonly Point[],
  messages: readonly SpokenMessage[],
  weights: WordWeights,
): BatchReading {
  const last = messages.at(-1);
  const text = last?.author === 'person' ? last.content : '';
  const sample = uncheckedPoints.slice(0, SAMPLED_POINTS).map((point) => point.text);
  const lexicon = createLexicon(stopWordsFor([...sample, text.slice(0, 2_000)].join(' ')));
  const before = contextOf(messages.slice(0, -1), lexicon);
  const known = new Set(before.filter((word) => word.isContent).map((word) => word.stem));
  const reading = read(
    ownStatements(
      text,
      uncheckedPoints.map((point) => point.text),
    ),
    lexicon,
  );
  const message: MessageIndex = { text, reading, vocabulary: vocabularyOf(reading), known };
  const all = termsOfPoints(uncheckedPoints, known, lexicon);
  const starts = all.map((terms) => startOf(terms, message));
  const largest = largestShares(starts);
  const views = new Views(before, weights);
  const meets = meetsAnyOf(viewOf(reading.words, weights).terms);
  const isLarge = uncheckedPoints.length > MAX_POINTS_COMPARED;
  const weighed = all.map((terms, index) => {
    const start = starts[index] ?? null;
    const near = start ? nearOf(terms, align(start, message, largest), message) : null;
    if (!start && (isLarge || !views.ofPoint(terms).terms.some(meets))) return { terms, near, found: null };
    const scope = scopeOf(start, reading, largest);
    const graded = {
      question: views.question,
      point: views.ofPoint(terms),
      message: reading,
      clauses: scope.clauses,
      answer: views.ofScope(scope),
      evidence: near?.evidence ?? null,
    };
    const features = featuresOf(graded);
    return { terms, near, found: { features, scope, point: graded.point, clause: start?.clause ?? -1 } };
  });
  const placed = weighed.flatMap(({ found }) => found ?? []);
  const together = withNeighbours(placed).values();
  const settings = settingsOf(placed.map(({ point }) => point)).values();
  return {
    message,
    points: weighed.map(({ terms, near, found }): ReadPoint => {
      const features = found ? together.next().value : undefined;
      const setting = found ? settings.next().value : undefined;
      return { terms, near, weighed: found && features && setting ? { features, setting, scope: found.scope } : null };
    }),
  };
}

/** Whether other points of the batch say nearly the same, which makes a near match by chance more likely. */
export function isEchoed({ setting }: NonNullable<ReadPoint['weighed']>): boolean {
  return (setting['echoes'] ?? 0) > 0;
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

function nearOf(terms: PointTerms, alignment: Alignment, message: MessageIndex) {
  return { alignment, evidence: evidenceOf(terms, alignment, message) };
}

/** A point is read with every message and does not change: see `readPoint`. */
const pointViews = new WeakMap<WordWeights, WeakMap<Reading, PointView>>();

/** Caches views shared by several points. */
class Views {
  readonly question: TextView;
  readonly #weights: WordWeights;
  readonly #points: WeakMap<Reading, PointView>;
  readonly #scopes = new Map<string, TextView>();

  constructor(question: readonly Word[], weights: WordWeights) {
    this.question = viewOf(question, weights);
    this.#weights = weights;
    const points = pointViews.get(weights) ?? new WeakMap<Reading, PointView>();
    pointViews.set(weights, points);
    this.#points = points;
  }

  ofPoint({ point, reading }: PointTerms): PointView {
    const known = this.#points.get(reading);
    if (known) return known;
    const view = viewOf(reading.words, this.#weights);
    const made = { view, reading, terms: withoutAsides(view.terms, plainText(point.text)) };
    this.#points.set(reading, made);
    return made;
  }

  ofScope({ key, words }: Scope): TextView {
    let view = this.#scopes.get(key);
    if (!view) this.#scopes.set(key, (view = viewOf(words, this.#weights)));
    return view;
  }
}
