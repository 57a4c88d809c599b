import { type Detection, DETECTION_CONFIDENCE, type DetectorMessage } from '../detection.ts';
import type { Exchange } from './features/exchange.ts';
import { nameTopic } from './topic/name-topic.ts';
import { depthOf } from './tutoring/depth.ts';
import { freshIn, groundOf } from './tutoring/ground.ts';
import { wordsThatTell } from './words/read-text.ts';

/** The messages before, as they were read. */
export interface Drifting {
  readonly exchange: Exchange;
  /** The model's confidence that the subject changes; at its threshold it equals the minimum for a detection. */
  readonly drift: number;
}

/** A conversation about anything: only the trained drift decides. */
export function detectInTalk(messages: readonly DetectorMessage[], { exchange, drift }: Drifting): Detection {
  const isRabbithole = drift >= DETECTION_CONFIDENCE;
  const earlier = messages.slice(0, -1).map(({ content }) => content);
  const ground = groundOf(exchange.earlier.map(({ words }) => words.map(({ raw }) => raw).join(' ')));
  const freshest = exchange.last.sentences
    .map((sentence) => ({ sentence, fresh: freshIn(wordsThatTell(sentence), ground) }))
    .reduce((best, each) => (each.fresh.weight > best.fresh.weight ? each : best), {
      sentence: exchange.last.sentences.at(-1),
      fresh: freshIn([], ground),
    });
  const naming = { freshStems: new Set(freshest.fresh.words.map(({ stem }) => stem)), otherTexts: earlier };
  return {
    isRabbithole,
    topic: isRabbithole ? nameTopic(freshest.sentence?.raw ?? '', naming) : '',
    depth: depthOf(exchange.last.content, ground),
    relatedToCurrentPoint: false,
    relatedRecallPointIds: [],
    confidence: drift,
    reasoning: `drift ${drift.toFixed(2)}, new: ${freshest.fresh.words.map(({ form }) => form).join(' ') || 'nothing'}`,
  };
}
