import type { SpokenMessage } from '#session/domain/spoken.ts';
import type { Problem } from '#session/protocol.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon } from '#text/domain/words.ts';

import type { Evaluation, Point, PointVerdict } from '../evaluation.ts';
import { outcomeOf } from '../outcome.ts';
import { beginningOf, readLength } from './bounds.ts';
import { type ComparedPoint, comparedPoint, questionOf } from './compared-point.ts';
import { type Near, nearestIn } from './nearest.ts';
import { type Saying, sayingsIn } from './sayings.ts';
import { statementOf, statementsIn, trimmed } from './statement.ts';

/** Enough points to detect the set's language. */
const SAMPLED_POINTS = 100;
const MAX_QUESTION_LENGTH = 4_000;

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
  const lexicon = createLexicon(stopWordsFor([...sample, text.slice(0, 2_000)].join(' ')));
  const points = uncheckedPoints.map((point) => comparedPoint(point, lexicon));
  const asked = questionOf(statementOf(question.slice(-MAX_QUESTION_LENGTH), lexicon), points, askedIds);
  const sayings = sayingsIn(text, { points, asked, lexicon });
  // What says one point is no evidence of another.
  const sure = sayings.flatMap((saying) => (saying?.isSure ? [saying.quote] : []));
  const rest = statementsIn(text, lexicon).filter(
    (statement) => !sure.some((quote) => quote.includes(trimmed(statement))),
  );
  const nearest = nearestIn(rest, lexicon);
  const verdicts = points.map((point, index) => verdictOf(point, sayings[index] ?? null, () => nearest(point, asked)));
  const recalledPointIds = verdicts.filter((verdict) => outcomeOf(verdict) === 'yes').map(({ id }) => id);
  return {
    recalledPointIds,
    confidencePerPoint: Object.fromEntries(verdicts.map(({ id, confidence }) => [id, confidence])),
    feedback: '',
    verdicts,
    ...(said.length > length && { trouble: readUpTo(length) }),
  };
}

function readUpTo(length: number): Problem {
  return {
    message: `Only its first ${length.toLocaleString('en')} characters were compared with your points.`,
    remedy: 'Say the rest in shorter messages.',
  };
}

/** No resemblance is as sure as a point that was said. */
const MAX_UNSURE = 0.9;

function verdictOf({ id }: ComparedPoint, saying: Saying | null, near: () => Near | null): PointVerdict {
  if (saying?.isSure)
    return { id, verdict: 'expressed', confidence: 1, quote: saying.quote, observation: 'In the same words.' };
  const { share, quote } = saying ? { share: 1, quote: saying.quote } : (near() ?? { share: 0, quote: '' });
  if (share === 0) return { id, verdict: 'absent', confidence: 0, quote: '', observation: '' };
  return { id, verdict: 'partial', confidence: MAX_UNSURE * share, quote, observation: '', isUncertain: true };
}
