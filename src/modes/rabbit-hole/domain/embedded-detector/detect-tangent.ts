import type { Detection, DetectorMessage, DetectorPoint } from '../detection.ts';
import { detectInTalk } from './detect-in-talk.ts';
import { chanceOf, confidenceOf } from './drift-model.ts';
import { readExchange } from './features/exchange.ts';
import { featuresOf } from './features/features.ts';
import { detectInTutoring } from './tutoring/detect-in-tutoring.ts';
import { shippedModel } from './weights.ts';

/** Scripts without spaces between words, in which nothing is detected. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;
const MAX_UNSPACED = 0.2;

/** Of a longer message only the end is judged, so the time is bounded. */
const MAX_READ_LENGTH = 8_000;

/** Whether the last message leads away: judged by the earlier messages, or by points and tutor if there are points. */
export function detectTangent(given: readonly DetectorMessage[], points: readonly DetectorPoint[]): Detection {
  const messages = given.map(({ author, content }) => ({ author, content: content.slice(-MAX_READ_LENGTH) }));
  const said = messages.at(-1)?.content ?? '';
  const letters = said.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return none('nothing was said');
  if ((said.match(UNSPACED)?.length ?? 0) > letters * MAX_UNSPACED) return none('its words cannot be told apart');
  const exchange = readExchange(messages);
  const chance = chanceOf(featuresOf(exchange), shippedModel);
  const drift = confidenceOf(chance, shippedModel);
  return points.length > 0
    ? detectInTutoring(messages, points, { exchange, drift })
    : detectInTalk(messages, { exchange, drift });
}

function none(reasoning: string): Detection {
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
