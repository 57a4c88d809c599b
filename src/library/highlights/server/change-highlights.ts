import type { Transaction } from 'kysely';
import type { z } from 'zod';

import { changedColumns, changedSince, rowBack } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import { noSuchSource, type OwnedSource, sourceThere } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import type { Highlight, highlightChange, newHighlight } from '../protocol.ts';
import { toHighlight } from './read-highlights.ts';

type Writing = Transaction<LibraryTables>;
type Changing = Pick<LibraryDependencies, 'undo' | 'now' | 'newId'>;

interface OwnedHighlight {
  readonly person: string;
  readonly highlightId: string;
}

/** An added or removed highlight, for undo. */
interface HighlightMarked {
  readonly highlightId: string;
  readonly sourceId: string;
}

interface HighlightChanged extends HighlightMarked {
  readonly from: object;
  readonly to: object;
}

const MAX_QUOTE = 20_000;
/** Maximum per source, because an edit places all of them again. */
const MAX_OF_SOURCE = 2_000;
const MAX_IN_LABEL = 40;

const refused = (message: string, reason: string) => new AppError('refused', message, { reason });

/**
 * Marks a range of a source, once per id. A range that is already marked gets the colour, and the note if there is one.
 */
export async function addHighlight(
  trx: Writing,
  { undo, now, newId }: Changing,
  { person, sourceId, id, version, start, end, color, note }: OwnedSource & z.output<typeof newHighlight>,
): Promise<Highlight> {
  const highlightId = id ?? newId();
  const known = await trx.selectFrom('highlights').selectAll().where('id', '=', highlightId).executeTakeFirst();
  if (known) {
    if (known.person_id !== person || known.deleted_at !== null) throw noSuchHighlight();
    return toHighlight(known);
  }
  const source = await sourceThere(trx, { person, sourceId })
    .select(['content', 'version'])
    .executeTakeFirstOrThrow(noSuchSource);
  if (source.version !== version)
    throw refused(
      'This source has been changed since you read it. Mark the words in the text as it is now.',
      'changed',
    );
  const quote = source.content.slice(start, end);
  if (start >= end || end > source.content.length || !/\S/u.test(quote) || !quote.isWellFormed())
    throw new AppError('malformed', 'There are no such words in this source.', { field: 'start' });
  if (quote.length > MAX_QUOTE)
    throw new AppError('malformed', 'A highlight has at most 20,000 characters. Mark a shorter part.', {
      field: 'end',
    });
  const same = await trx
    .selectFrom('highlights')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .where('start_offset', '=', start)
    .where('end_offset', '=', end)
    .executeTakeFirst();
  if (same) {
    const change = { color, note: note === '' ? undefined : note };
    return changeHighlight(trx, { undo }, { person, highlightId: same.id, ...change });
  }
  const { count } = await trx
    .selectFrom('highlights')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_OF_SOURCE) throw refused('A source has at most 2,000 highlights.', 'too-many');
  const row = {
    id: highlightId,
    person_id: person,
    source_id: sourceId,
    start_offset: start,
    end_offset: end,
    quote,
    color,
    note,
    created_at: now(),
  };
  await trx.insertInto('highlights').values(row).execute();
  const reversal: HighlightMarked = { highlightId, sourceId };
  await undo.record(trx, { person, kind: 'highlight-added', label: `Highlighted ${named(row)}`, reversal });
  return toHighlight(row);
}

/** Changes the colour or the note of a highlight. */
export async function changeHighlight(
  trx: Writing,
  { undo }: Pick<Changing, 'undo'>,
  { person, highlightId, color, note }: OwnedHighlight & z.output<typeof highlightChange>,
): Promise<Highlight> {
  const row = await requireHighlight(trx, { person, highlightId });
  const before = { color: row.color, note: row.note };
  const change = changedColumns(before, { color: color ?? row.color, note: note ?? row.note });
  if (!change) return toHighlight(row);
  await trx
    .updateTable('highlights')
    .set(change.to)
    .where('id', '=', highlightId)
    .where('person_id', '=', person)
    .execute();
  const reversal: HighlightChanged = { highlightId, sourceId: row.source_id, ...change };
  await undo.record(trx, { person, kind: 'highlight-changed', label: `Changed the highlight ${named(row)}`, reversal });
  return toHighlight({ ...row, ...change.to });
}

/** Removes a highlight, and returns its source. */
export async function removeHighlight(
  trx: Writing,
  { undo, now }: Changing,
  { person, highlightId }: OwnedHighlight,
): Promise<string> {
  const row = await requireHighlight(trx, { person, highlightId });
  await trx
    .updateTable('highlights')
    .set({ deleted_at: now() })
    .where('id', '=', highlightId)
    .where('person_id', '=', person)
    .execute();
  const reversal: HighlightMarked = { highlightId, sourceId: row.source_id };
  await undo.record(trx, { person, kind: 'highlight-removed', label: `Removed the highlight ${named(row)}`, reversal });
  return row.source_id;
}

function requireHighlight(trx: Writing, { person, highlightId }: OwnedHighlight) {
  return trx
    .selectFrom('highlights')
    .selectAll()
    .where('id', '=', highlightId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(noSuchHighlight);
}

const noSuchHighlight = () => new AppError('not-found', 'There is no such highlight.');

function named({ quote }: { readonly quote: string }): string {
  const words = quote.replace(/\s+/gu, ' ').trim();
  return `“${words.length > MAX_IN_LABEL ? `${words.slice(0, MAX_IN_LABEL - 1).toWellFormed()}…` : words}”`;
}

/** Undoes adding, changing and removing a highlight. */
export function highlightUndoHandlers({ notify }: Pick<LibraryDependencies, 'notify'>): UndoHandlers {
  const after = ({ person, reversal }: { person: string; reversal: unknown }) =>
    notify(person, [(reversal as HighlightMarked).sourceId]);
  const mark = (isThere: boolean): UndoHandlers[string] => ({
    async reverse(trx: Writing, { person, reversal, now }) {
      const { numUpdatedRows } = await trx
        .updateTable('highlights')
        .set({ deleted_at: isThere ? null : now })
        .where('id', '=', (reversal as HighlightMarked).highlightId)
        .where('person_id', '=', person)
        .where('deleted_at', isThere ? 'is not' : 'is', null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) === 0)
        throw changedSince(`This highlight is ${isThere ? 'there' : 'removed'} already.`);
    },
    after,
  });
  return {
    'highlight-added': mark(false),
    'highlight-removed': mark(true),
    'highlight-changed': {
      ...rowBack<HighlightChanged>({ table: 'highlights', id: 'highlightId', noun: 'highlight' }),
      after,
    },
  };
}
