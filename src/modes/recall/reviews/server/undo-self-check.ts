import type { Kysely, Transaction } from 'kysely';

import type { SessionEvent } from '#session/domain/event.ts';
import type { Owned } from '#session/server/log/log.ts';
import { changedSince } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import { lockReviews, type ReviewRow } from '../../scheduling/server/reviews/review-log.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { dispute } from './disputes.ts';
import type { Recording } from './recording/record-review.ts';

const SELF_CHECK_ANSWERED = 'self-check-answered';

interface Answer {
  readonly session: string;
  readonly pointId: string;
  readonly messageId: string;
}

type Answered = Extract<SessionEvent, { type: 'self_check_answered' }>;

/** The answer to a self-check as an action that the person can take back. */
export function selfCheckAction(person: string, { session, pointId, messageId, isRecalled }: Answered) {
  const label = `Answered “${isRecalled ? 'I had it' : 'Not quite'}”`;
  return { person, kind: SELF_CHECK_ANSWERED, label, reversal: { session, pointId, messageId } satisfies Answer };
}

interface Undoing extends Pick<RecallDependencies, 'preferencesOf' | 'newId'> {
  /** Appends the event that takes the answer back; does nothing in a session that is over. */
  readonly report: (owned: Owned, answer: { readonly pointId: string; readonly messageId: string }) => Promise<void>;
}

/**
 * Takes an answer back. While the session is open, an event says so and disputes the review with it; afterwards the
 * review alone is disputed.
 */
export function selfCheckUndoHandlers({ preferencesOf, newId, report }: Undoing): UndoHandlers {
  return {
    [SELF_CHECK_ANSWERED]: {
      async before({ person, reversal }) {
        const { session, pointId, messageId } = reversal as Answer;
        await report({ person, session }, { pointId, messageId });
      },
      async reverse(anyTrx, { person, reversal, now }) {
        const trx = anyTrx as Transaction<RecallTables>;
        const { session, pointId } = reversal as Answer;
        const preferences = await preferencesOf(trx, person);
        await disputeAway({ trx, person, preferences, newId }, { session, pointId, at: now });
      },
    },
  };
}

/** Disputes the review of the answer in the transaction of its event. */
export async function undoSelfCheck(
  recording: Recording,
  { session, pointId, at }: Extract<SessionEvent, { type: 'self_check_undone' }>,
): Promise<void> {
  await disputeAway(recording, { session, pointId, at });
}

type Disputing = Pick<Recording, 'trx' | 'person' | 'preferences' | 'newId'>;

/** The review no longer counts. A review that the person changed since stays as they left it, which is an error. */
async function disputeAway(
  { trx, person, preferences, newId }: Disputing,
  { session, pointId, at }: { session: string; pointId: string; at: number },
): Promise<void> {
  const review = await readSelfChecked(trx, { person, session, pointId });
  if (!review) return;
  await lockReviews(trx, { person, setId: review.set_id });
  const disputed = await trx
    .selectFrom('review_disputes')
    .select('rating')
    .where('review_id', '=', review.id)
    .where('person_id', '=', person)
    .where('undone_at', 'is', null)
    .orderBy('at', 'desc')
    .executeTakeFirst();
  if (disputed?.rating === 0) return;
  if (disputed) throw changedSince('This grade has been changed again since. Change it where it stands.');
  await dispute(trx, { id: newId(), review, rating: 0, at }, preferences);
}

async function readSelfChecked(
  db: Kysely<RecallTables>,
  { person, session, pointId }: { person: string; session: string; pointId: string },
): Promise<ReviewRow | undefined> {
  return db
    .selectFrom('review_log')
    .selectAll()
    .where('session_id', '=', session)
    .where('point_id', '=', pointId)
    .where('person_id', '=', person)
    .where('self_checked', '=', 1)
    .executeTakeFirst();
}
