import type { Transaction } from 'kysely';

import type { SourceCitationPart } from '#library/storage/protocol.ts';
import type { SessionEvent } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { MessagePart } from '#session/protocol.ts';
import type { RecordRequest } from '#session/server/mode-server.ts';

import type { ExploreTables } from './tables.ts';

/** Writes where contexts stand, what was cited, and which sessions need a title. */
export async function recordExplore(
  trx: Transaction<ExploreTables>,
  { person, after, events }: RecordRequest,
): Promise<void> {
  // Every mode is told of every session.
  if (after.mode !== 'explore') return;
  for (const event of events) {
    if (event.type === 'sources_in_context')
      await trx
        .insertInto('explore_turns')
        .values({ person_id: person, session_id: after.session, message_id: event.messageId, seq: event.seq })
        .execute();
    if (event.type === 'assistant_complete' || event.type === 'assistant_interrupted')
      await recordCitations(trx, person, event);
    if (event.type === 'assistant_complete' && event.thread === TRUNK) await askForTitle(trx, person, event);
    if (event.type === 'title_changed')
      await trx
        .updateTable('explore_titles')
        .set({ state: 'done' })
        .where('session_id', '=', after.session)
        .where('person_id', '=', person)
        .execute();
  }
}

type Ended = Extract<SessionEvent, { type: 'assistant_complete' | 'assistant_interrupted' }>;

async function recordCitations(trx: Transaction<ExploreTables>, person: string, event: Ended): Promise<void> {
  const counts = new Map<string, number>();
  for (const part of event.parts ?? []) {
    if (!isCitation(part) || !part.isVerified || !part.source) continue;
    counts.set(part.source.id, (counts.get(part.source.id) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  await trx
    .insertInto('explore_citations')
    .values(
      [...counts].map(([source_id, citations]) => ({
        person_id: person,
        session_id: event.session,
        message_id: event.messageId,
        source_id,
        citations,
        at: event.at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['session_id', 'message_id', 'source_id']).doNothing())
    .execute();
}

function isCitation(part: MessagePart): part is SourceCitationPart {
  return part.type === 'source-citation';
}

/** The titler begins with the first whole answer. */
async function askForTitle(trx: Transaction<ExploreTables>, person: string, event: Ended): Promise<void> {
  await trx
    .insertInto('explore_titles')
    .values({ session_id: event.session, person_id: person, state: 'waiting', next_at: event.at })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute();
}
