import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { ModeReports } from '#session/server/mode-server.ts';

import type { DraftHost } from '../protocol.ts';
import { readCurrentDraft } from '../versions/server/current-draft.ts';
import { draftRoutes } from '../versions/server/draft-routes.ts';
import { draftUndoHandlers } from '../versions/server/draft-undo.ts';
import { keepRoute } from '../versions/server/keep-route.ts';
import { recordDrafts } from '../versions/server/record-drafts.ts';
import type { DraftTables } from '../versions/server/tables.ts';
import type { DraftReport } from '../writing/domain/draft-state.ts';
import { createDraftServer } from '../writing/server/draft-server.ts';
import { draftData } from './draft-data.ts';

/** Drafts on the server, inside every mode that hosts them. */
export function draftContribution(): ServerContribution {
  return {
    data: draftData,
    create({ database, library, paceMs, hostsOf, newId, now, undo, voicesOf, log }) {
      const tables = tablesOf<DraftTables>(database);
      let reports: ModeReports<DraftReport> | undefined;
      const server = createDraftServer(
        {
          hosts: hostsOf<DraftHost<AbortSignal>>('draft'),
          library,
          paceMs,
          currentDraft: (of) => readCurrentDraft(tables.read, of),
          platformRulesOf: async (person, platform) =>
            (await voicesOf(tables.read, { person, personId: null, platform })).platform,
          record: (trx, request) => recordDrafts(trx, request, newId),
        },
        (given) => void (reports = given),
      );
      const onChanged = ({ person, session, draft }: { person: string; session: string; draft: string }) => {
        const told = reports?.report({ person, session }, { id: `draft-${newId()}`, report: { draftId: draft } });
        told?.catch((error: unknown) => log.error(`A change of a draft of session ${session} was not told`, error));
      };
      return {
        mode: { id: 'draft', server },
        surface: () => ({
          routes: [
            ...draftRoutes({ database: tables, library: tablesOf<LibraryTables>(database), undo, now, onChanged }),
            keepRoute({ database: tables, library }),
          ],
          undoHandlers: draftUndoHandlers(onChanged),
        }),
      };
    },
  };
}
