import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { tellingTerms } from '#library/sources/domain/telling-terms.ts';
import { noSuchSource, type OwnedSource, sourceThere } from '#library/storage/server/source-text.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { termsIn } from '#text/domain/terms.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';

/** Maximum number of points per set that are read to find its subject. */
const MAX_READ_POINTS = 40;
/** Minimum share of the source's telling words that a near set contains. */
const MIN_SHARE = 0.25;
const MIN_WORDS = 3;

/**
 * The best set for points from a source: the set with most points from that source, or else the set that contains most
 * of its telling words. Null if no set is near enough.
 */
export async function nearestSetOf(
  db: Kysely<RecallTables>,
  { person, sourceId }: OwnedSource,
): Promise<string | null> {
  const source = await sourceThere(db as unknown as Kysely<LibraryTables>, { person, sourceId })
    .select(['title', 'content', 'language'])
    .executeTakeFirstOrThrow(noSuchSource);
  const sets = await db
    .selectFrom('recall_sets')
    .select(['id', 'title', 'description'])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .where('status', '!=', 'archived')
    .where('is_sample', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const telling = tellingTerms(source);
  const ranked: { readonly id: string; readonly made: number; readonly words: number }[] = [];
  for (const { id, title, description } of sets) {
    await setImmediate();
    const points = await db
      .selectFrom('recall_points')
      .select(['text', 'source_id'])
      .where('set_id', '=', id)
      .where('person_id', '=', person)
      .where('deleted_at', 'is', null)
      .orderBy('position', 'desc')
      .limit(MAX_READ_POINTS)
      .execute();
    const said = new Set(
      termsIn([title, description, ...points.map(({ text }) => text)].join('\n'), source.language).map(
        ({ term }) => term,
      ),
    );
    ranked.push({
      id,
      made: points.filter((point) => point.source_id === sourceId).length,
      words: telling.filter(({ term }) => said.has(term)).length,
    });
  }
  const [best] = ranked.toSorted((one, other) => other.made - one.made || other.words - one.words);
  const isNear = best && (best.made > 0 || best.words >= Math.max(MIN_WORDS, telling.length * MIN_SHARE));
  return isNear ? best.id : null;
}
