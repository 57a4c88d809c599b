import type { Transaction } from 'kysely';

import type { RecallTables } from '../../storage/server/tables.ts';

const idOf = (paste: string, index: number) => `${paste.slice(0, 50)}-${index}`;

/** Gives points of one addition ids derived from the addition's id, so that a resend is recognised. */
export function withIds<Point extends { readonly text: string; readonly context: string }>(
  points: readonly Point[],
  paste: string | undefined,
): readonly (Point & { id?: string })[] {
  return paste === undefined ? points : points.map((point, index) => ({ ...point, id: idOf(paste, index) }));
}

/** Whether this paste was added before and sent again. */
export async function wasPasted(
  trx: Transaction<RecallTables>,
  set: { person: string; setId: string },
  paste: string | undefined,
): Promise<boolean> {
  if (paste === undefined) return false;
  const first = await trx
    .selectFrom('recall_points')
    .select('id')
    .where('id', '=', idOf(paste, 0))
    .where('person_id', '=', set.person)
    .where('set_id', '=', set.setId)
    .executeTakeFirst();
  return first !== undefined;
}
