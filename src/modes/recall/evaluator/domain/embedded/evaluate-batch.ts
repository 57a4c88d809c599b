import type { SpokenMessage } from '#session/domain/spoken.ts';
import type { Problem } from '#session/protocol.ts';
import { languageByWords, stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, type Lexicon } from '#text/domain/words.ts';

import type { Evaluation, Point, PointVerdict } from '../evaluation.ts';
import { outcomeOf } from '../outcome.ts';
import { beginningOf, readLength } from './bounds.ts';
import { asWritten } from './formula.ts';
import { type Near, nearestIn } from './nearest.ts';
import { type Statement, statementOf, statementsIn, trimmed } from './statement.ts';

/** Enough points to detect the set's language. */
const SAMPLED_POINTS = 100;
const MAX_QUESTION_LENGTH = 4_000;

/** A point as messages are compared with it. */
export interface ComparedPoint extends Statement {
  readonly id: string;
  readonly heading: string;
  readonly question: Statement | null;
  /** The last question asks for it. */
  readonly isAsked: boolean;
}

/**
 * Compares the person's last message with all points, word by word. A point is expressed only where one sentence says
 * it whole; where the message has some of its words it may be said, which only the person can decide. `askedIds`: the
 * points that the last question asks for. Of a long message only the beginning is read, so the time is bounded.
 */
export function evaluateBatchLexically(
  uncheckedPoints: readonly Point[],
  messages: readonly SpokenMessage[],
  askedIds: readonly string[] = [],
): Evaluation {
  const last = messages.at(-1);
  const said = last?.author === 'person' ? last.content : '';
  const question = messages.slice(0, -1).findLast(({ author }) => author === 'assistant')?.content ?? '';
  const length = readLength(uncheckedPoints.length);
  const text = beginningOf(said, length);
  const sample = uncheckedPoints
    .slice(0, SAMPLED_POINTS)
    .flatMap(({ text: own, question: about = '' }) => [own, about]);
  const shown = [...sample, text.slice(0, 2_000)].join(' ');
  const lexicon = createLexicon(stopWordsFor(shown));
  const points = uncheckedPoints.map((point) => ({
    ...readPoint(point, lexicon),
    isAsked: askedIds.includes(point.id),
  }));
  const statements = statementsIn(text, lexicon);
  const sayingOf = sayingsIn(text, { points, statements });
  const sure = points.map(sayingOf);
  // What says one point is no evidence of another.
  const rest = statements.filter(
    (statement) => !sure.some((quote) => quote !== null && quote.includes(trimmed(statement))),
  );
  const nearest = nearestIn(rest, {
    points,
    lexicon,
    isForOne: askedIds.length === 1,
    hasCompounds: languageByWords(shown) === 'german',
  });
  const inView = [...statementOf(question.slice(-MAX_QUESTION_LENGTH), lexicon).stems[2], ...inMost(points)];
  const verdicts = points.map((point, index) => {
    const own = point.isAsked ? (point.question?.stems[2] ?? []) : [];
    const given = new Set([...inView, ...own]);
    return verdictOf(point, sure[index] ?? null, () => nearest(point, given));
  });
  return {
    recalledPointIds: verdicts.filter((verdict) => outcomeOf(verdict) === 'yes').map(({ id }) => id),
    confidencePerPoint: Object.fromEntries(verdicts.map(({ id, confidence }) => [id, confidence])),
    feedback: '',
    verdicts,
    ...(said.length > length && { trouble: readUpTo(length) }),
  };
}

/** Words that most of the points have, such as "the derivative of": they tell none from the others. */
function inMost(points: readonly ComparedPoint[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { stems } of points) for (const stem of stems[2]) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return [...counts].flatMap(([stem, count]) => (count > 2 && 2 * count > points.length ? [stem] : []));
}

type Read = Omit<ComparedPoint, 'isAsked'>;
const known = new WeakMap<Point, { readonly lexicon: Lexicon; readonly read: Read }>();

/** Points are read with every message, and stay the same. */
function readPoint(point: Point, lexicon: Lexicon): Read {
  const before = known.get(point);
  if (before?.lexicon === lexicon) return before.read;
  const { id, text, context: heading, question: about } = point;
  const question = about === undefined ? null : statementOf(about, lexicon);
  const read = { ...statementOf(text, lexicon), id, heading, question };
  known.set(point, { lexicon, read });
  return read;
}

interface Said {
  readonly points: readonly ComparedPoint[];
  readonly statements: readonly Statement[];
}

/**
 * Where a message says a point, whole; null if it does not. An answer to a question of its own may leave the question's
 * words out, if it is the only thing that is said. Whoever takes something back is sure of nothing.
 */
function sayingsIn(text: string, { points, statements }: Said): (point: ComparedPoint) => string | null {
  const written = new Map([text, ...text.split('\n')].map((line) => [asWritten(line), line.trim()]));
  for (const statement of statements) written.set(asWritten(statement.text), trimmed(statement));
  const alike = Map.groupBy(points, ({ words }) => words.join(' '));
  const asked = points.filter(({ isAsked }) => isAsked);
  // "Hardly. Lincoln was shot in 1865."
  const isSure = !statements.some(
    ({ takesBack, hasNegation, words }, at) =>
      (takesBack && (at > 0 || (words.length === 1 && statements.length > 1))) ||
      (hasNegation && at > 0 && words.length <= MAX_DENIAL_WORDS),
  );
  const isOnlyOne = statements.filter(({ stems }) => stems[1].size > 0).length <= 1;
  const about = ({ isAsked, question, heading, words }: ComparedPoint) => {
    if (isAsked) return true;
    // "It boils at 78 degrees" may be meant for the heading that is asked for.
    const isLike = (other: ComparedPoint) =>
      other.heading !== heading && 2 * words.filter((word) => other.words.includes(word)).length >= words.length;
    return question === null && !asked.some(isLike) && alike.get(words.join(' '))?.length === 1;
  };
  return (point) => {
    if (!isSure || !about(point)) return null;
    const same = written.get(asWritten(point.text));
    if (same) return same;
    if (!isPlain(point) || point.words.length === 0) return null;
    const isGiven = (word: string, stem: Statement | null) => stem?.words.includes(word) === true;
    const given = point.isAsked && isOnlyOne && point.question?.hasNegation === false ? point.question : null;
    const found = statements.find(
      (each) =>
        isPlain(each) &&
        !each.isQuestion &&
        each.signs === point.signs &&
        isSameWithout(each.words, point.words, (word) => isGiven(word, given)),
    );
    return found ? trimmed(found) : null;
  };
}

/** "Not really." */
const MAX_DENIAL_WORDS = 2;

/** "J/(kg K)" and "J/kg K" differ in their brackets alone. */
function isPlain({ isFormula, signs }: Statement): boolean {
  return !isFormula && !/[/()[\]]/u.test(signs);
}

/** Whether the said words are those of a point, in order, without some that the question gave. */
function isSameWithout(said: readonly string[], words: readonly string[], isGiven: (word: string) => boolean): boolean {
  let at = 0;
  for (const word of words)
    if (said[at] === word) at += 1;
    else if (!isGiven(word)) return false;
  return at === said.length && at > 0;
}

function readUpTo(length: number): Problem {
  return {
    message: `Only its first ${length.toLocaleString('en')} characters were compared with your points.`,
    remedy: 'Say the rest in shorter messages.',
  };
}

/** No resemblance is as sure as a point that was said. */
const MAX_UNSURE = 0.9;

function verdictOf({ id }: ComparedPoint, sure: string | null, near: () => Near | null): PointVerdict {
  if (sure !== null) return { id, verdict: 'expressed', confidence: 1, quote: sure, observation: 'In the same words.' };
  const found = near();
  if (!found) return { id, verdict: 'absent', confidence: 0, quote: '', observation: '' };
  const confidence = MAX_UNSURE * Math.min(1, found.share);
  return { id, verdict: 'partial', confidence, quote: found.quote, observation: '', isUncertain: true };
}
