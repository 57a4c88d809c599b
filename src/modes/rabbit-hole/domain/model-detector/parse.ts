import { cleanText } from '#kernel/clean-text.ts';
import {
  confidenceIn,
  type Fields,
  isFields,
  jsonValuesIn,
  lineIn,
  numberIn,
} from '#language-model/domain/loose-json.ts';
import { unescapeTags } from '#language-model/domain/tagged.ts';
import { placeOf } from '#language-model/domain/wire-ids.ts';
import { functionWords } from '#text/domain/function-words.ts';
import { foldForm } from '#text/domain/stems.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

import type { Depth, Detection } from '../detection.ts';

const MAX_NAME_LENGTH = 60;
/** Maximum number of words; the prompt asks for six. */
const MAX_WORDS = 8;
/** Characters that are invisible or change the text direction. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const SENTENCE_END = /[.!?…](?=\s|$)|[。！？؟।]/u;
const CLAUSE_END = /[:;,(（、，：；]|\s[-–—]\s/u;

const MAX_REASONING_LENGTH = 400;

/**
 * Parses a detector's answer. Missing or invalid values grant the least: no confidence, no point. A tangent
 * without a usable name has an empty topic. Null if nothing can be parsed.
 */
export function parseDetection(response: string, pointIds: readonly string[]): Detection | null {
  const found = jsonValuesIn(response, KEYS)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value) => isFields(value) && KEY in value) as Fields[];
  // Of several answers take the one with the least weight, because another may be copied from the message.
  const [answer] = found.toSorted((one, other) => weightOf(one) - weightOf(other));
  if (!answer) return null;
  const topic = typeof answer['topic'] === 'string' ? topicName(unescapeTags(answer['topic'])) : '';
  const isRabbithole = isTrue(answer[KEY]);
  return {
    isRabbithole,
    topic: isRabbithole ? topic : '',
    depth: depthOf(answer['depth']),
    relatedToCurrentPoint: isTrue(answer['relatedToCurrentPoint']),
    relatedRecallPointIds: idsOf(answer['relatedRecallPointIds'], pointIds),
    confidence: confidenceIn(answer['confidence']),
    reasoning: lineIn(answer['reasoning'], MAX_REASONING_LENGTH),
  };
}

const KEY = 'isRabbithole';
/** Keys that the answer can begin with. */
const KEYS = [KEY, 'topic', 'depth', 'confidence', 'reasoning'] as const;

function weightOf(answer: Fields): number {
  return isTrue(answer[KEY]) ? 1 + confidenceIn(answer['confidence']) : 0;
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');
}

/** The nearest valid depth; 1 if missing. */
function depthOf(value: unknown): Depth {
  const depth = Math.round(numberIn(value));
  return depth >= 3 ? 3 : depth === 2 ? 2 : 1;
}

function idsOf(value: unknown, pointIds: readonly string[]): readonly string[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const places = given.map(placeOf).filter((place) => place !== undefined);
  return [...new Set(places.flatMap((place) => pointIds[place] ?? []))];
}

/**
 * The name in a model's text: one line without surrounding marks. Of longer text, the part before the first break, or
 * else its first words. Empty only without letters and digits.
 */
function topicName(given: string): string {
  const line = cleanText(given)
    .replace(UNSEEN, '')
    .split('\n')
    .map((each) => withoutMarks(each.replace(/\s+/gu, ' ')))
    .find((each) => each !== '');
  if (line === undefined) return '';
  const beginning = withoutMarks(line.split(SENTENCE_END)[0] ?? '');
  const candidates = [beginning, withoutMarks(beginning.split(CLAUSE_END)[0] ?? '')];
  return candidates.find(isTopicName) ?? shortenedName(candidates.at(-1) ?? '');
}

function shortenedName(text: string): string {
  const words = text.split(' ').slice(0, MAX_WORDS);
  while (words.length > 1 && words.join(' ').length > MAX_NAME_LENGTH) words.pop();
  while (words.length > 1 && functionWords.has(foldForm(words.at(-1) ?? ''))) words.pop();
  const name = withoutMarks(
    Array.from(words.join(' ')).slice(0, MAX_NAME_LENGTH).join('').slice(0, MAX_NAME_LENGTH).toWellFormed(),
  );
  return /[\p{L}\p{N}]/u.test(name) ? name : '';
}

function isTopicName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && text.length <= MAX_NAME_LENGTH && text.split(' ').length <= MAX_WORDS;
}

function withoutMarks(text: string): string {
  const begun = text.replace(/^(?:[\s*_`#>"'“”„«»‘’-]|topic\s*:)+/iu, '');
  return trimEnd(begun, /[\s*_`"'“”„«»‘’.,;:!?…。！？؟।-]/u);
}
