import type { SpokenMessage } from '#session/domain/spoken.ts';

import type { Neighbour } from '../../asking/domain/neighbour.ts';
import type { Intent, Rung } from '../../asking/domain/rung.ts';
import type { Point } from '../../evaluator/domain/evaluation.ts';

/** The point that a reply asks for, and the kind of question. */
interface Probe {
  readonly point: Point;
  readonly rung: Rung;
  /** Number of times it was asked for on this rung, so that no question is repeated verbatim. */
  readonly asked: number;
}

export interface Guidance {
  /** The set is in German; otherwise English is assumed. */
  readonly isGerman: boolean;
  /** The heading of the point to ask for; empty if it would give a point away. */
  readonly heading: string;
  /** Shown beside the point to ask for; null if it would give a point away. */
  readonly neighbour: Neighbour | null;
  /** The point has a further hint. */
  readonly hasHint: boolean;
  /** A point of the current set is recalled. */
  readonly hasRecalled: boolean;
  /** Free recall: the whole set is asked for, in any order. */
  readonly isFree: boolean;
  /** The message was no attempt, so help is offered. */
  readonly isOffer: boolean;
  /** The message was a point that had been recalled or shown. */
  readonly isPast: boolean;
  /** The number of open rows on the waiting card, if the message is a question at it; otherwise 0. */
  readonly openRows: number;
  /** An earlier reply already said that the card must be decided first. */
  readonly isCardNamed: boolean;
}

/** Everything the tutor gets for one reply. It contains no text of unrecalled points except the one asked for. */
export interface TutorRequest {
  readonly title: string;
  /** The new set's title if the last question belonged to another set: the reply announces the change. */
  readonly newSubject?: string;
  readonly instructions: string;
  /** The conversation, oldest first; the last message is the one to answer. */
  readonly history: readonly SpokenMessage[];
  /** Number of messages before those, in a long session. */
  readonly earlier?: number;
  readonly intent: Intent;
  readonly recalledBefore: readonly Point[];
  readonly recalledNow: readonly Point[];
  /** A point to tell in this reply, on request or after every cue failed. */
  readonly tell: Point | null;
  /** The next question; null in free recall, or if nothing is left to ask for. */
  readonly probe: Probe | null;
  /** Whether the probe differs from the previous question's point. */
  readonly isNewPoint: boolean;
  /** The verdict on the previous question's point. */
  readonly verdictOnLast: 'expressed' | 'partial' | 'contradicted' | 'absent' | null;
  /** The evaluator's feedback on the last message: never shown, never quoted. */
  readonly feedback: string;
  /** The parts of the probe's point that the last message lacks; can be empty. */
  readonly missing: string;
  readonly remaining: number;
  /** Further data for the embedded tutor. */
  readonly guidance?: Guidance;
  /** Set if the reply has begun and must continue directly after its words. */
  readonly begun: Begun | null;
}

interface Begun {
  /** The shown words, verbatim. */
  readonly words: string;
  /** `limit`: cut by its token limit, or set aside; `gave-away`: the next words would have given an open point away. */
  readonly because: 'limit' | 'gave-away';
  /** The point that these words tell, if the reply had to tell one. */
  readonly told?: Point;
}
