import type { Kysely, Transaction } from 'kysely';

import type { SessionEvent } from '#session/domain/event.ts';
import type { Owned } from '#session/server/log/log.ts';
import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { CardAnswer } from '../../asking/protocol.ts';
import type { Rating } from '../../scheduling/domain/reviews/rating.ts';
import { lockReviews, readDisputes, type ReviewRow } from '../../scheduling/server/reviews/review-log.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { dispute, findReviewOf } from './disputes.ts';
import type { Recording } from './recording/record-review.ts';

const CARD_ANSWERED = 'card-answered';
/** The kind of the action in older sessions. */
const SELF_CHECK_ANSWERED = 'self-check-answered';

interface CardReversal {
  readonly session: string;
  readonly cardId: string;
  readonly pointId: string;
}
interface SelfCheckReversal {
  readonly session: string;
  readonly pointId: string;
  readonly messageId: string;
}

type Answered = Pick<Extract<SessionEvent, { type: 'card_answered' }>, 'session' | 'cardId'>;

/** The answer to a row as an action that can be undone. */
export function cardAction(person: string, { session, cardId }: Answered, { pointId, isRecalled }: CardAnswer) {
  const label = `Answered “${isRecalled ? 'I had it' : 'Not quite'}”`;
  return { person, kind: CARD_ANSWERED, label, reversal: { session, cardId, pointId } satisfies CardReversal };
}

interface Undoing extends Pick<RecallDependencies, 'preferencesOf' | 'newId'> {
  /** Appends the event that takes the answer back; does nothing in a finished session. */
  readonly report: (owned: Owned, answer: CardReversal | SelfCheckReversal) => Promise<void>;
}

/**
 * Takes an answer back. While the session is open, an event does so and changes the review with it; afterwards only the
 * review is disputed.
 */
export function answerUndoHandlers({ preferencesOf, newId, report }: Undoing): UndoHandlers {
  const handler: UndoHandlers[string] = {
    async before({ person, reversal }) {
      const answer = reversal as CardReversal | SelfCheckReversal;
      await report({ person, session: answer.session }, answer);
    },
    async reverse(anyTrx, { person, reversal, now }) {
      const trx = anyTrx as Transaction<RecallTables>;
      const { session, pointId } = reversal as CardReversal;
      const preferences = await preferencesOf(trx, person);
      await undoAnswer({ trx, person, preferences, newId }, { session, pointId, at: now });
    },
  };
  return { [CARD_ANSWERED]: handler, [SELF_CHECK_ANSWERED]: handler };
}

type Changing = Pick<Recording, 'trx' | 'person' | 'preferences' | 'newId'>;

interface Change {
  readonly session: string;
  readonly pointId: string;
  readonly at: number;
}

/**
 * The review of an answer no longer counts. The review of a point that was credited without the person counts as
 * originally written. Fails if the person changed the review since.
 */
export async function undoAnswer(changing: Changing, { session, pointId, at }: Change): Promise<void> {
  const { trx, person, preferences, newId } = changing;
  const review = await findReviewOf(trx, { person, session, pointId });
  if (!review) return;
  const wanted = review.self_checked === 1 ? 0 : review.rating;
  await lockReviews(trx, { person, setId: review.set_id });
  const disputed = await latestRating(trx, review);
  if (disputed === wanted || (disputed === undefined && wanted === review.rating)) return;
  const isTheirs = review.self_checked === 1 && disputed !== undefined;
  if (isTheirs) throw changedSince('This grade has been changed again since. Change it where it stands.');
  await dispute(trx, { id: newId(), review, rating: wanted, at }, preferences);
}

interface Wanted extends Change {
  /** 0 removes the review. */
  readonly rating: Rating | 0;
  /** Changes only a review that was taken back. */
  readonly isOnlyIfRemoved?: boolean;
}

/** Sets the effective rating of the review of a point in a session. False without a review. */
export async function changeReview(changing: Changing, { session, pointId, at, ...wanted }: Wanted): Promise<boolean> {
  const { trx, person, preferences, newId } = changing;
  const review = await findReviewOf(trx, { person, session, pointId });
  if (!review) return false;
  const counts = (await latestRating(trx, review)) ?? review.rating;
  if (counts !== wanted.rating && (!wanted.isOnlyIfRemoved || counts === 0))
    await dispute(trx, { id: newId(), review, rating: wanted.rating, at }, preferences);
  return true;
}

/** The rating of the person's latest dispute of the review; undefined without one. */
async function latestRating(db: Kysely<RecallTables>, { id, person_id, point_id }: ReviewRow) {
  return (await readDisputes(db, { person: person_id, pointIds: [point_id] })).get(id);
}
