import { confidenceIn, type Fields, isFields, jsonValuesIn, lineIn } from '#language-model/domain/loose-json.ts';
import { unescapeTags } from '#language-model/domain/tagged.ts';
import { placeOf } from '#language-model/domain/wire-ids.ts';
import { trimEnd, trimStart } from '#text/domain/trim-ends.ts';

import type { Evaluation, Point, PointVerdict, Verdict } from '../evaluation.ts';
import { outcomeOf } from '../outcome.ts';
import { foldedWords } from '../own-words.ts';
import { echoesOf, ENVELOPE } from './echoes.ts';

const MAX_QUOTE_LENGTH = 2_000;
const MAX_OBSERVATION_LENGTH = 400;
const MAX_FEEDBACK_LENGTH = 1_200;

/**
 * Parses an evaluator's answer. A missing or invalid part costs only its own point the credit. `message` is the
 * learner's message: quotes are matched to it, and values copied from it are ignored. Null if nothing can be parsed.
 */
export function parseBatchEvaluationResponse(
  text: string,
  points: readonly Point[],
  message?: string,
): Evaluation | null {
  const isEcho = echoesOf(message ?? '');
  const answer = answerIn(jsonValuesIn(text, ENVELOPE).filter((value) => isEmpty(value) || !isEcho(value)));
  if (!answer) return null;
  const verdicts = new Map<string, PointVerdict>();
  for (const entry of answer.entries) {
    const point = pointOf(entry['id'] ?? entry['pointId'], points);
    if (!point || isEcho(entry)) continue;
    const verdict = verdictOf(point, entry, { answer, points, message });
    const known = verdicts.get(point.id);
    verdicts.set(point.id, known ? lesserOf(known, verdict) : verdict);
  }
  return { feedback: lineIn(answer.feedback, MAX_FEEDBACK_LENGTH), verdicts: [...verdicts.values()] };
}

function pointOf(id: unknown, points: readonly Point[]): Point | undefined {
  const place = placeOf(id);
  return place === undefined ? undefined : points[place];
}

interface Answer {
  readonly entries: readonly Fields[];
  readonly recalledIds: readonly unknown[];
  readonly confidences: Fields;
  readonly feedback: unknown;
}

/**
 * The answer's object, a bare list of points, or the points of a truncated answer that are complete. Of several
 * complete answers the last one counts: models correct themselves.
 */
function answerIn(values: readonly unknown[]): Answer | null {
  const objects = values.filter(isFields);
  const whole = objects.findLast((value) => ENVELOPE.some((key) => Array.isArray(value[key]) || isFields(value[key])));
  if (whole)
    return {
      entries: entriesIn(whole['points'] ?? whole['results'] ?? whole['verdicts']),
      recalledIds: listIn(whole['recalledPointIds']),
      confidences: isFields(whole['confidencePerPoint']) ? whole['confidencePerPoint'] : {},
      feedback: whole['feedback'],
    };
  const lists = values.filter((value) => Array.isArray(value));
  const last = lists.findLast((list) => entriesIn(list).some(isVerdict));
  const entries = [...entriesIn(last), ...objects].filter(isVerdict);
  const isEmptyList = lists.some((list) => list.length === 0) && objects.length === 0;
  if (entries.length === 0 && !isEmptyList) return null;
  return { entries, recalledIds: [], confidences: {}, feedback: '' };
}

function isVerdict(entry: Fields): boolean {
  return 'verdict' in entry;
}

/** Such a value grants nothing. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return (
    isFields(value) &&
    Object.values(value).every((inner) => !isFields(inner) && !(Array.isArray(inner) && inner.length > 0))
  );
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function entriesIn(value: unknown): readonly Fields[] {
  if (isFields(value))
    return Object.entries(value).flatMap(([id, entry]) => (isFields(entry) ? [{ id, ...entry }] : []));
  return listIn(value).filter(isFields);
}

interface Context {
  readonly answer: Answer;
  readonly points: readonly Point[];
  readonly message: string | undefined;
}

function verdictOf(point: Point, entry: Fields, { answer, points, message }: Context): PointVerdict {
  const isNamed = answer.recalledIds.some((id) => pointOf(id, points)?.id === point.id);
  const named = Object.entries(answer.confidences).find(([id]) => pointOf(id, points)?.id === point.id)?.[1];
  const confidence = confidenceIn(entry['confidence'] ?? named);
  const quote = typeof entry['quote'] === 'string' ? entry['quote'].slice(0, MAX_QUOTE_LENGTH) : '';
  const missing = lineIn(entry['missing'], MAX_OBSERVATION_LENGTH);
  return {
    id: point.id,
    verdict: verdictIn(entry['verdict']) ?? (isNamed ? 'expressed' : 'absent'),
    confidence,
    quote: asSaid(quote, message),
    observation: lineIn(entry['observation'], MAX_OBSERVATION_LENGTH),
    ...(missing !== '' && { missing }),
  };
}

const VERDICTS: readonly Verdict[] = ['expressed', 'partial', 'contradicted', 'absent'];

function verdictIn(value: unknown): Verdict | undefined {
  const word = typeof value === 'string' ? value.toLowerCase().replace(/[^a-z]/gu, '') : '';
  return VERDICTS.find((verdict) => verdict === word);
}

/**
 * Maps a quote back to the message: decodes escapes, drops surrounding marks and an added full stop. If the middle is
 * left out, returns the longest part, provided the message has all parts.
 */
function asSaid(quote: string, message: string | undefined): string {
  const plain = quote.trim();
  if (message === undefined || message.includes(plain)) return plain;
  const said = foldedWords(message);
  const isSaid = (candidate: string) => said.includes(foldedWords(candidate));
  const unquoted = trimEnd(trimStart(plain, /["“„«'‘]/u), /["”“»'’]/u);
  const bare = unquoted.replace(/^(?:\.{3}|…)\s*|(?<!\s)\s*(?:\.{3}|…)$/gu, '');
  const candidates = [plain, bare, trimEnd(bare, /[\s.,;:!?"”’»)]/u)];
  for (const candidate of candidates.flatMap((one) => [one, unescapeTags(one)]))
    if (candidate !== '' && isSaid(candidate)) return candidate;
  const parts = unescapeTags(bare).split(/(?:\.{3}|…|\[\.{3}\]|\[…\])\s*/u);
  const stretches = parts.map((part) => trimEnd(part, /[\s.,;:!?]/u)).filter((part) => part !== '');
  if (stretches.length < 2 || !stretches.every(isSaid)) return plain;
  return stretches.toSorted((one, other) => other.length - one.length)[0] ?? plain;
}

/** Of two verdicts on one point, the one that grants less. */
function lesserOf(one: PointVerdict, other: PointVerdict): PointVerdict {
  const [isOne, isOther] = [one, other].map((verdict) => outcomeOf(verdict) === 'yes');
  if (isOne !== isOther) return isOne ? other : one;
  return other.confidence < one.confidence ? other : one;
}
