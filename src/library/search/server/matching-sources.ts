import { sql, type SqlBool, type RawBuilder } from 'kysely';

import type { PassageFilter } from './passage-search.ts';

/** The condition of a filter on the columns of `sources`, to be joined under that name. */
export function matchingSources(filter: PassageFilter): RawBuilder<SqlBool> {
  const { kinds, whose, tag, state, sources, excludedSources = [] } = filter;
  const conditions = [
    sql`sources.deleted_at is null`,
    filter.isArchived === true ? sql`sources.archived_at is not null` : sql`sources.archived_at is null`,
    ...(filter.buckets ? [inBuckets(filter.buckets)] : []),
    ...(kinds ? [isOneOf('kind', kinds)] : []),
    ...(whose ? [whose === 'own' ? OWN : sql`not ${OWN}`] : []),
    // Tags are a list as JSON; this finds one on both engines, whatever characters it has.
    ...(tag === undefined ? [] : [sql`replace(sources.tags, ${JSON.stringify(tag)}, '') <> sources.tags`]),
    ...(state ? [sql`sources.state = ${state === 'reading' ? 'waiting' : 'failed'}`] : []),
    ...(sources ? [isOneOf('id', sources)] : []),
    ...(excludedSources.length > 0 ? [sql`not ${isOneOf('id', excludedSources)}`] : []),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The same as `isOwn`. */
const OWN = sql`(sources.kind in ('note', 'voice_memo') and sources.origin <> 'agent')`;

function inBuckets(buckets: readonly (string | null)[]): RawBuilder<unknown> {
  const named = isOneOf(
    'bucket_id',
    buckets.filter((bucket) => bucket !== null),
  );
  return buckets.includes(null) ? sql`(sources.bucket_id is null or ${named})` : named;
}

function isOneOf(column: string, values: readonly string[]): RawBuilder<unknown> {
  if (values.length === 0) return sql`1 = 0`;
  return sql`${sql.ref(`sources.${column}`)} in (${sql.join(values)})`;
}
