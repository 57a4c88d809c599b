import type { Problem } from '#session/protocol.ts';

import type { Evaluation, Point, PointVerdict } from '../../evaluator/domain/evaluation.ts';
import type { HelpKind, RecallView } from '../protocol.ts';
import type { Intent, Rung } from './rung.ts';

/** A recall session's state. The browser holds it without `hidden`. */
export interface RecallState extends RecallView {
  readonly hidden?: RecallHidden;
}

export interface RecallHidden {
  /** As the session froze them when it began, in its own order. */
  readonly points: readonly Point[];
  readonly progress: Readonly<Record<string, PointProgress>>;
  /** Messages of the person that were not read yet: normally none or one. */
  readonly unread: readonly string[];
  /** Of these, those said in a rabbit hole, with its thread. */
  readonly unreadInside: Readonly<Record<string, string>>;
  /** Of the rabbit hole that is open, or was left last. */
  readonly inside: Inside;
  /** The first message that was said in a rabbit hole by somebody who saw words of the reply under way there. */
  readonly insideSeenFrom: number | null;
  /** The messages that were not read yet, each with its place and the point that was asked for when it was said. */
  readonly answering: Readonly<Record<string, Answering>>;
  /** Messages that were a button pressed for help, not words: which one, by message. */
  readonly help: Readonly<Record<string, HelpKind>>;
  readonly lastReading: Reading | null;
  readonly lastPlan: StartedPlan | null;
  /** The last plan that came to words: what it asked was seen, and nothing of a later one was. */
  readonly shownPlan: ShownPlan | null;
  /** A point that was to be told and is not told yet: the next reply tells it. */
  readonly toTell: string | null;
  /** Why evaluations failed: each reason is told once a session, not at every message. */
  readonly notedTroubles: readonly string[];
}

interface Inside {
  /** What was recalled by words that were said there. */
  readonly recalledIds: readonly string[];
  /** The message that was read last. */
  readonly lastRead: string | null;
  /** Why one could not be read, or only in part: told once the hole is left. */
  readonly trouble: Problem | null;
}

interface Answering {
  readonly seq: number;
  readonly pointId: string | null;
  readonly rung: Rung | null;
}

export interface PointProgress {
  /** How often it was asked for and an answer that could be read recalled or missed it, over all rungs. */
  readonly asked: number;
  /** The seq of the reply that asked for it last; 0 before that. */
  readonly askedAt: number;
  /** What is said from this seq on comes after a cue that was seen, or after a message that came near; null for none. */
  readonly hintedAt: number | null;
  /** The reply that gave it away first, and when, in milliseconds. */
  readonly toldBy: string | null;
  readonly toldAt: number | null;
  /** What is said from this seq on was said by somebody who saw it told, or had asked for it; 0 if not given. */
  readonly toldFrom?: number;
  /** What is said from this seq on was said by somebody who saw it told in a rabbit hole; left out for not told there. */
  readonly exposedFrom?: number;
  /** The seq at which it was told in one last. */
  readonly exposedLast?: number;
}

/** What the last message read came to. */
export interface Reading {
  readonly messageId: string;
  readonly recalledIds: readonly string[];
  readonly verdicts: readonly PointVerdict[];
  readonly feedback: string;
  /** The point whose question stood there when it was said. */
  readonly askedFor?: string | null;
  /** Why it could not be read. */
  readonly failure?: Problem;
}

/** What a reply sets out to do: decided by code before any tutor sees it. */
export interface ReplyPlan {
  readonly intent: Intent;
  readonly probe: { readonly pointId: string; readonly rung: Rung; readonly asked: number } | null;
  readonly isNewPoint: boolean;
  readonly tellId: string | null;
  readonly verdictOnLast: PointVerdict['verdict'] | null;
  /** Made though the message could not be read. */
  readonly isUnread?: true;
}

/** A plan with the reply that carries it out, and the seq of that reply's beginning. */
export interface StartedPlan extends ReplyPlan {
  readonly replyTo: string;
  readonly replyId: string;
  /** The reply, cut by its limit, that it goes on with. */
  readonly continues?: string;
  readonly seq: number;
}

/** A plan of whose reply words were shown. */
interface ShownPlan extends StartedPlan {
  /** What is said from this seq on was said by somebody who saw them. */
  readonly shownAt: number;
}

/** 1 again, 2 hard, 3 good: what a recalled point is graded. Easy only ever comes from the person. */
export type RecallRating = 1 | 2 | 3;

/** What hides in each event. */
export interface StartedHidden {
  readonly points: readonly Point[];
  readonly plan: ReplyPlan;
}
export interface EvaluatedHidden {
  readonly verdicts: readonly PointVerdict[];
  readonly feedback: string;
  readonly failure?: Problem;
  /** Why it was read only in part. */
  readonly trouble?: Problem;
  /** Though nobody could judge it, it plainly said that nothing came to mind, or asked for help. */
  readonly isPlea?: true;
  /** It recalled nothing of what was asked for, and missed nothing either. */
  readonly isNoMiss?: true;
}
export interface RecalledHidden {
  readonly messageId: string;
  readonly confidence: number;
  readonly quote: string;
  readonly rating: RecallRating;
  /** It had been told in a rabbit hole: on that day it earns no passing review. */
  readonly isExposed?: true;
}
/**
 * `asked`: by the person; `failed`: every cue failed; `given-away`: the tutor said it unasked; `rabbit-hole`: it was said
 * in one.
 */
export interface ToldHidden {
  readonly pointId: string;
  readonly why: 'asked' | 'failed' | 'given-away' | 'rabbit-hole';
  /** It was asked for, and the reply ended before it was said. */
  readonly isOwed?: true;
}

/** The turn is the tutor's own, not the answer to a message. */
export interface ReopenedHidden {
  readonly isOwn: true;
}

/** What the server half's preparation of a reply came to: one reading for each message that was read. */
export type Preparation = readonly PreparedReading[];

/** What the two halves of the mode hand each other. */
export interface RecallTypes {
  readonly state: RecallState;
  readonly preparation: Preparation;
}
export type PreparedReading =
  | { readonly messageId: string; readonly evaluation: Evaluation }
  | { readonly messageId: string; readonly failure: Problem };

export function unchecked(state: RecallState): readonly Point[] {
  return state.hidden?.points.filter((point) => !state.recalledIds.includes(point.id)) ?? [];
}

export function progressOf(hidden: RecallHidden, pointId: string): PointProgress {
  // Ids may be made by a client: one like `constructor` must not find what every object has.
  const known = Object.hasOwn(hidden.progress, pointId) ? hidden.progress[pointId] : undefined;
  return known ?? { asked: 0, askedAt: 0, hintedAt: null, toldBy: null, toldAt: null };
}

/** Told neither on the trunk nor in a rabbit hole. */
export function isUntold(hidden: RecallHidden, pointId: string): boolean {
  const { toldBy, exposedFrom } = progressOf(hidden, pointId);
  return toldBy === null && exposedFrom === undefined;
}

/** Whether the point that is asked for was told in a rabbit hole after the question stood there. */
export function wasToldSinceAsked(hidden: RecallHidden): boolean {
  const { shownPlan } = hidden;
  if (!shownPlan?.probe) return false;
  return (progressOf(hidden, shownPlan.probe.pointId).exposedLast ?? 0) > shownPlan.shownAt;
}
