import { type Detection, DETECTION_CONFIDENCE, type DetectorMessage, type DetectorPoint } from '../../detection.ts';
import type { Drifting } from '../detect-in-talk.ts';
import { nameTopic } from '../topic/name-topic.ts';
import { type Sentence, wordsThatTell } from '../words/read-text.ts';
import { type Curiosity, curiosityOf } from './curiosity.ts';
import { depthOf } from './depth.ts';
import { type Freshness, freshIn, type Ground, groundOf, isOnGround } from './ground.ts';

/** Minimum amount of new telling words. A yes-or-no question is often an uncertain answer. */
const NEEDED: Readonly<Record<Curiosity, number>> = {
  none: Infinity,
  'yes-or-no': 1.9,
  heard: 1.9,
  open: 1,
  told: 0.9,
};
const MIN_SHARE = 0.3;
/** How much of that minimum a confident drift replaces. */
const DRIFT_WORTH = 0.3;
const TUTOR_MESSAGES = 2;

interface Judged {
  readonly sentence: Sentence;
  readonly curiosity: Curiosity;
  readonly fresh: Freshness;
  /** 1 or more means a tangent. */
  readonly ratio: number;
}

/**
 * Judges a message of a learner who is asked about points. Without a question or curiosity it is an answer, right or
 * wrong. A question leads away if it contains enough that is in neither the points nor the tutor's last words.
 */
export function detectInTutoring(
  messages: readonly DetectorMessage[],
  points: readonly DetectorPoint[],
  { exchange, drift }: Drifting,
): Detection {
  const asked = messages
    .slice(0, -1)
    .filter(({ author }) => author === 'assistant')
    .slice(-TUTOR_MESSAGES)
    .map(({ content }) => content);
  const pointGrounds = points.map((point) => ({ point, ground: groundOf([point.text]) }));
  const ground = groundOf([...asked, ...points.map(({ text }) => text)]);
  const judged = exchange.last.sentences.map((sentence, at) => judge(sentence, at > 0, { ground, drift }));
  const best = judged.reduce<Judged | null>((most, each) => (most && most.ratio >= each.ratio ? most : each), null);
  const isRabbithole = best !== null && best.ratio >= 1;
  const content = best ? wordsThatTell(best.sentence) : [];
  const telling = content.filter(({ weight }) => weight === 1);
  const related = pointGrounds.filter((each) => telling.some((word) => isOnGround(word, each.ground)));
  return {
    isRabbithole,
    topic: isRabbithole ? nameTopic(best.sentence.raw, namingOf(best, messages, points)) : '',
    depth: depthOf(content, ground),
    relatedToCurrentPoint: related.some(({ point }) => point.isCurrent),
    relatedRecallPointIds: related.map(({ point }) => point.id),
    confidence: confidenceOf(best?.ratio ?? 0),
    reasoning: best ? reasonsOf(best, drift) : 'nothing was said',
  };
}

function judge(sentence: Sentence, isLater: boolean, { ground, drift }: { ground: Ground; drift: number }): Judged {
  const curiosity = curiosityOf(sentence, isLater);
  const fresh = freshIn(wordsThatTell(sentence), ground);
  const needed = NEEDED[curiosity] - DRIFT_WORTH * Math.max(0, drift - DETECTION_CONFIDENCE);
  return { sentence, curiosity, fresh, ratio: Math.min(fresh.weight / needed, fresh.share / MIN_SHARE) };
}

/** The detection minimum at ratio 1, nearly certain at 3. */
function confidenceOf(ratio: number): number {
  return ratio < 1 ? ratio * (DETECTION_CONFIDENCE - 0.01) : Math.min(0.95, DETECTION_CONFIDENCE + (ratio - 1) * 0.175);
}

function namingOf({ fresh }: Judged, messages: readonly DetectorMessage[], points: readonly DetectorPoint[]) {
  return {
    freshStems: new Set(fresh.words.map(({ stem }) => stem)),
    otherTexts: [...points.map(({ text }) => text), ...messages.slice(0, -1).map(({ content }) => content)],
  };
}

function reasonsOf({ curiosity, fresh }: Judged, drift: number): string {
  const words = fresh.words.map(({ form }) => form).join(' ') || 'nothing';
  return `asks: ${curiosity}, drift ${drift.toFixed(2)}, new (${fresh.share.toFixed(2)}): ${words}`;
}
