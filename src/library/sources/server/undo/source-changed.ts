import { createHash } from 'node:crypto';

import type { Transaction } from 'kysely';

import { changedSince, putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import { beforeEdit, type TextEdit } from '../../../storage/domain/text-edit.ts';
import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import { letOthersGo } from '../../../storage/server/let-others-go.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { readOwned } from '../changing/read-owned.ts';
import { type SourceColumns, updateSource } from '../writing/write-source.ts';

export interface SourceChanged {
  readonly sourceId: string;
  readonly from: SourceColumns;
  readonly to: SourceColumns;
  /** The edit of the text, and the hash of the text after it. */
  readonly edit?: TextEdit & { readonly hash: string };
}

export function hashOfExact(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}

type Handling = Pick<LibraryDependencies, 'newId' | 'onTextWritten' | 'notify' | 'wakeIngestion'>;

const SOURCE_CHANGED = 'This source has been changed again since. Change it where it stands.';

export function sourceChangedHandler(handling: Handling): UndoHandlers[string] {
  return putBack<SourceChanged, LibraryTables>({
    async read(trx, { person, reversal: { sourceId, to, edit } }) {
      const [present] = await readOwned(trx, person, [sourceId]);
      if (!present || present.deleted_at !== null)
        throw changedSince('This source has been deleted since. Restore it first.');
      if (edit) {
        const content = await contentOf(trx, person, sourceId);
        await letOthersGo(content);
        if (hashOfExact(content) !== edit.hash) throw changedSince(SOURCE_CHANGED);
        await letOthersGo(content);
      }
      // A reading may have changed these since.
      const { state, problem } = to;
      return { ...present, state, problem };
    },
    async write(trx, { person, reversal: { sourceId, from, edit }, now }) {
      const content = edit && beforeEdit(await contentOf(trx, person, sourceId), edit);
      const columns = { ...from, ...(content !== undefined && { content }) };
      await updateSource(trx, handling, { person, sourceId, columns, at: now });
    },
    changed: SOURCE_CHANGED,
    after({ person, reversal }) {
      handling.notify(person, [(reversal as SourceChanged).sourceId]);
      handling.wakeIngestion();
    },
  });
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
