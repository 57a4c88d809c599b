import type { SpokenMessage } from '#session/domain/spoken.ts';

import type { Intent, Rung } from '../../asking/domain/rung.ts';
import type { Point } from '../../evaluator/domain/evaluation.ts';

/** The point a reply asks for, and how. */
export interface Probe {
  readonly point: Point;
  readonly rung: Rung;
  /** How often this point was asked for on this rung before, so that a question is never put the same way twice. */
  readonly asked: number;
}

/**
 * Everything the tutor learns for one reply, and no more: the text of unrecalled points other than the one asked for
 * is not in it.
 */
export interface TutorRequest {
  readonly title: string;
  /** What the person wants the tutor to mind in this set, in their words; empty for nothing. */
  readonly instructions: string;
  /** The whole conversation, oldest first; the last message is the one to answer. */
  readonly history: readonly SpokenMessage[];
  readonly intent: Intent;
  /** Points recalled before this message. */
  readonly recalledBefore: readonly Point[];
  /** Points this message recalled. */
  readonly recalledNow: readonly Point[];
  /** A point to be told in this reply, because the person asked for it or every cue failed. */
  readonly tell: Point | null;
  /** What to ask next; null once every point is recalled. */
  readonly probe: Probe | null;
  /** Whether the probe asks for another point than the question before it did. */
  readonly isNewPoint: boolean;
  /** The verdict on the point that the question before asked for. */
  readonly verdictOnLast: 'expressed' | 'partial' | 'contradicted' | 'absent' | null;
  /** The evaluator's feedback on the last message: never shown, never quoted. */
  readonly feedback: string;
  readonly remaining: number;
  /** Set where the reply has begun already and is to go on right behind its words. */
  readonly begun: Begun | null;
}

export interface Begun {
  /** What was shown of it, verbatim. */
  readonly words: string;
  /** `limit`: it was cut by its token limit; `gave-away`: what came next would have said what is still to be recalled. */
  readonly because: 'limit' | 'gave-away';
}
