import type { RecallView } from '../protocol.ts';
import type { Evaluation, Point, PointVerdict } from './evaluation.ts';
import type { Intent, Rung } from './tutor-request.ts';

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
  readonly lastReading: Reading | null;
  readonly lastPlan: StartedPlan | null;
  /** A failed evaluation is told once a session, not at every message. */
  readonly troubleNoted: boolean;
}

export interface PointProgress {
  /** How often it was asked for and something was said after it, over all rungs. */
  readonly asked: number;
  /** The seq of the reply that asked for it last; 0 before that. */
  readonly askedAt: number;
  /** A cue was given, or a message came near it before it was recalled. */
  readonly isHinted: boolean;
  /** The reply that gave it away. */
  readonly toldBy: string | null;
}

/** What the last message read came to. */
interface Reading {
  readonly messageId: string;
  readonly recalledIds: readonly string[];
  readonly verdicts: readonly PointVerdict[];
  readonly feedback: string;
}

/** What a reply sets out to do: decided by code before any tutor sees it. */
export interface ReplyPlan {
  readonly intent: Intent;
  readonly probe: { readonly pointId: string; readonly rung: Rung; readonly asked: number } | null;
  readonly isNewPoint: boolean;
  readonly tellId: string | null;
  readonly verdictOnLast: PointVerdict['verdict'] | null;
}

/** A plan with the reply that carries it out, and the seq of that reply's beginning. */
interface StartedPlan extends ReplyPlan {
  readonly replyTo: string;
  readonly replyId: string;
  readonly seq: number;
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
  readonly failure?: string;
}
export interface RecalledHidden {
  readonly messageId: string;
  readonly confidence: number;
  readonly quote: string;
  readonly rating: RecallRating;
}

/** What the server half's preparation of a reply came to: one reading for each unread message. */
export type Preparation = readonly PreparedReading[];
export type PreparedReading =
  | { readonly messageId: string; readonly evaluation: Evaluation }
  | { readonly messageId: string; readonly failure: string };

export function unchecked(state: RecallState): readonly Point[] {
  return state.hidden?.points.filter((point) => !state.recalledIds.includes(point.id)) ?? [];
}

export function progressOf(hidden: RecallHidden, pointId: string): PointProgress {
  // Ids may be made by a client: one like `constructor` must not find what every object has.
  const known = Object.hasOwn(hidden.progress, pointId) ? hidden.progress[pointId] : undefined;
  return known ?? { asked: 0, askedAt: 0, isHinted: false, toldBy: null };
}
