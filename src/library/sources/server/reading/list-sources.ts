import type { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { SourceFilter, SourceSummary } from '../../../storage/protocol.ts';
import type { ProgressOf } from '../../../storage/server/dependencies.ts';
import { matches } from '../../../storage/server/source-filter.ts';
import { SUMMARY_COLUMNS, toSummary } from '../../../storage/server/source-summary.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { SourceList } from '../../protocol.ts';

const DEFAULT_PAGE = 50;

export interface ListRequest extends SourceFilter {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** A page of a person's sources, newest first. */
export async function listSources(
  { read, progressOf }: { read: Kysely<LibraryTables>; progressOf: ProgressOf },
  person: string,
  { after, limit = DEFAULT_PAGE, ...filter }: ListRequest,
): Promise<SourceList> {
  const listed = read
    .selectFrom('sources')
    .where('sources.person_id', '=', person)
    .where((eb) => matches(eb, filter));
  const last = after === undefined ? null : readCursor(after);
  const rows = await listed
    .select(SUMMARY_COLUMNS)
    .$if(last !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('added_at', '<', last?.at ?? 0),
          eb.and([eb('added_at', '=', last?.at ?? 0), eb('sources.id', '<', last?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('added_at', 'desc')
    .orderBy('sources.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await listed.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const sources = rows.slice(0, limit).map((row) => toSummary(row, progressOf));
  return { sources, total: Number(total), cursor: rows.length > limit ? cursorOf(sources.at(-1)) : null };
}

function cursorOf(source: SourceSummary | undefined): string | null {
  return source ? `${source.addedAt}.${source.id}` : null;
}

function readCursor(cursor: string): { at: number; id: string } {
  const [, at, id] = /^(\d+)\.([\w-]+)$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw new AppError('malformed', 'This place in the list is not valid.', { field: 'after' });
  return { at: Number(at), id };
}

/** Sources by id in the given order, deleted ones too. Those of others are left out. */
export async function readSummaries(
  { read, progressOf }: { read: Kysely<LibraryTables>; progressOf: ProgressOf },
  person: string,
  ids: readonly string[],
): Promise<SourceSummary[]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('sources')
    .select(SUMMARY_COLUMNS)
    .where('person_id', '=', person)
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toSummary(row, progressOf)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
