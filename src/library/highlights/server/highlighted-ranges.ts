import type { Kysely } from 'kysely';

import type { TextRange } from '#text/domain/text-range.ts';

import type { LibraryTables } from '../../storage/server/tables.ts';

export async function highlightedRanges(
  db: Kysely<LibraryTables>,
  { person, sources }: { readonly person: string; readonly sources: readonly string[] },
): Promise<ReadonlyMap<string, readonly TextRange[]>> {
  const rows = await db
    .selectFrom('highlights')
    .select(['source_id', 'start_offset', 'end_offset'])
    .where('person_id', '=', person)
    .where('source_id', 'in', ['', ...sources])
    .where('deleted_at', 'is', null)
    .execute();
  const ranges = new Map<string, TextRange[]>();
  for (const { source_id: source, start_offset: start, end_offset: end } of rows)
    if (start !== null && end !== null) ranges.set(source, [...(ranges.get(source) ?? []), { start, end }]);
  return ranges;
}
