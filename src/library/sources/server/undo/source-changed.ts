import { createHash } from 'node:crypto';

import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/changed-since.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { beforeEdit, type TextEdit } from '../../domain/text-edit.ts';
import { readOwned } from '../changing/read-owned.ts';
import { type SourceColumns, updateSource } from '../writing/write-source.ts';

export interface SourceChanged {
  readonly sourceId: string;
  readonly from: SourceColumns;
  readonly to: SourceColumns;
  /** How the text was edited, and the hash of the text after it. */
  readonly edit?: TextEdit & { readonly hash: string };
}

export function hashOfExact(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}

type Handling = Pick<LibraryDependencies, 'newId' | 'onTextWritten' | 'tell' | 'wakeIngestion'>;

/** A change of one source, taken back. */
export function sourceChangedHandler(handling: Handling): UndoHandlers[string] {
  return {
    async reverse(trx: Transaction<LibraryTables>, { person, reversal, now }) {
      const { sourceId, from, to, edit } = reversal as SourceChanged;
      const [present] = await readOwned(trx, person, [sourceId]);
      if (!present || present.deleted_at !== null)
        throw changedSince('This source has been deleted since. Restore it first.');
      const content = edit && (await contentOf(trx, person, sourceId));
      const isAsLeft = (Object.keys(to) as (keyof typeof present & keyof SourceColumns)[])
        .filter((name) => name !== 'state' && name !== 'problem')
        .every((name) => present[name] === to[name]);
      if (!isAsLeft || (edit && hashOfExact(content ?? '') !== edit.hash))
        throw changedSince('This source has been changed again since. Change it where it stands.');
      const columns = { ...from, ...(edit && { content: beforeEdit(content ?? '', edit) }) };
      await updateSource(trx, handling, { person, sourceId, columns, at: now });
    },
    after({ person, reversal }) {
      handling.tell(person, [(reversal as SourceChanged).sourceId]);
      handling.wakeIngestion();
    },
  };
}

async function contentOf(trx: Transaction<LibraryTables>, person: string, sourceId: string): Promise<string> {
  const row = await trx
    .selectFrom('sources')
    .select('content')
    .where('id', '=', sourceId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row?.content ?? '';
}
