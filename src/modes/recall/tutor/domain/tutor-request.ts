import type { SpokenMessage } from '#session/domain/spoken.ts';

import type { Neighbour } from '../../asking/domain/neighbour.ts';
import type { Intent, Rung } from '../../asking/domain/rung.ts';
import type { Point } from '../../evaluator/domain/evaluation.ts';

/** The point a reply asks for, and how. */
interface Probe {
  readonly point: Point;
  readonly rung: Rung;
  /** Number of times it was asked for on this rung, so that no question is repeated verbatim. */
  readonly asked: number;
}

export interface Guidance {
  /** The set is in German, else in English. */
  readonly isGerman: boolean;
  /** Of the point to ask for; empty if it gives a point away. */
  readonly heading: string;
  /** In view beside the point to ask for; null if it gives a point away. */
  readonly neighbour: Neighbour | null;
  /** The point has a further hint. */
  readonly hasHint: boolean;
  /** A point of the set asked for is recalled. */
  readonly hasRecalled: boolean;
  /** The whole set is asked for, in any order. */
  readonly isFree: boolean;
  /** The message was no attempt, so help is offered. */
  readonly isOffer: boolean;
  /** The message was a point that was recalled or shown before. */
  readonly isPast: boolean;
  /** Of the card that waits, if the message is a question at it; else 0. */
  readonly openRows: number;
  /** That the card is to be decided first was said already. */
  readonly isCardNamed: boolean;
}

/** Everything the tutor learns for one reply. It contains no text of unrecalled points except the one asked for. */
export interface TutorRequest {
  readonly title: string;
  /** Its title if the last question belonged to another set: the reply says that the subject changes. */
  readonly newSubject?: string;
  readonly instructions: string;
  /** The conversation, oldest first; the last message is to be answered. */
  readonly history: readonly SpokenMessage[];
  /** Number of messages before it, in a long session. */
  readonly earlier?: number;
  readonly intent: Intent;
  readonly recalledBefore: readonly Point[];
  readonly recalledNow: readonly Point[];
  /** A point to tell in this reply, on request or after every cue failed. */
  readonly tell: Point | null;
  /** The next question; null if the whole set is asked for, or nothing. */
  readonly probe: Probe | null;
  /** Whether the probe differs from the previous question's point. */
  readonly isNewPoint: boolean;
  /** The verdict on the previous question's point. */
  readonly verdictOnLast: 'expressed' | 'partial' | 'contradicted' | 'absent' | null;
  /** The evaluator's feedback on the last message: never shown, never quoted. */
  readonly feedback: string;
  /** The part that the last message lacks of the probe's point; may be empty. */
  readonly missing: string;
  readonly remaining: number;
  /** Further data for the embedded tutor. */
  readonly guidance?: Guidance;
  /** Set if the reply has begun and is to continue right behind its words. */
  readonly begun: Begun | null;
}

interface Begun {
  /** The shown words, verbatim. */
  readonly words: string;
  /** `limit`: cut by its token limit, or set aside; `gave-away`: the next words would have given an open point away. */
  readonly because: 'limit' | 'gave-away';
  /** The point that they tell, where the reply was to tell one. */
  readonly told?: Point;
}
