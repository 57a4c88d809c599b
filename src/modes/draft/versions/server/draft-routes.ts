import type { Transaction } from 'kysely';
import { z } from 'zod';

import type { Database } from '#database/server/database.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';
import { type Route, route } from '#wire/route.ts';

import {
  changeDraft,
  type DraftSummary,
  draftList,
  draftReading,
  draftSummary,
  draftVersion,
  nameVersion,
  restoreVersion,
  savedText,
  type SaveText,
  saveText,
  versionHead,
} from '../../protocol.ts';
import { addVersion } from './add-version.ts';
import {
  citationsOf,
  type DraftRow,
  HEAD_COLUMNS,
  type OfPerson,
  requireDraft,
  requireVersion,
  toHead,
  toSummary,
} from './draft-rows.ts';
import { DRAFT_CHANGED, DRAFT_DELETED, type DraftChanged, type DraftDeleted } from './draft-undo.ts';
import { readDraftVersion } from './read-version.ts';
import { saveDraftText } from './save-text.ts';
import type { DraftTables } from './tables.ts';

export interface DraftRoutesDependencies {
  readonly database: Database<DraftTables>;
  readonly library: Database<LibraryTables>;
  readonly undo: UndoLog;
  readonly now: () => number;
  /** Called after a draft was changed by hand, to inform the readers of its session. */
  readonly onChanged: (draft: { readonly person: string; readonly session: string; readonly draft: string }) => void;
}

const listQuery = z.object({
  session: z.string().optional(),
  status: z.enum(['draft', 'ready', 'published']).optional(),
});
const MAX_LISTED = 500;

type Change<Result> = (trx: Transaction<DraftTables>, draft: DraftRow) => Promise<Result>;

export function draftRoutes(dependencies: DraftRoutesDependencies): Route[] {
  const { database, library, undo, now, onChanged } = dependencies;

  /** Changes a draft in a transaction, then informs the readers of its session. */
  async function changing<Result>(of: OfPerson, change: Change<Result>): Promise<Result> {
    const { draft, result } = await database.write(async (trx) => {
      const row = await requireDraft(trx, of);
      return { draft: row, result: await change(trx, row) };
    });
    onChanged({ person: of.person, session: draft.session_id, draft: draft.id });
    return result;
  }

  async function summaryOf(of: OfPerson): Promise<DraftSummary> {
    const row = await requireDraft(database.read, of);
    const session = await database.read
      .selectFrom('sessions')
      .select('title')
      .where('person_id', '=', of.person)
      .where('id', '=', row.session_id)
      .executeTakeFirst();
    return toSummary({ ...row, session_title: session?.title ?? '' });
  }

  return [
    route({
      method: 'GET',
      path: '/api/drafts',
      summary: 'The drafts, the latest first',
      query: listQuery,
      answer: draftList,
      async handle({ person, query: { session, status } }) {
        let listed = database.read
          .selectFrom('drafts')
          .innerJoin('sessions', 'sessions.id', 'drafts.session_id')
          .selectAll('drafts')
          .select('sessions.title as session_title')
          .where('drafts.person_id', '=', person)
          .where('drafts.deleted_at', 'is', null);
        if (session !== undefined) listed = listed.where('drafts.session_id', '=', session);
        if (status !== undefined) listed = listed.where('drafts.status', '=', status);
        const rows = await listed.orderBy('drafts.updated_at', 'desc').orderBy('drafts.id').limit(MAX_LISTED).execute();
        return { drafts: rows.map(toSummary) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/drafts/:draft',
      summary: 'A draft with its versions, the first one first',
      answer: draftReading,
      async handle({ person, params }) {
        const of = { person, draft: params['draft'] ?? '' };
        const draft = await summaryOf(of);
        const rows = await database.read
          .selectFrom('draft_versions')
          .select(HEAD_COLUMNS)
          .where('draft_id', '=', of.draft)
          .where('person_id', '=', person)
          .orderBy('number')
          .execute();
        return { draft, versions: rows.map(toHead) };
      },
    }),
    route({
      method: 'GET',
      path: '/api/drafts/:draft/versions/:number',
      summary: 'A version, with its claims checked against the sources as they are now',
      answer: draftVersion,
      async handle({ person, params }) {
        const draft = params['draft'] ?? '';
        await requireDraft(database.read, { person, draft });
        const row = await requireVersion(database.read, { person, draft, number: numberIn(params) });
        return readDraftVersion(library.read, row);
      },
    }),
    route<SaveText>({
      method: 'PUT',
      path: '/api/drafts/:draft/text',
      summary: 'Saves what was written by hand, as a version of its own',
      body: saveText,
      answer: savedText,
      async handle({ person, params, body }) {
        const of = { person, draft: params['draft'] ?? '' };
        return changing(of, (trx, draft) => saveDraftText(trx, { draft, save: body, now: now() }));
      },
    }),
    route({
      method: 'POST',
      path: '/api/drafts/:draft/restore',
      summary: 'Makes an earlier version the one that counts, as a version of its own',
      body: restoreVersion,
      answer: versionHead,
      async handle({ person, params, body: { number } }) {
        const of = { person, draft: params['draft'] ?? '' };
        const restored = await changing(of, async (trx, draft) => {
          const { text, title, voice, model, author, ...version } = await requireVersion(trx, { ...of, number });
          const again = { author, title, voice, model, text, based_on: number, citations: citationsOf(version) };
          return addVersion(trx, draft, { version: again, now: now() });
        });
        return toHead(restored);
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/drafts/:draft',
      summary: 'Renames a draft, or marks it as draft, ready or published',
      body: changeDraft,
      answer: draftSummary,
      async handle({ person, params, body }) {
        const of = { person, draft: params['draft'] ?? '' };
        await changing(of, async (trx, draft) => {
          const from = { title: draft.title, status: draft.status };
          const to = { title: body.title ?? from.title, status: body.status ?? from.status };
          if (from.title === to.title && from.status === to.status) return;
          await trx
            .updateTable('drafts')
            .set({ ...to, updated_at: now() })
            .where('id', '=', draft.id)
            .where('person_id', '=', person)
            .execute();
          const reversal: DraftChanged = { draft: draft.id, session: draft.session_id, from, to };
          const label =
            from.status === to.status ? `Renamed the draft “${from.title}”` : `Marked “${to.title}” as ${to.status}`;
          await undo.record(trx, { person, kind: DRAFT_CHANGED, label, reversal });
        });
        return summaryOf(of);
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/drafts/:draft/versions/:number',
      summary: 'Names a version',
      body: nameVersion,
      answer: versionHead,
      async handle({ person, params, body: { name } }) {
        const of = { person, draft: params['draft'] ?? '' };
        const number = numberIn(params);
        const named = name === '' ? null : name;
        const version = await changing(of, async (trx) => {
          const found = await requireVersion(trx, { ...of, number });
          await trx
            .updateTable('draft_versions')
            .set({ name: named })
            .where('draft_id', '=', of.draft)
            .where('person_id', '=', person)
            .where('number', '=', number)
            .execute();
          return found;
        });
        return toHead({ ...version, name: named });
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/drafts/:draft',
      summary: 'Deletes a draft with its versions; undo brings it back',
      answer: z.object({}),
      async handle({ person, params }) {
        const of = { person, draft: params['draft'] ?? '' };
        await changing(of, async (trx, draft) => {
          const deletedAt = now();
          await trx
            .updateTable('drafts')
            .set({ deleted_at: deletedAt })
            .where('id', '=', draft.id)
            .where('person_id', '=', person)
            .execute();
          const reversal: DraftDeleted = { draft: draft.id, session: draft.session_id, deletedAt };
          await undo.record(trx, {
            person,
            kind: DRAFT_DELETED,
            label: `Deleted the draft “${draft.title}”`,
            reversal,
          });
        });
        return {};
      },
    }),
  ];
}

/** NaN for an invalid number, which matches no version. */
function numberIn(params: Readonly<Record<string, string>>): number {
  const number = Number(params['number']);
  return Number.isSafeInteger(number) ? number : 0;
}
