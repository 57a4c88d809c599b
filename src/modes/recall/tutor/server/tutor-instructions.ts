import type { Kysely } from 'kysely';

import type { RecallTables } from '../../storage/server/tables.ts';

/** The person's current instructions for the tutor in a set; can be empty. */
export async function readInstructions(
  db: Kysely<RecallTables>,
  { person, setId }: { person: string; setId: string },
): Promise<string> {
  const row = await db
    .selectFrom('recall_sets')
    .select('tutor_instructions')
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row?.tutor_instructions ?? '';
}
