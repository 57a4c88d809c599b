import type { Kysely } from 'kysely';

import { foldForm } from '#text/domain/stems.ts';
import { AppError } from '#wire/error-kind.ts';

import type { SourceFilter, SourceSort, SourceSummary } from '../../../storage/protocol.ts';
import type { ProgressOf } from '../../../storage/server/dependencies.ts';
import { areSourcesOf, matches } from '../../../storage/server/source-filter.ts';
import { shownTitle, SUMMARY_COLUMNS, toSummary } from '../../../storage/server/source-summary.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { SourceList } from '../../protocol.ts';

const DEFAULT_PAGE = 50;

export interface ListRequest extends SourceFilter {
  readonly sort?: SourceSort | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

interface Reading {
  readonly read: Kysely<LibraryTables>;
  readonly progressOf: ProgressOf;
}

export async function listSources(reading: Reading, person: string, request: ListRequest): Promise<SourceList> {
  const { sort = 'newest', ...listing } = request;
  return sort === 'newest' ? listNewest(reading, person, listing) : listSorted(reading, person, { sort, ...listing });
}

interface CitationTables {
  explore_citations: { person_id: string; source_id: string; citations: number };
}

/** A page sorted by title or by number of citations. Compares all sources. */
async function listSorted(
  { read, progressOf }: Reading,
  person: string,
  { sort, after, limit = DEFAULT_PAGE, ...filter }: ListRequest,
): Promise<SourceList> {
  const rows = await read
    .selectFrom('sources')
    .select(['id', 'title', 'url'])
    .where('sources.person_id', '=', person)
    .where((eb) => matches(eb, filter))
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const citations = sort === 'cited' ? await readCitations(read, person) : new Map<string, number>();
  const keyed = rows.map((row) => ({ id: row.id, key: foldForm(shownTitle(row)), cited: citations.get(row.id) ?? 0 }));
  const byTitle = sort === 'title';
  const sorted = keyed.sort((one, other) =>
    byTitle ? (one.key < other.key ? -1 : one.key > other.key ? 1 : 0) : other.cited - one.cited,
  );
  const last = after === undefined ? -1 : sorted.findIndex(({ id }) => id === after);
  if (after !== undefined && last < 0) throw noSuchPlace();
  const page = sorted.slice(last + 1, last + 1 + limit);
  const sources = await readSummaries(
    { read, progressOf },
    person,
    page.map(({ id }) => id),
  );
  return {
    sources,
    total: sorted.length,
    cursor: last + 1 + limit < sorted.length ? (page.at(-1)?.id ?? null) : null,
    ...(!byTitle && { cited: Object.fromEntries(page.map(({ id, cited }) => [id, cited])) }),
  };
}

async function readCitations(read: Kysely<LibraryTables>, person: string): Promise<ReadonlyMap<string, number>> {
  const rows = await (read as unknown as Kysely<CitationTables>)
    .selectFrom('explore_citations')
    .select((eb) => ['source_id', eb.fn.sum('citations').as('citations')])
    .where('person_id', '=', person)
    .groupBy('source_id')
    .execute();
  return new Map(rows.map(({ source_id, citations }) => [source_id, Number(citations)]));
}

async function listNewest(
  { read, progressOf }: Reading,
  person: string,
  { after, limit = DEFAULT_PAGE, ...filter }: Omit<ListRequest, 'sort'>,
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
  if (at === undefined || id === undefined) throw noSuchPlace();
  return { at: Number(at), id };
}

const noSuchPlace = () => new AppError('malformed', 'This place in the list is not valid.', { field: 'after' });

/** Sources by id in the given order, including deleted ones. Leaves out those of other people. */
export async function readSummaries(
  { read, progressOf }: Reading,
  person: string,
  ids: readonly string[],
): Promise<SourceSummary[]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('sources')
    .select(SUMMARY_COLUMNS)
    .where(areSourcesOf(person))
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toSummary(row, progressOf)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
