import type { Kysely } from 'kysely';

import { inConversationOrder } from '#session/domain/conversation-order.ts';
import { foldMessages } from '#session/domain/messages.ts';
import { spokenMessages } from '#session/domain/spoken.ts';
import type { Message } from '#session/protocol.ts';
import { parseOrNote, readEvents } from '#session/server/log/log.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';

import { countTopics } from '../domain/count-topics.ts';
import type { HoleReading, Origin, RabbitholeStatus, Subject, Tangent, TangentHistory } from '../protocol.ts';
import type { RabbitholeTables } from './tables.ts';

/** All slices share one database. A tangent is shown with its session's title. */
export type HistoryReader = Kysely<RabbitholeTables & SessionTables>;

export interface OwnedHole {
  readonly person: string;
  readonly hole: string;
}

async function readHoleRow(db: HistoryReader, { person, hole }: OwnedHole) {
  const row = await db
    .selectFrom('rabbithole_events')
    .selectAll()
    .where('id', '=', hole)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'There is no such rabbit hole.');
  return row;
}

interface Kept {
  readonly author: 'person' | 'assistant';
  readonly content: string;
}

/** A stored conversation, including the synthetic first turn; empty before the first return. */
function keptConversation(stored: string | null): readonly Kept[] {
  if (stored === null) return [];
  return (JSON.parse(stored) as { role: string; content: string }[]).map(({ role, content }) => ({
    author: role === 'user' ? 'person' : 'assistant',
    content,
  }));
}

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

/** One tangent with its conversation. */
export async function readHole(db: HistoryReader, owned: OwnedHole): Promise<HoleReading> {
  const row = await readHoleRow(db, owned);
  return {
    id: row.id,
    topic: row.topic,
    session: row.session_id,
    subjectId: row.subject_id,
    origin: row.origin as Origin,
    status: row.status as RabbitholeStatus,
    detectedAt: row.detected_at,
    declinedAt: row.declined_at,
    enteredAt: row.entered_at,
    returnedAt: row.returned_at,
    visits: row.visits,
    spentMs: row.spent_ms,
    pointsRecalled: row.points_recalled,
    messages:
      row.status === 'entered'
        ? await saidSoFar(db, { ...owned, session: row.session_id })
        : row.origin === 'cut'
          ? [...keptConversation(row.conversation)]
          : withoutFirstTurn(keptConversation(row.conversation)),
  };
}

type Said = HoleReading['messages'];

/** Omits the synthetic first turn, which is for the agent. */
function withoutFirstTurn(conversation: Readonly<Said>): Said {
  return conversation.slice(conversation[0]?.author === 'person' ? 1 : 0);
}

/** An open hole's messages are in the log; they are stored in its row on return. */
async function saidSoFar(db: HistoryReader, { person, session, hole }: OwnedHole & { session: string }): Promise<Said> {
  const events = await readEvents(db, { person, session }, { after: 0, parse: parseOrNote });
  const messages = events.reduce<readonly Message[]>((said, event) => foldMessages(said, event), []);
  const inHole = messages.filter(({ thread }) => thread === hole);
  return spokenMessages(inConversationOrder(inHole)).map(({ author, content }) => ({ author, content }));
}
