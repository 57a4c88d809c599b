import type { Transaction } from 'kysely';

import { entryOf } from '#kernel/entries.ts';
import type { SessionEvent } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionState } from '#session/protocol.ts';
import type { RecordRequest } from '#session/server/mode-server.ts';

import { cueAt, givesMuch } from '../../../asking/domain/credit.ts';
import { skipsOf } from '../../../asking/domain/next-question.ts';
import { shownQuestion } from '../../../asking/domain/questions.ts';
import { progressOf, type RecalledHidden, type RecallState, unchecked } from '../../../asking/domain/recall-state.ts';
import { setsOf } from '../../../asking/domain/session-sets.ts';
import { ratingOf } from '../../../scheduling/domain/reviews/rating.ts';
import { lockReviews } from '../../../scheduling/server/reviews/review-log.ts';
import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { spokenAt, timeAtWork } from '../../domain/answer-time.ts';
import type { ExposureWhy, Ungraded } from '../../protocol.ts';
import { recountSession } from '../day-totals.ts';
import { expose, isExposed } from '../exposures.ts';
import { cardAction, changeReview, undoAnswer } from '../undo-answer.ts';
import { type NewReview, type Recording, recordReview } from './record-review.ts';
import { noteUngraded, storeSessionRow, storeSessionSets } from './session-row.ts';

type Event<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }> & { hidden?: object };
type Grading = Pick<RecallDependencies, 'preferencesOf' | 'undo' | 'newId'>;

const GRADED = new Set<SessionEvent['type']>([
  'point_told',
  'point_recalled',
  'self_check_answered',
  'self_check_undone',
  'card_shown',
  'card_answered',
  'card_answer_undone',
  'session_complete',
]);

/**
 * Writes recall's tables for events in their transaction: tellings, recalls and, at the end, misses. Points never asked
 * for get no review; for any other point without a review the reason is recorded.
 */
export async function recordEvents(
  { preferencesOf, undo, newId }: Grading,
  trx: Transaction<RecallTables>,
  { person, after, events }: RecordRequest,
): Promise<void> {
  if (after.mode !== 'recall') return;
  await storeSessionRow(trx, person, { after, events });
  if (!events.some(({ type }) => GRADED.has(type))) return;
  // Locks the sets in one order, so that two sessions never deadlock.
  const setIds = setsOf(after.modes['recall'] as RecallState).map(({ id }) => id);
  for (const setId of setIds.toSorted()) await lockReviews(trx, { person, setId });
  await storeSessionSets(trx, person, { after, events });
  const recording = { trx, person, after, preferences: await preferencesOf(trx, person), newId };
  const ungraded = new Map<string, Ungraded>();
  for (const event of events) {
    if (event.type === 'point_told') await recordTold(recording, event);
    if (event.type === 'point_recalled') {
      const why = await recordRecalled(recording, event, events);
      if (why) ungraded.set(event.pointId, why);
    }
    if (event.type === 'card_shown') await recordShown(recording, event);
    if (event.type === 'card_answered') {
      await recordAnswers(recording, event, ungraded);
      for (const answer of event.answers) await undo.record(trx, cardAction(person, event, answer));
    }
    if (event.type === 'card_answer_undone' || event.type === 'self_check_undone') await undoAnswer(recording, event);
    if (event.type === 'session_complete')
      for (const [pointId, why] of await recordMissed(recording)) ungraded.set(pointId, why);
  }
  await noteUngraded(trx, { person, session: after.session }, ungraded);
  await recountSession(trx, { person, session: after.session });
}

async function recordTold({ trx, person, newId }: Recording, event: Event<'point_told'>): Promise<void> {
  const { pointId, why } = event.hidden as { pointId: string; why: ExposureWhy };
  const { session, messageId, at } = event;
  await expose(trx, { id: newId(), person, pointId, session, messageId, at, why });
}

/**
 * Records a recall. With the help of a cloze or first letters: graded Again, even if it was told elsewhere. Told in a
 * rabbit hole, or shown by a self-check before: credited without a review that day. Told by the tutor in this session,
 * visible before the message: graded as told, dated then, due the day after. Told or shown elsewhere earlier that day:
 * credited without a review; returns the reason.
 */
async function recordRecalled(
  recording: Recording,
  event: Event<'point_recalled'>,
  events: readonly SessionEvent[],
): Promise<Ungraded | null> {
  const { trx, person, preferences, newId } = recording;
  const { pointId, session } = event;
  const { rating, messageId, isHelped = false, isSelfChecked, ...why } = event.hidden as RecalledHidden;
  const { hidden } = recording.after.modes['recall'] as RecallState;
  const toldAt = rating === 1 && !isHelped && hidden ? progressOf(hidden, pointId).toldAt : null;
  const at = toldAt ?? event.at;
  const saidAt = recording.after.messages.find(({ id }) => id === messageId)?.at ?? event.at;
  // A telling by a reply that was still streaming is dated at that reply's end.
  const before = why.isExposed ? { at: event.at, except: null } : { at: saidAt, except: session };
  const exposure = { person, pointId, cut: preferences, ...before };
  if (rating > 1 && (await isExposed(trx, exposure))) return 'exposed';
  const how = isHelped ? 'helped' : HOW[rating];
  const together = events.filter(
    (other) => other.type === 'point_recalled' && (other.hidden as RecalledHidden).messageId === messageId,
  ).length;
  const durationMs = await timeOfAnswer(recording, { pointId, messageId, together });
  const answer = { messageId, durationMs, isSelfChecked: isSelfChecked === true };
  return recordReview(trx, { id: newId(), person, session, pointId, rating, how, at, ...answer }, preferences);
}

const HOW = { 1: 'told', 2: 'hinted', 3: 'unaided', 4: 'unaided' } as const satisfies Record<
  RecalledHidden['rating'],
  NewReview['how']
>;

/** A point on a card is exposed, unless it was recalled before. */
async function recordShown({ trx, person, newId }: Recording, event: Event<'card_shown'>): Promise<void> {
  const { session, cardId, at, rows } = event;
  for (const { pointId, isCertain } of rows)
    if (!isCertain) await expose(trx, { id: newId(), person, pointId, session, messageId: cardId, at, why: 'card' });
}

/**
 * Records what `point_recalled` does not: a point that the person says they did not have is forgotten if it was asked
 * for, and has no review otherwise; also the grade that they gave to a credit.
 */
async function recordAnswers(
  recording: Recording,
  event: Event<'card_answered'>,
  ungraded: Map<string, Ungraded>,
): Promise<void> {
  const { hidden, cards } = recording.after.modes['recall'] as RecallState;
  const { askedId = null, saidBy = '' } = entryOf(hidden?.cards ?? [], event.cardId) ?? {};
  const rows = cards.find(({ cardId }) => cardId === event.cardId)?.rows ?? [];
  for (const { pointId, isRecalled, grade } of event.answers) {
    const answered = { session: event.session, pointId, at: event.at };
    const isCertain = rows.find((row) => row.pointId === pointId)?.isCertain === true;
    if (isRecalled) {
      if (isCertain && grade) await changeReview(recording, { ...answered, rating: ratingOf(grade) });
    } else if (isCertain) {
      await changeReview(recording, { ...answered, rating: pointId === askedId ? 1 : 0 });
      const { trx, person, newId } = recording;
      await expose(trx, { id: newId(), person, ...answered, messageId: event.cardId, why: 'card' });
    } else if (pointId === askedId) await recordNotQuite(recording, { ...answered, messageId: saidBy });
    else ungraded.set(pointId, 'exposed');
  }
}

/** Records it as forgotten at once, so that it can be undone. */
async function recordNotQuite(
  recording: Recording,
  { session, pointId, messageId, at }: { session: string; pointId: string; messageId: string; at: number },
): Promise<void> {
  const { person, preferences, newId, trx } = recording;
  const durationMs = await timeOfAnswer(recording, { pointId, messageId, together: 1 });
  const answer = { messageId: null, durationMs, isSelfChecked: true };
  await recordReview(
    trx,
    { id: newId(), person, session, pointId, rating: 1, how: 'missed', at, ...answer },
    preferences,
  );
}

/**
 * Points that were asked for or told, and never recalled, count as forgotten, dated at the telling or the person's last
 * message, because a session can end days later. Returns points without a review, with the reason.
 */
async function recordMissed(recording: Recording): Promise<ReadonlyMap<string, Ungraded>> {
  const { trx, person, preferences, newId, after } = recording;
  const { hidden, ...state } = after.modes['recall'] as RecallState;
  const ungraded = new Map<string, Ungraded>();
  if (!hidden) return ungraded;
  const said = after.messages.findLast(({ author, thread }) => author === 'person' && thread === TRUNK)?.seq ?? 0;
  const asks = shownQuestion(hidden);
  const progress = unchecked({ ...state, hidden }).map(({ id }) => {
    const own = progressOf(hidden, id);
    // Before the cloze the page announced that the point would count as Again.
    return { id, ...own, isMissed: own.asked > 0 || (!hidden.hasModelTutor && givesMuch(cueAt(own))) };
  });
  const missed = progress.filter(({ isMissed, toldBy }) => isMissed && toldBy === null);
  const rest = await timeSinceLast(recording);
  for (const { id: pointId, isMissed, askedAt, toldBy, toldAt } of progress) {
    if (!isMissed && toldBy === null) {
      // A point that was shown without being asked for says nothing about memory.
      if (hidden.shownIds.includes(pointId)) ungraded.set(pointId, 'exposed');
      else if (skipsOf(hidden, pointId) > 0) ungraded.set(pointId, 'left');
      else if (askedAt > 0 && (asks?.probe?.pointId === pointId ? asks.askedSince : askedAt) < said)
        ungraded.set(pointId, 'left');
      continue;
    }
    const how = toldBy === null ? 'missed' : 'told';
    const at = toldAt ?? lastSaidAt(after);
    const durationMs =
      toldBy === null ? Math.round((rest ?? 0) / missed.length) : ((await timeOfTelling(recording, pointId)) ?? 0);
    const review = { id: newId(), person, session: after.session, pointId, at, how, rating: 1 } as const;
    const why = await recordReview(trx, { ...review, messageId: null, durationMs }, preferences);
    if (why) ungraded.set(pointId, why);
  }
  return ungraded;
}

/** When the person last sent a message, or started the session. */
function lastSaidAt({ messages, startedAt }: SessionState): number {
  return messages.findLast(({ author }) => author === 'person')?.at ?? startedAt;
}

/**
 * A point's share of an answer that recalled several points, plus the time of its telling. A session's time is divided
 * among its reviews: each gets the time since the previous one, or since a telling, so that they add up.
 */
async function timeOfAnswer(
  recording: Recording,
  { pointId, messageId, together }: { pointId: string; messageId: string; together: number },
): Promise<number | null> {
  const answer = recording.after.messages.find(({ id }) => id === messageId);
  if (!answer) return null;
  const spent = await timeUpTo(recording, answer.at, { ofMessage: messageId, thread: answer.thread });
  const share = spent === null ? null : Math.round(spent / Math.max(1, together));
  const telling = await timeOfTelling(recording, pointId);
  return share === null ? telling : share + (telling ?? 0);
}

/** Time spent on a point before it was told; null if it was not told or unknown. */
async function timeOfTelling(recording: Recording, pointId: string): Promise<number | null> {
  const told = tellingsOf(recording.after);
  const at = told.get(pointId);
  if (at === undefined) return null;
  const spent = await timeUpTo(recording, at, { isTelling: true });
  const together = [...told.values()].filter((other) => other === at).length;
  return spent === null ? null : Math.round(spent / together);
}

/** Time from the last review or telling to the last message. */
function timeSinceLast(recording: Recording): Promise<number | null> {
  return timeUpTo(recording, lastSaidAt(recording.after), {});
}

async function timeUpTo(
  { trx, person, after }: Recording,
  to: number,
  own: { ofMessage?: string; isTelling?: boolean; thread?: string },
): Promise<number | null> {
  const rows = await trx
    .selectFrom('review_log')
    .select(['message_id', 'at'])
    .where('session_id', '=', after.session)
    .where('person_id', '=', person)
    .where('message_id', 'is not', null)
    .execute();
  const saidAt = new Map(after.messages.map(({ id, at }) => [id, at]));
  const answered = rows
    .filter(({ message_id }) => message_id !== own.ofMessage)
    .map(({ message_id, at }) => saidAt.get(message_id ?? '') ?? at);
  const told = [...tellingsOf(after).values()].filter((at) => !own.isTelling || at !== to);
  const from = Math.max(after.startedAt, ...[...answered, ...told].filter((at) => at <= to));
  return timeAtWork(spokenAt(after, own.thread ?? TRUNK), { from, to });
}

/** The time of each telling, by point. */
function tellingsOf(session: SessionState): ReadonlyMap<string, number> {
  const { hidden } = session.modes['recall'] as RecallState;
  const told = new Map<string, number>();
  for (const { id } of hidden?.points ?? []) {
    const at = hidden && progressOf(hidden, id).toldAt;
    if (at !== null && at !== undefined) told.set(id, at);
  }
  return told;
}
