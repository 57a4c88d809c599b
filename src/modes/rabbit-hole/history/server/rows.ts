import type { Kysely } from 'kysely';

import type { SessionTables } from '#session/server/tables.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RabbitholeTables } from '../../server/tables.ts';

/** All slices share one database: a tangent is shown with its session's title. */
export type HistoryReader = Kysely<RabbitholeTables & SessionTables>;

export interface OwnedHole {
  readonly person: string;
  readonly hole: string;
}

export async function readHoleRow(db: HistoryReader, { person, hole }: OwnedHole) {
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
export function keptConversation(stored: string | null): readonly Kept[] {
  if (stored === null) return [];
  return (JSON.parse(stored) as { role: string; content: string }[]).map(({ role, content }) => ({
    author: role === 'user' ? 'person' : 'assistant',
    content,
  }));
}
