import { AppError } from '#wire/error-kind.ts';

import type { Origin, RabbitholeStatus, Subject, Tangent, TangentHistory } from '../../protocol.ts';
import { countTopics } from '../domain/count-topics.ts';
import type { HistoryReader } from './rows.ts';

interface OwnedSubject extends Pick<Subject, 'name'> {
  readonly person: string;
  readonly id: string;
}

export function noSuchSubject(): AppError {
  return new AppError('not-found', 'There is nothing here to show the tangents of.');
}

/** Every tangent of a subject over all its sessions, with counts by topic. */
export async function readTangentHistory(
  db: HistoryReader,
  { person, id, name }: OwnedSubject,
): Promise<TangentHistory> {
  const rows = await db
    .selectFrom('rabbithole_events')
    .innerJoin('sessions', 'sessions.id', 'rabbithole_events.session_id')
    .select([
      'rabbithole_events.id',
      'topic',
      'session_id',
      'sessions.title',
      'origin',
      'rabbithole_events.status',
      'visits',
      'spent_ms',
      'points_recalled',
      'detected_at',
      'declined_at',
      'entered_at',
      'returned_at',
    ])
    .where('rabbithole_events.person_id', '=', person)
    .where('sessions.person_id', '=', person)
    .where('subject_id', '=', id)
    .execute();
  const tangents = rows
    .map((row): Tangent => ({
      id: row.id,
      topic: row.topic,
      session: row.session_id,
      sessionTitle: row.title,
      origin: row.origin as Origin,
      status: row.status as RabbitholeStatus,
      at: Math.max(row.detected_at ?? 0, row.declined_at ?? 0, row.entered_at ?? 0, row.returned_at ?? 0),
      visits: row.visits,
      spentMs: row.spent_ms,
      pointsRecalled: row.points_recalled,
    }))
    .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));
  return { subject: { id, name }, tangents, topics: countTopics(tangents) };
}
