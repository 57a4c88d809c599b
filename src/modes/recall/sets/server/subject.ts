import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Subject } from '#modes/rabbit-hole/protocol.ts';

import type { OwnedSet } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { pointKey } from '../domain/same-words.ts';

/** A set as other modes see it; null if it does not exist, is deleted or belongs to another person. */
export async function readSubject(db: Kysely<RecallTables>, { person, setId }: OwnedSet): Promise<Subject | null> {
  const row = await db
    .selectFrom('recall_sets')
    .select(['title', 'description'])
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { name: row.title, description: row.description } : null;
}

/** Returns the texts that the set already has. */
export async function readHeld(
  db: Kysely<RecallTables>,
  { person, setId }: OwnedSet,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = await existingKeys(db, { person, setId });
  return new Set(texts.filter((text) => held.has(pointKey({ text }))));
}

/** Yields to the event loop after this many keys. */
const KEYS_AT_ONCE = 2_000;

/** The `pointKey` of every point of a set. */
export async function existingKeys(db: Kysely<RecallTables>, { person, setId }: OwnedSet): Promise<Set<string>> {
  const rows = await db
    .selectFrom('recall_points')
    .select(['text', 'question'])
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .execute();
  const keys = new Set<string>();
  for (const [index, row] of rows.entries()) {
    keys.add(pointKey(row));
    if (index % KEYS_AT_ONCE === KEYS_AT_ONCE - 1) await setImmediate();
  }
  return keys;
}
