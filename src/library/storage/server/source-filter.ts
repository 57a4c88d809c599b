import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { SourceFilter } from '../protocol.ts';
import type { LibraryTables } from './tables.ts';

type Sources = ExpressionBuilder<LibraryTables, 'sources'>;

/** The condition for a source of a person to be in a list. Deleted sources never are. */
export function matches(eb: Sources, filter: SourceFilter): Expression<SqlBool> {
  const { bucket, kind, whose, tag, state, archived } = filter;
  return eb.and([
    eb('sources.deleted_at', 'is', null),
    eb('sources.archived_at', archived === 'true' ? 'is not' : 'is', null),
    ...(bucket === undefined ? [] : [bucket === 'inbox' ? eb('bucket_id', 'is', null) : eb('bucket_id', '=', bucket)]),
    ...(kind === undefined ? [] : [eb('sources.kind', '=', kind)]),
    ...(whose === undefined ? [] : [whose === 'own' ? isOwnRow(eb) : eb.not(isOwnRow(eb))]),
    ...(tag === undefined ? [] : [hasTag(tag)]),
    ...(state === undefined ? [] : [eb('sources.state', '=', state === 'reading' ? 'waiting' : 'failed')]),
  ]);
}

/** The condition that equals `isOwn`. */
export function isOwnRow(eb: Sources): Expression<SqlBool> {
  return eb.and([eb('sources.kind', 'in', ['note', 'voice_memo']), eb('sources.origin', '!=', 'agent')]);
}

/** Tags are a JSON list, searched with `replace`, which is case-sensitive in both engines. */
export function hasTag(tag: string): Expression<SqlBool> {
  return sql<SqlBool>`replace(sources.tags, ${JSON.stringify(tag)}, '') <> sources.tags`;
}

/**
 * The condition that the passages of a source belong to its present text: those of a long one are written in the
 * background.
 */
export function hasItsPassages(eb: Sources): Expression<SqlBool> {
  return eb.not(
    eb.exists(eb.selectFrom('waiting_texts').select('text_id').whereRef('waiting_texts.source_id', '=', 'sources.id')),
  );
}

/**
 * The condition that passages are a person's, for queries by row. It prevents SQLite from scanning all of the person's
 * passages instead.
 */
export function arePassagesOf(person: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`passages.person_id || '' = ${person}`;
}

/** The same for sources that are queried by their ids. */
export function areSourcesOf(person: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`sources.person_id || '' = ${person}`;
}
