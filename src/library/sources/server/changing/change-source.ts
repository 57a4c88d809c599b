import type { Transaction } from 'kysely';
import type { z } from 'zod';

import { DIRECTION_MARKS, hasNoDirectionMarks, isBlank } from '#kernel/clean-text.ts';
import { AppError } from '#wire/error-kind.ts';

import { isOwn } from '../../../storage/domain/own.ts';
import { editBetween } from '../../../storage/domain/text-edit.ts';
import type { SourceKind, SourceOrigin } from '../../../storage/protocol.ts';
import type { LibraryDependencies, TextFacts } from '../../../storage/server/dependencies.ts';
import { letOthersGo } from '../../../storage/server/let-others-go.ts';
import { noSuchSource, type OwnedSource, sourceThere } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { sourceChange } from '../../protocol.ts';
import { namesOf } from '../undo/source-actions.ts';
import { hashOfExact, type SourceChanged } from '../undo/source-changed.ts';
import { readAddress } from '../writing/address.ts';
import { type SourceColumns, updateSource } from '../writing/write-source.ts';
import { OWNED_COLUMNS, type OwnedRow } from './read-owned.ts';
import { withoutRepeats } from './tags.ts';

type Changing = Pick<LibraryDependencies, 'undo' | 'now' | 'newId' | 'onTextWritten'>;

/**
 * Changes a source. If the change includes title or text and these have changed since the edited version, nothing is
 * changed, unless they already equal the new values.
 */
export async function changeSource(
  trx: Transaction<LibraryTables>,
  changing: Changing,
  { person, sourceId, version, facts, ...given }: OwnedSource & z.output<typeof sourceChange> & Facts,
): Promise<void> {
  const before = await sourceThere(trx, { person, sourceId })
    .select([...OWNED_COLUMNS, 'content'])
    .executeTakeFirstOrThrow(noSuchSource);
  const { content } = before;
  await letOthersGo(content);
  const wanted = columnsOf(before, given);
  const to = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => before[name as keyof typeof before] !== value),
  ) as SourceColumns;
  if (Object.keys(to).length === 0) return;
  const isEdited = to.title !== undefined || to.content !== undefined;
  const at = changing.now();
  if (isEdited) to.edited_at = at;
  if (isEdited && version !== before.version) throw changedElsewhere();
  await updateSource(trx, changing, {
    person,
    sourceId,
    columns: to,
    facts: to.content === undefined ? undefined : facts,
    at,
  });
  await letOthersGo(content);
  await record(trx, changing, { person, before, to });
}

/** Facts about the given content. */
interface Facts {
  readonly facts?: TextFacts | undefined;
}

type Before = OwnedRow & { readonly content: string };

function columnsOf(before: Before, given: Omit<z.output<typeof sourceChange>, 'version'>): SourceColumns {
  const { title, content, url, kind, tags, createdAt } = given;
  if (kind !== undefined) requireKind(before, kind);
  // A title from elsewhere may contain them, and is sent again with every edit.
  if (title !== undefined && title !== before.title && !hasNoDirectionMarks(title))
    throw new AppError('malformed', DIRECTION_MARKS, { field: 'title' });
  const address = url === undefined || url === null || url === '' ? null : readAddress(url);
  if (url && !address)
    throw new AppError('malformed', `“${url.slice(0, 100)}” is not a web address.`, { field: 'url' });
  const urlAfter = url === undefined ? before.url : (address?.url ?? null);
  const text = content === undefined ? before.content : isBlank(content) ? '' : content;
  if (text === '' && urlAfter === null && (content !== undefined || url !== undefined))
    throw new AppError('malformed', 'A source needs a text or an address. Delete it if you want it gone.', {
      field: 'content',
    });
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content: text }),
    ...(url !== undefined && { url: urlAfter }),
    ...(kind !== undefined && { kind }),
    ...(tags !== undefined && { tags: JSON.stringify(withoutRepeats(tags)) }),
    ...(createdAt !== undefined && { created_at: createdAt, created_on: null }),
    ...stateAfter(before, { text, url: urlAfter }),
  };
}

/** A text written by the person needs no reading; another address without a text has to be read. */
function stateAfter(before: Before, { text, url }: { text: string; url: string | null }): SourceColumns {
  if (text !== before.content && text !== '') return { state: 'read', problem: null };
  if (text === '' && (url !== before.url || before.content !== '')) return { state: 'waiting', problem: null };
  return {};
}

function changedElsewhere(): AppError {
  return new AppError(
    'refused',
    'This source has been changed elsewhere since you began to edit it. Nothing was saved; your words are still here.',
    { reason: 'changed-elsewhere' },
  );
}

async function record(
  trx: Transaction<LibraryTables>,
  { undo }: Changing,
  { person, before, to }: { person: string; before: Before; to: SourceColumns },
): Promise<void> {
  const { id, content } = before;
  // Reads the stored values, because title and language may have been derived from the text.
  const after = await sourceThere(trx, { person, sourceId: id })
    .select(OWNED_COLUMNS)
    .executeTakeFirstOrThrow(noSuchSource);
  const { content: newContent, ...columns } = {
    ...to,
    ...(after.title !== before.title && { title: after.title }),
    ...(after.language !== before.language && { language: after.language }),
  };
  const names = Object.keys(columns) as (keyof typeof columns & keyof OwnedRow)[];
  const pick = (of: OwnedRow) => Object.fromEntries(names.map((name) => [name, of[name]])) as SourceColumns;
  const edit = newContent === undefined ? undefined : editBetween(content, newContent);
  await letOthersGo(content);
  const reversal: SourceChanged = {
    sourceId: id,
    from: pick(before),
    to: pick(after),
    ...(edit && newContent !== undefined && { edit: { ...edit, hash: hashOfExact(newContent) } }),
  };
  await letOthersGo(newContent ?? '');
  await undo.record(trx, { person, kind: 'source-changed', label: `Changed ${namesOf([before])}`, reversal });
  await letOthersGo(newContent ?? '');
}

/** An agent's words are never the person's own, so their kind must remain one of others' words. */
export function requireKind({ origin }: { readonly origin: SourceOrigin }, kind: SourceKind): void {
  if (origin === 'agent' && isOwn({ kind, origin: 'person' }))
    throw new AppError('refused', 'An agent said this, so it cannot become a note or a voice memo of your own.', {
      reason: 'not-own',
    });
}
