import type { Kysely } from 'kysely';

import type { LibraryTables } from '#library/storage/server/tables.ts';

import { pointKey } from '../../sets/domain/same-words.ts';
import { existingKeys } from '../../sets/server/subject.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { WaitingPoint } from '../protocol.ts';

/** The points that wait for a decision, oldest first. */
export async function readWaiting(db: Kysely<RecallTables>, person: string): Promise<WaitingPoint[]> {
  const rows = await (db as unknown as Kysely<RecallTables & LibraryTables>)
    .selectFrom('proposed_points')
    .leftJoin('sources', (join) =>
      join
        .onRef('sources.id', '=', 'proposed_points.source_id')
        .onRef('sources.person_id', '=', 'proposed_points.person_id')
        .on('sources.deleted_at', 'is', null),
    )
    .select(['proposed_points.id', 'text', 'question', 'context', 'set_name', 'client', 'sentence'])
    .select(['proposed_points.created_at', 'sources.title', 'sources.preview'])
    .where('proposed_points.person_id', '=', person)
    .where('decided_at', 'is', null)
    .orderBy('proposed_points.created_at')
    .orderBy('proposed_points.id')
    .execute();
  const held = await setsWith(db, { person, points: rows });
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    question: row.question,
    context: row.context,
    setName: row.set_name,
    client: row.client,
    at: row.created_at,
    sentence: row.sentence,
    sourceTitle: row.title === '' ? row.preview : row.title,
    heldIn: held.get(row.id) ?? null,
  }));
}

interface Sought {
  readonly person: string;
  readonly points: readonly { readonly id: string; readonly text: string; readonly question: string }[];
}

/** The name of a set with a point of the same words, by the id of the proposal. */
async function setsWith(db: Kysely<RecallTables>, { person, points }: Sought): Promise<ReadonlyMap<string, string>> {
  const held = new Map<string, string>();
  if (points.length === 0) return held;
  const sets = await db
    .selectFrom('recall_sets')
    .select(['id', 'title'])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const { id: setId, title } of sets) {
    const keys = await existingKeys(db, { person, setId });
    for (const { id, text, question } of points)
      if (!held.has(id) && (keys.has(pointKey({ text, question })) || keys.has(pointKey({ text }))))
        held.set(id, title);
  }
  return held;
}
