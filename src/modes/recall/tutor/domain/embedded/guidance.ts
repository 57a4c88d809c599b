import type { SpokenMessage } from '#session/domain/spoken.ts';
import { isGerman } from '#text/domain/language.ts';
import { trimEnds } from '#text/domain/trim-ends.ts';

import { NEXT_TURN } from '../../../asking/domain/cards/answer-card.ts';
import { recalledNeighbour } from '../../../asking/domain/cue-ladder.ts';
import { isQuestion, isSmallTalk } from '../../../asking/domain/failed-attempt.ts';
import { foldedMessage, isFiller } from '../../../asking/domain/intent.ts';
import type { AskedQuestion } from '../../../asking/domain/questions.ts';
import type { LastEvaluation, RecallState } from '../../../asking/domain/recall-state.ts';
import type { Point, PointVerdict } from '../../../evaluator/domain/evaluation.ts';
import { leadsOf } from './leads.ts';

/**
 * it: recalled what was asked for; several: more than one point; other: a point that was not asked for; part, unsure,
 * wrong: about the point to ask for now; nothing, nothing-of-it: no point was found, or not the one asked for;
 * question: it asks back; none: nothing to respond to, or nothing is known about it; agreed, declined: the answer to a
 * self-check.
 */
export type HeardKind =
  | 'it'
  | 'several'
  | 'other'
  | 'part'
  | 'unsure'
  | 'wrong'
  | 'nothing'
  | 'nothing-of-it'
  | 'question'
  | 'none'
  | 'agreed'
  | 'declined';

/** The result of the last message, as far as a reply may say it. */
export interface Heard {
  readonly kind: HeardKind;
  /** The person's words about the point to ask for now; may be empty. */
  readonly quote: string;
}

/** Data for one reply that only the embedded tutor needs: all of it may be said. */
export interface Guidance {
  readonly heard: Heard;
  /** The noun phrase that introduces the point to ask for; empty if any would give away too much. */
  readonly lead: string;
  /** The noun phrase of a recalled neighbour of that point. */
  readonly neighbour: { readonly lead: string; readonly isBefore: boolean } | null;
  readonly isGerman: boolean;
}

export const NO_GUIDANCE: Guidance = {
  heard: { kind: 'none', quote: '' },
  lead: '',
  neighbour: null,
  isGerman: false,
};

interface Turn {
  /** Of the set of the point to ask for. */
  readonly title: string;
  readonly points: readonly Point[];
  readonly state: RecallState;
  readonly plan: AskedQuestion;
  readonly reading: LastEvaluation | null;
  readonly history: readonly SpokenMessage[];
}

/** Messages of the person that show which language they write. */
const SAMPLED_MESSAGES = 6;
const SAMPLED_POINTS = 40;

export function guidanceFor(turn: Turn): Guidance {
  const { title, points, state, plan } = turn;
  const pointId = plan.probe?.pointId;
  const leads = leadsOf(points, title);
  const isRecalled = (id: string) => state.recalledIds.includes(id);
  const found = pointId === undefined ? null : recalledNeighbour(points, { pointId, isRecalled });
  const lead = found ? (leads.get(found.point.id) ?? '') : '';
  return {
    heard: heardIn(turn),
    lead: pointId === undefined ? '' : (leads.get(pointId) ?? ''),
    neighbour: found && lead !== '' ? { lead, isBefore: found.isBefore } : null,
    isGerman: isGermanTalk(turn),
  };
}

/** Whether the points or the person are German. */
export function isGermanTalk({ title, points, history }: Pick<Turn, 'title' | 'points' | 'history'>): boolean {
  const theirs = history.filter(({ author }) => author === 'person').slice(-SAMPLED_MESSAGES);
  return isGermanSet(title, points) || isGerman(theirs.map(({ content }) => content).join('\n'));
}

export function isGermanSet(title: string, points: readonly Point[]): boolean {
  const texts = points.slice(0, SAMPLED_POINTS).flatMap(({ text, context }) => [context, text]);
  return isGerman([title, ...texts].join('\n'));
}

const NOTHING: Heard = { kind: 'none', quote: '' };

function heardIn({ state, plan, reading, history }: Turn): Heard {
  if (plan.replyTo.startsWith(NEXT_TURN)) return afterSelfCheck(state);
  if (plan.isUnread || !reading || reading.failure || plan.intent !== 'answers') return NOTHING;
  const content = history.at(-1)?.author === 'person' ? (history.at(-1)?.content ?? '') : '';
  const asked = reading.askedFor ?? null;
  const { recalledIds, verdicts, askedRung } = reading;
  if (recalledIds.length > 1) return { kind: 'several', quote: '' };
  if (recalledIds.length === 1) {
    // An open question about the whole set is answered by any of its points.
    const isAnswer = askedRung === 'open' || asked === null || recalledIds.includes(asked);
    return { kind: isAnswer ? 'it' : 'other', quote: '' };
  }
  if (isQuestion(content)) return { kind: 'question', quote: '' };
  const near = verdicts.find(({ id }) => id === (plan.probe?.pointId ?? asked)) ?? null;
  if (near && (near.verdict !== 'absent' || near.isUncertain))
    return { kind: kindOf(near), quote: shortQuote(near.quote) };
  if (isSmallTalk(content) || isFiller(foldedMessage(content))) return NOTHING;
  if (asked === null) return NOTHING;
  return { kind: askedRung === 'open' ? 'nothing' : 'nothing-of-it', quote: '' };
}

function afterSelfCheck({ selfCheckAnswers }: RecallState): Heard {
  const answer = Object.values(selfCheckAnswers).at(-1);
  if (answer === undefined) return NOTHING;
  return { kind: answer ? 'agreed' : 'declined', quote: '' };
}

/** The embedded evaluator's note where it found no number, negation or contrary. */
const WITHOUT_EVIDENCE = /what was said does not fit/u;

/** A part that code finds missing for certain. */
const CERTAIN = new Set(['a number', 'a name', 'a time', 'a place']);

function kindOf({ verdict, observation, isUncertain, missing }: PointVerdict): HeardKind {
  if (verdict === 'partial' || (verdict === 'expressed' && CERTAIN.has(missing ?? ''))) return 'part';
  const isPlain = verdict === 'contradicted' && !isUncertain && !WITHOUT_EVIDENCE.test(observation);
  return isPlain ? 'wrong' : 'unsure';
}

const MAX_QUOTE_LENGTH = 70;

/** A quotation that reads well inside a sentence and holds no number, which could complete a point; else empty. */
function shortQuote(quote: string): string {
  const text = trimEnds(quote, /[\s.,;:]/u);
  const isPlain = text.length <= MAX_QUOTE_LENGTH && !/[“”„"?!_\n<>\d]|\. /u.test(text);
  return isPlain ? text : '';
}
