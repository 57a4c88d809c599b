import { TRUNK } from '#session/domain/thread.ts';
import type { SessionState } from '#session/protocol.ts';

import { progressOf, type RecallState } from '../../../asking/domain/recall-state.ts';
import { spokenAt, timeAtWork } from '../../domain/answer-time.ts';
import type { Recording } from './record-review.ts';

/**
 * Divides a session's time among its reviews: each gets the time since the previous one, or since a telling, so that
 * they add up to the time spent.
 */

/** When the person last sent a message, or began. */
export function lastSaidAt({ messages, startedAt }: SessionState): number {
  return messages.findLast(({ author }) => author === 'person')?.at ?? startedAt;
}

/** A point's share of an answer that recalled several points, plus the time of its telling. */
export async function timeOfAnswer(
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
export async function timeOfTelling(recording: Recording, pointId: string): Promise<number | null> {
  const told = sourceTexts(recording.after);
  const at = told.get(pointId);
  if (at === undefined) return null;
  const spent = await timeUpTo(recording, at, { isTelling: true });
  const together = [...told.values()].filter((other) => other === at).length;
  return spent === null ? null : Math.round(spent / together);
}

/** Time from the last review or telling to the last message. */
export function timeSinceLast(recording: Recording): Promise<number | null> {
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
  const told = [...sourceTexts(after).values()].filter((at) => !own.isTelling || at !== to);
  const from = Math.max(after.startedAt, ...[...answered, ...told].filter((at) => at <= to));
  return timeAtWork(spokenAt(after, own.thread ?? TRUNK), { from, to });
}

/** When each told point was told. */
function sourceTexts(session: SessionState): ReadonlyMap<string, number> {
  const { hidden } = session.modes['recall'] as RecallState;
  const told = new Map<string, number>();
  for (const { id } of hidden?.points ?? []) {
    const at = hidden && progressOf(hidden, id).toldAt;
    if (at !== null && at !== undefined) told.set(id, at);
  }
  return told;
}
