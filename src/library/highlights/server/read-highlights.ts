import { setImmediate } from 'node:timers/promises';

import type { Kysely, Selectable } from 'kysely';

import { foldForm, withUmlautsSpelled } from '#text/domain/stems.ts';
import { AppError } from '#wire/error-kind.ts';

import { shownTitle } from '../../storage/server/source-summary.ts';
import { noSuchSource, type OwnedSource, sourceThere } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import type { Highlight, HighlightList } from '../protocol.ts';

type Reader = Kysely<LibraryTables>;

const COLUMNS = [
  'highlights.id',
  'highlights.source_id',
  'highlights.start_offset',
  'highlights.end_offset',
  'highlights.quote',
  'highlights.color',
  'highlights.note',
  'highlights.created_at',
] as const;

type Row = Pick<
  Selectable<LibraryTables['highlights']>,
  'id' | 'source_id' | 'start_offset' | 'end_offset' | 'quote' | 'color' | 'note' | 'created_at'
>;

export function toHighlight(row: Row): Highlight {
  const { id, source_id: sourceId, start_offset: start, end_offset: end, quote, color, note, created_at: at } = row;
  return {
    id,
    sourceId,
    quote,
    color,
    note,
    range: start === null || end === null ? null : { start, end },
    createdAt: at,
  };
}

/**
 * The highlights of a source in the order of its text, an enclosing one before those inside it, then those whose words
 * were deleted.
 */
export async function readSourceHighlights(read: Reader, { person, sourceId }: OwnedSource): Promise<Highlight[]> {
  await sourceThere(read, { person, sourceId }).select('id').executeTakeFirstOrThrow(noSuchSource);
  const rows = await read
    .selectFrom('highlights')
    .select(COLUMNS)
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows
    .map(toHighlight)
    .sort(
      ({ range: one }, { range: other }) =>
        (one?.start ?? Infinity) - (other?.start ?? Infinity) || (other?.end ?? 0) - (one?.end ?? 0),
    );
}

const DEFAULT_PAGE = 50;
/** Number of rows that are compared before other work gets a turn. */
const AT_ONCE = 500;

interface Listing {
  readonly q?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** A page of a person's highlights, newest first. */
export async function listHighlights(
  read: Reader,
  person: string,
  { q = '', after, limit = DEFAULT_PAGE }: Listing,
): Promise<HighlightList> {
  const rows = await read
    .selectFrom('highlights')
    .innerJoin('sources', 'sources.id', 'highlights.source_id')
    .select([...COLUMNS, 'sources.title', 'sources.url'])
    .where('highlights.person_id', '=', person)
    .where('highlights.deleted_at', 'is', null)
    .where('sources.deleted_at', 'is', null)
    .orderBy('highlights.created_at', 'desc')
    .orderBy('highlights.id', 'desc')
    .execute();
  const wanted = foldForm(q).split(/\s+/u).filter(Boolean);
  const found: (typeof rows)[number][] = [];
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const said = wanted.length === 0 ? '' : `${row.quote}\n${row.note}\n${row.title}`;
    const words = `${foldForm(said)}\n${foldForm(withUmlautsSpelled(said))}`;
    if (wanted.every((word) => words.includes(word))) found.push(row);
  }
  const from = after === undefined ? 0 : placeAfter(found, after);
  const page = found.slice(from, from + limit);
  const passages = await passagesOf(read, person, page);
  return {
    highlights: page.map((row) => ({
      ...toHighlight(row),
      sourceTitle: shownTitle(row),
      passage: passages.get(row.id) ?? null,
    })),
    total: found.length,
    cursor: from + limit < found.length ? (page.at(-1)?.id ?? null) : null,
  };
}

function placeAfter(rows: readonly { readonly id: string }[], id: string): number {
  const at = rows.findIndex((row) => row.id === id);
  if (at < 0) throw new AppError('malformed', 'This place in the list is not valid.', { field: 'after' });
  return at + 1;
}

/** The number of the passage in which each highlight begins. */
async function passagesOf(read: Reader, person: string, rows: readonly Row[]): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map(({ id }) => id);
  const found = await read
    .selectFrom('highlights')
    .innerJoin('passages', 'passages.source_id', 'highlights.source_id')
    .select((eb) => ['highlights.id', eb.fn.min('passages.number').as('number')])
    .where('highlights.person_id', '=', person)
    .where('highlights.id', 'in', ['', ...ids])
    .whereRef('passages.end_offset', '>', 'highlights.start_offset')
    .groupBy('highlights.id')
    .execute();
  return new Map(found.map(({ id, number }) => [id, Number(number)]));
}
