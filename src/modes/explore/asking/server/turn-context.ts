import type { Kysely } from 'kysely';

import type { SessionEvent } from '#session/domain/event.ts';
import type { SessionState } from '#session/protocol.ts';
import { parseOrNote, readEvents } from '#session/server/log/log.ts';
import type { SessionTables } from '#session/server/tables.ts';

import type { RetrievedSource, TurnContext } from '../../protocol.ts';
import { contextOf } from '../domain/explore-fold.ts';
import type { ExploreState } from '../domain/explore-state.ts';
import type { ExploreTables } from './tables.ts';

interface Turn {
  readonly person: string;
  readonly session: string;
  /** The id of the reply. */
  readonly messageId: string;
}

type ContextEvent = Extract<SessionEvent, { type: 'sources_in_context' }>;

/** The context of a reply with complete entries; null if the reply had none. */
export async function readTurnContext(db: Kysely<ExploreTables>, turn: Turn): Promise<TurnContext | null> {
  const { person, session, messageId } = turn;
  const row = await db
    .selectFrom('explore_turns')
    .select('seq')
    .where('person_id', '=', person)
    .where('session_id', '=', session)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  const event = row && (await contextAt(db, turn, row.seq));
  if (!event) return null;
  const whole = new Map<number, ContextEvent | null>([[event.seq, event]]);
  const entries: RetrievedSource[] = [];
  for (const source of event.sources) {
    if (!('unchangedSince' in source)) {
      entries.push(source);
      continue;
    }
    const { id, unchangedSince } = source;
    if (!whole.has(unchangedSince)) whole.set(unchangedSince, await contextAt(db, turn, unchangedSince));
    const found = whole.get(unchangedSince)?.sources.find((each) => each.id === id);
    if (found && !('unchangedSince' in found)) entries.push(found);
  }
  return contextOf(event, entries);
}

async function contextAt(
  db: Kysely<ExploreTables>,
  { person, session }: Turn,
  seq: number,
): Promise<ContextEvent | null> {
  // All slices share one database.
  const log = db as unknown as Kysely<SessionTables>;
  const [event] = await readEvents(log, { person, session }, { after: seq - 1, limit: 1, parse: parseOrNote });
  return event?.type === 'sources_in_context' ? event : null;
}

export function exploreState(session: SessionState): ExploreState {
  return session.modes['explore'] as ExploreState;
}
