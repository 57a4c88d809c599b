import type { Entries } from '#kernel/entries.ts';
import type { Problem } from '#session/protocol.ts';

import type { Evaluation, Point, PointVerdict } from '../../evaluator/domain/evaluation.ts';
import type { Rating } from '../../scheduling/domain/reviews/rating.ts';
import type { HelpKind, RecallView } from '../protocol.ts';
import { type AskedQuestion, shownQuestion } from './questions.ts';
import type { Cue, Intent, Rung } from './rung.ts';

/** The state of a recall session. The browser has it without `hidden`. */
export interface RecallState extends RecallView {
  readonly hidden?: RecallHidden;
}

export interface RecallHidden {
  /** The points as they were when the session began, in its order. */
  readonly points: readonly Point[];
  /** A model is the tutor, as of the last message: code climbs the ladder of cues for it. */
  readonly hasModelTutor?: boolean;
  /** The sets of a session on several sets, in order. Absent in a session on one set. */
  readonly sets?: readonly SessionSet[];
  readonly progress: Readonly<Record<string, PointProgress>>;
  /** Messages not evaluated yet, normally none or one. */
  readonly unread: readonly string[];
  /** Messages whose evaluation failed once: they are evaluated again together with the next message. */
  readonly toReadAgain: readonly string[];
  /** Ids in both lists that belong to a rabbit hole. */
  readonly unreadInside: readonly string[];
  /** The state of the rabbit hole that is open or was left last. */
  readonly inside: Inside;
  /** The seq of the first message in a rabbit hole that was written after seeing words of the reply under way there. */
  readonly insideSeenFrom: number | null;
  /** Messages not evaluated yet, each with its seq and the question that was visible when it was sent. */
  readonly answering: Entries<Answering>;
  /** Messages created by a help button, with its kind. */
  readonly help: Entries<{ readonly kind: HelpKind }>;
  /** The last question, and earlier ones that were shown or answered last. Not empty once a session has begun. */
  readonly questions: readonly AskedQuestion[];
  /** The latest other questions, oldest first. Absent without any. */
  readonly before?: readonly AskedQuestion[];
  /** The last message that counted as an answer to a question. Detecting a tangent in it reverts that. */
  readonly lastAnswer: { readonly messageId: string; readonly pointId: string } | null;
  /** The last message with a detected tangent: it is not a failed answer. */
  readonly tangentIn: string | null;
  /** The points whose question the person skipped, and the message that skipped it. */
  readonly skipped?: Entries<Skipped>;
  /** The hidden part of each compare card. */
  readonly cards: Entries<ShownHidden>;
  /** Points that a compare card or a self-check showed before they were recalled. */
  readonly shownIds: readonly string[];
  /** Reasons of failed evaluations that were reported: each is reported once per session. */
  readonly notedTroubles: readonly string[];
}

interface Skipped {
  readonly pointId: string;
  /** It was the last point left to ask for. */
  readonly isLast?: boolean;
}

/** One of the sets of a session, with its state at the session's start. */
interface SessionSet {
  readonly id: string;
  readonly title: string;
  readonly pointIds: readonly string[];
}

interface Inside {
  /** Points recalled by messages inside it. */
  readonly recalledIds: readonly string[];
  /** The message evaluated last. */
  readonly lastRead: string | null;
  /** Why a message could not be evaluated completely: reported after the hole is left. */
  readonly trouble: Problem | null;
  /** The message was still evaluated: in part, or by the embedded evaluator. */
  readonly isRead?: boolean;
}

interface Answering {
  readonly seq: number;
  readonly pointId: string | null;
  readonly rung: Rung | null;
}

export interface PointProgress {
  /** Number of times the point was asked for, counting only questions with an evaluated answer, over all rungs. */
  readonly asked: number;
  /** The seq of the last reply that asked for it; 0 before the first. */
  readonly askedAt: number;
  /** Messages from this seq on follow a cue that was seen; null without one. */
  readonly hintedAt: number | null;
  /** The same for each rung above the open question whose cue was seen. */
  readonly cuedAt?: Readonly<Partial<Record<Cue, number>>>;
  /** The first reply that gave it away, and when, in ms. */
  readonly toldBy: string | null;
  readonly toldAt: number | null;
  /** Messages from this seq on were written after the person saw the telling or asked for it. Absent means 0. */
  readonly toldFrom?: number;
  /** Messages from this seq on were written after a rabbit hole or a self-check showed it. Absent without one. */
  readonly exposedFrom?: number;
  /** The seq of the last exposure. */
  readonly exposedLast?: number;
}

export interface LastEvaluation {
  readonly messageId: string;
  readonly recalledIds: readonly string[];
  readonly verdicts: readonly PointVerdict[];
  readonly feedback: string;
  /** The point whose question was visible when the message was sent. */
  readonly askedFor?: string | null;
  /** The rung of that question. */
  readonly askedRung?: Rung | null;
  /** Why the message could not be evaluated. */
  readonly failure?: Problem;
}

/** The task of a reply, decided by code before the tutor is asked. */
export interface ReplyPlan {
  readonly intent: Intent;
  readonly probe: { readonly pointId: string; readonly rung: Rung; readonly asked: number } | null;
  readonly isNewPoint: boolean;
  readonly tellId: string | null;
  readonly verdictOnLast: PointVerdict['verdict'] | null;
  /** The set in free recall: all of its points at once. */
  readonly freeSetId?: string;
  /** The message was no attempt: the question stays, and the reply offers help. */
  readonly isOffer?: true;
  /** The message was, word for word, a point that had been recalled or shown. */
  readonly isPast?: true;
  /** It answers a question at an open card, which stays open. */
  readonly keepsCard?: true;
  /** The set that was asked for last, if nothing is left to ask for. */
  readonly lastSetId?: string;
  /** The point whose question the message skipped. */
  readonly skipped?: Skipped;
  /** Older sessions: it follows up on a point that the message nearly expressed. */
  readonly isFollowing?: true;
  /** Planned although the message could not be evaluated. */
  readonly isUnread?: true;
  /** The title of the set that the question changes to. Absent if the set stays the same. */
  readonly newSubject?: string;
  /** Older sessions: the reply is a self-check: it quotes this point and asks whether the message expressed it. */
  readonly selfCheck?: { readonly pointId: string };
}

/** The hidden part of each event of recall. */
export interface StartedHidden {
  readonly points: readonly Point[];
  /** Present in a session on several sets. */
  readonly sets?: readonly SessionSet[];
  readonly hasModelTutor?: true;
  readonly plan: ReplyPlan;
}
export interface EvaluatedHidden {
  readonly verdicts: readonly PointVerdict[];
  readonly feedback: string;
  readonly failure?: Problem;
  /** Why it was evaluated only in part, or by the embedded evaluator instead of a model. */
  readonly trouble?: Problem;
  /** The message could not be evaluated, but clearly asked for help or said that nothing came to mind. */
  readonly isPlea?: true;
  /** It did not recall the asked point, but is not a failed attempt. */
  readonly isNoMiss?: true;
  readonly hasModelTutor?: true;
}
export interface RecalledHidden {
  readonly messageId: string;
  readonly confidence: number;
  readonly quote: string;
  /** 1 again, 2 hard, 3 good. Only the person can set 4, easy. */
  readonly rating: Rating;
  /** The last cue that was visible before the message; absent without one. */
  readonly cue?: Cue;
  /** The rating is Again because of that cue, and not because the point was told. */
  readonly isHelped?: true;
  /** The person judged their answer in a self-check. */
  readonly isSelfChecked?: true;
  /** The point had been told in a rabbit hole: it earns no passing review that day. */
  readonly isExposed?: true;
}
export interface ShownHidden {
  /** The point whose question the compared message answered, or that the person asked to see. */
  readonly askedId: string | null;
  /** The message to compare, or the message that asked to see a point, and its seq. */
  readonly saidBy: string;
  readonly saidAt: number;
  /** It was shown without an attempt. */
  readonly isUntried?: true;
  /** Other verdicts that came near: shown when no card is open. */
  readonly rest?: readonly PointVerdict[];
}
/**
 * `asked`: the person asked for it; `failed`: every cue failed; `given-away`: the tutor revealed it unasked;
 * `rabbit-hole`: revealed in a rabbit hole; `self-check`: quoted to ask the person whether they meant it.
 */
export interface ToldHidden {
  readonly pointId: string;
  readonly why: 'asked' | 'failed' | 'given-away' | 'rabbit-hole' | 'self-check';
  /** The person asked for it, and the reply ended before telling it. */
  readonly isOwed?: true;
}

/** The turn is the tutor's own and answers no message. `recalledIds`: points that the person has just decided on. */
export interface ReopenedHidden {
  readonly isOwn: true;
  readonly recalledIds?: readonly string[];
  /** Older logs: the single point instead of a list. */
  readonly recalledId?: string;
}

/** The result of preparing a reply: one evaluation per message. */
export interface Preparation {
  readonly readings: readonly PreparedReading[];
  readonly hasModelTutor: boolean;
}

/** The types that the two halves of the mode exchange. */
export interface RecallTypes {
  readonly state: RecallState;
  readonly preparation: Preparation;
  readonly report: RecallReport;
}
export type PreparedReading =
  | { readonly messageId: string; readonly evaluation: Evaluation; readonly instead?: Problem }
  | { readonly messageId: string; readonly failure: Problem };

/** Reports of the server half, at any time. */
export type RecallReport = CardAnswerTakenBack | SelfCheckTakenBack | TutorFailed;

interface CardAnswerTakenBack {
  readonly cardId: string;
  readonly pointId: string;
}

interface SelfCheckTakenBack {
  readonly pointId: string;
  readonly messageId: string;
}

/** The tutor's model failed, and the embedded tutor finished the reply. */
export interface TutorFailed {
  readonly problem: Problem;
}

/** The number of open rows of the last card. */
export function openRowsOf({ cards }: Pick<RecallState, 'cards'>): number {
  return cards.at(-1)?.rows.filter(({ decision }) => decision === null).length ?? 0;
}

export function unchecked(state: RecallState): readonly Point[] {
  return state.hidden?.points.filter((point) => !state.recalledIds.includes(point.id)) ?? [];
}

export function progressOf(hidden: RecallHidden, pointId: string): PointProgress {
  // Clients can choose ids, so one like `constructor` must not find an inherited property.
  const known = Object.hasOwn(hidden.progress, pointId) ? hidden.progress[pointId] : undefined;
  return known ?? { asked: 0, askedAt: 0, hintedAt: null, toldBy: null, toldAt: null };
}

/** Neither told nor shown, on the trunk or in a rabbit hole. */
export function isUntold(hidden: RecallHidden, pointId: string): boolean {
  const { toldBy, exposedFrom } = progressOf(hidden, pointId);
  return toldBy === null && exposedFrom === undefined;
}

/** Untold, and not decided as "Not quite" on a card: a ticked row shows its point too. */
export function isUnseen({ hidden, cards }: Pick<RecallState, 'hidden' | 'cards'>, pointId: string): boolean {
  const isMissed = cards.some(({ rows }) => rows.some((row) => row.pointId === pointId && row.decision === 'missed'));
  return hidden !== undefined && isUntold(hidden, pointId) && !isMissed;
}

/** Whether the point asked for was told in a rabbit hole, or quoted by a self-check, after its question was shown. */
export function wasToldSinceAsked(hidden: RecallHidden): boolean {
  const shown = shownQuestion(hidden);
  if (!shown?.probe) return false;
  return (progressOf(hidden, shown.probe.pointId).exposedLast ?? 0) > shown.shownAt;
}
