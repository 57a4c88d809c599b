import { type Expression, expressionBuilder, type SqlBool } from 'kysely';

import { hasItsPassages, hasTag, isOwnRow } from '../../storage/server/source-filter.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import type { PassageFilter } from './passage-search.ts';

/** The condition of a filter on the columns of `sources`, which the query must join under that name. */
export function matchingSources(filter: PassageFilter): Expression<SqlBool> {
  const { buckets, kinds, whose, tags = [], state, sources, excludedSources = [] } = filter;
  const eb = expressionBuilder<LibraryTables, 'sources'>();
  return eb.and([
    eb('sources.deleted_at', 'is', null),
    hasItsPassages(eb),
    // Sources listed explicitly are included, archived or not.
    ...(sources ? [] : [eb('sources.archived_at', filter.isArchived === true ? 'is not' : 'is', null)]),
    ...(buckets ? [inBuckets(buckets)] : []),
    ...(kinds ? [eb('sources.kind', 'in', [...kinds])] : []),
    ...(whose ? [whose === 'own' ? isOwnRow(eb) : eb.not(isOwnRow(eb))] : []),
    ...tags.map(hasTag),
    ...(state ? [eb('sources.state', '=', state === 'reading' ? 'waiting' : 'failed')] : []),
    ...(sources ? [eb('sources.id', 'in', ['', ...sources])] : []),
    ...(excludedSources.length > 0 ? [eb('sources.id', 'not in', [...excludedSources])] : []),
  ]);
}

/**
 * Null is the inbox. The empty string stands for it in the comparison: no id is empty, and PostgreSQL needs a value.
 */
function inBuckets(buckets: readonly (string | null)[]): Expression<SqlBool> {
  const eb = expressionBuilder<LibraryTables, 'sources'>();
  const named = eb('sources.bucket_id', 'in', ['', ...buckets.filter((bucket) => bucket !== null)]);
  return buckets.includes(null) ? eb.or([eb('sources.bucket_id', 'is', null), named]) : named;
}
