import { basename } from 'node:path';

import { z } from 'zod';

import type { Database } from '#database/server/database.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';
import { type Route, route } from '#wire/route.ts';

import {
  changesAnswer,
  changesQuery,
  commitChanges,
  committed,
  fileChangesAnswer,
  fileQuery,
  proposedMessage,
  revertChanges,
  stageChanges,
} from '../protocol.ts';
import type { Changes } from './changes.ts';
import { proposeMessage, type Proposing } from './propose-message.ts';
import { REVERTED, type Reverted } from './revert-undo.ts';

export interface ChangesRoutesOptions extends Proposing {
  readonly changes: Changes;
  readonly database: Database<object>;
  readonly undo: UndoLog;
  /** The folder of a person's own terminal. Throws an AppError if there is none, or if they cannot open terminals. */
  readonly requireOwn: (person: string, session: string) => Promise<string>;
}

/** The routes of the changes of sessions. */
export function changesRoutes(options: ChangesRoutesOptions): Route[] {
  const { changes, requireOwn, database, undo } = options;
  const own = async (person: string, session = '') => await changes.of(session, await requireOwn(person, session));

  return [
    route({
      method: 'GET',
      path: '/api/terminals/:terminal/changes',
      summary: 'The files that changed in the folder of a terminal, and its branch',
      query: changesQuery,
      answer: changesAnswer,
      handle: async ({ person, params, query: { since } }) => (await own(person, params['terminal'])).list(since),
    }),
    route({
      method: 'GET',
      path: '/api/terminals/:terminal/changes/file',
      summary: 'The changed lines of a file',
      query: fileQuery,
      answer: fileChangesAnswer,
      handle: async ({ person, params, query: { since, path } }) =>
        (await own(person, params['terminal'])).file(since, path),
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/changes/revert',
      summary: 'Puts files, or some of their changed lines, back as they were',
      body: revertChanges,
      answer: z.undefined(),
      async handle({ person, params, body }) {
        const session = params['terminal'] ?? '';
        const [first] = body.files;
        await (
          await own(person, session)
        ).revert(body, async (written) => {
          const what =
            body.files.length === 1 ? first?.path : `${body.files.length} files in ${basename(written.root)}`;
          const reversal: Reverted = { session, ...written, writes: [...written.writes] };
          const action = { person, kind: REVERTED, reversal };
          await database.write((trx) => undo.record(trx, { ...action, label: `Put back ${what}` }));
          return () => database.write((trx) => undo.withdraw(trx, action));
        });
      },
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/changes/stage',
      summary: 'Puts files into the next commit, or takes them out of it',
      body: stageChanges,
      answer: z.undefined(),
      handle: async ({ person, params, body: { paths, isStaged } }) =>
        (await own(person, params['terminal'])).stage(paths, isStaged),
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/changes/commit',
      summary: 'Commits what is staged',
      body: commitChanges,
      answer: committed,
      handle: async ({ person, params, body }) => ({
        commit: await (await own(person, params['terminal'])).commit(body),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/terminals/:terminal/changes/message',
      summary: 'Proposes a message for a commit of what is staged',
      answer: proposedMessage,
      async handle({ person, params }) {
        const session = params['terminal'] ?? '';
        const staged = await (await own(person, session)).staged();
        return await proposeMessage(options, { person, session }, staged);
      },
    }),
  ];
}
