import { type Detection, DETECTION_CONFIDENCE, type DetectorMessage, type DetectorPoint } from '../detection.ts';
import { type Curiosity, curiosityOf } from './curiosity.ts';
import { type Freshness, freshIn, type Ground, groundOf, isOnGround } from './ground.ts';
import { nameTopic } from './name-tangent.ts';
import { readText, type Sentence, wordsThatTell } from './read-text.ts';

/** Scripts without spaces between words. Nothing is detected in them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;
const MAX_UNSPACED = 0.2;
/** Bounds the time: only the end of a longer message and the first of many points are read. */
const MAX_READ_LENGTH = 8_000;
const MAX_POINTS = 4_500;
/** Minimum weight of new telling words. A yes-or-no question is often an uncertain answer. */
const NEEDED: Readonly<Record<Curiosity, number>> = {
  none: Infinity,
  'yes-or-no': 1.9,
  heard: 1.9,
  open: 1,
  told: 0.9,
};
const MIN_SHARE = 0.3;
const TUTOR_MESSAGES = 2;
/** Without points, a tangent is a message that leads away from the conversation. */
const TALK_MESSAGES = 12;

interface Judged {
  readonly sentence: Sentence;
  readonly curiosity: Curiosity;
  readonly fresh: Freshness;
  /** A value of 1 or more means a tangent. */
  readonly ratio: number;
}

/**
 * Whether a person's last message leads away. Without a question or curiosity it is an answer, right or wrong. A
 * question leads away if enough of its content is in neither the points nor the tutor's last message.
 */
export function detectTangent(given: readonly DetectorMessage[], all: readonly DetectorPoint[]): Detection {
  const points = all.filter(({ isCurrent }, index) => isCurrent || index < MAX_POINTS);
  const messages = given.map(({ author, content }) => ({ author, content: content.slice(-MAX_READ_LENGTH) }));
  const said = messages.at(-1)?.content ?? '';
  const letters = said.match(/\p{L}/gu)?.length ?? 0;
  const isUnspaced = (said.match(UNSPACED)?.length ?? 0) > letters * MAX_UNSPACED;
  const ground = groundOf([...earlierOf(messages, points.length > 0), ...points.map(({ text }) => text)]);
  const judged = isUnspaced ? [] : readText(said).sentences.map((sentence, at) => judge(sentence, at > 0, ground));
  const [first, ...others] = judged;
  if (!first) return nothingIn(isUnspaced ? 'its words cannot be told apart' : 'nothing was said');
  const best = others.reduce((most, each) => (most.ratio >= each.ratio ? most : each), first);
  const isRabbithole = best.ratio >= 1;
  const telling = wordsThatTell(best.sentence).filter(({ weight }) => weight === 1);
  const related = points.filter(({ text }) => {
    const ofPoint = groundOf([text]);
    return telling.some((word) => isOnGround(word, ofPoint));
  });
  return {
    isRabbithole,
    topic: isRabbithole ? nameTopic(best.sentence.raw, best.fresh.words) : '',
    depth: telling.some((word) => isOnGround(word, ground)) ? 1 : 2,
    relatedToCurrentPoint: related.some(({ isCurrent }) => isCurrent),
    relatedRecallPointIds: related.map(({ id }) => id),
    confidence: confidenceOf(best.ratio),
    reasoning: reasonsOf(best),
  };
}

function earlierOf(messages: readonly DetectorMessage[], hasPoints: boolean): readonly string[] {
  const before = messages.slice(0, -1);
  const heard = hasPoints ? before.filter(({ author }) => author === 'assistant').slice(-TUTOR_MESSAGES) : before;
  return heard.slice(-TALK_MESSAGES).map(({ content }) => content);
}

function judge(sentence: Sentence, isLater: boolean, ground: Ground): Judged {
  const curiosity = curiosityOf(sentence, isLater);
  const fresh = freshIn(wordsThatTell(sentence), ground);
  return { sentence, curiosity, fresh, ratio: Math.min(fresh.weight / NEEDED[curiosity], fresh.share / MIN_SHARE) };
}

/** The minimum for detection at ratio 1, nearly certain at 3. */
function confidenceOf(ratio: number): number {
  return ratio < 1 ? ratio * (DETECTION_CONFIDENCE - 0.01) : Math.min(0.95, DETECTION_CONFIDENCE + (ratio - 1) * 0.175);
}

function reasonsOf({ curiosity, fresh }: Judged): string {
  const words = fresh.words.map(({ form }) => form).join(' ') || 'nothing';
  return `asks: ${curiosity}, new (${fresh.share.toFixed(2)}): ${words}`;
}

function nothingIn(reasoning: string): Detection {
  return {
    isRabbithole: false,
    topic: '',
    depth: 1,
    relatedToCurrentPoint: false,
    relatedRecallPointIds: [],
    confidence: 0,
    reasoning,
  };
}
