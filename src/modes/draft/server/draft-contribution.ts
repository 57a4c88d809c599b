import { stringify } from 'yaml';
import { z } from 'zod';

import { platformId } from '#account/protocol.ts';
import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { ExportFiles } from '#person-data/server/export-files.ts';
import type { PersonData, PersonTable, Row } from '#person-data/server/person-data.ts';
import { rowsOf } from '#person-data/server/rows.ts';
import { json, text } from '#person-data/server/stored-values.ts';
import type { ModeReports } from '#session/server/mode-server.ts';

import { type DraftCitation, draftCitation, type DraftHost, draftStatus } from '../protocol.ts';
import { asMarkdown } from '../text/domain/export/markdown.ts';
import { readCurrentDraft } from '../versions/server/current-draft.ts';
import { draftRoutes } from '../versions/server/draft-routes.ts';
import { draftUndoHandlers } from '../versions/server/draft-undo.ts';
import { keepRoute } from '../versions/server/keep-route.ts';
import { quoteRoute } from '../versions/server/quote-route.ts';
import { recordDrafts } from '../versions/server/record-drafts.ts';
import type { DraftTables } from '../versions/server/tables.ts';
import type { DraftReport } from '../writing/domain/draft-fold.ts';
import { createDraftServer } from '../writing/server/draft-server.ts';
import { draftResources } from './draft-resources.ts';

/** Maximum characters of a version. A version by hand has at most 200,000. */
const MAX_VERSION = 1_000_000;
const drafts: PersonTable = { key: ['id'], values: { platform: platformId, status: draftStatus } };
const versions: PersonTable = {
  key: ['draft_id', 'number'],
  rowsAtOnce: 100,
  values: {
    author: z.enum(['model', 'hand']),
    platform: platformId,
    text: text(MAX_VERSION),
    citations: json(z.array(draftCitation)),
  },
  names: ['name'],
};

const draftData: PersonData = {
  tables: { drafts, draft_versions: versions },
  /** One file for each version. */
  async writeFiles(files, of) {
    const { read, person } = of;
    const titles = new Map<string, Row>();
    for await (const row of rowsOf(read, { name: 'drafts', table: drafts, person })) titles.set(String(row['id']), row);
    for await (const row of rowsOf(read, { name: 'draft_versions', table: versions, person })) {
      const draft = titles.get(String(row['draft_id']));
      if (draft) await writeVersion(files, draft, row);
    }
  },
};

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
      const of = { database: tables, library: tablesOf<LibraryTables>(database), undo, now, onChanged };
      return {
        mode: { id: 'draft', server },
        surface: () => ({
          routes: [...draftRoutes(of), quoteRoute(of), keepRoute({ database: tables, library })],
          resources: [draftResources(tables)],
          undoHandlers: draftUndoHandlers(onChanged),
        }),
      };
    },
  };
}

async function writeVersion(files: ExportFiles, draft: Row, version: Row): Promise<void> {
  const front = {
    draft: draft['id'],
    session: draft['session_id'],
    title: version['title'],
    platform: version['platform'],
    status: draft['status'],
    version: version['number'],
    isCurrent: draft['version'] === version['number'],
    isDeleted: draft['deleted_at'] !== null,
    author: version['author'],
    created: new Date(Number(version['created_at'])).toISOString(),
  };
  const cited = {
    text: String(version['text']),
    citations: JSON.parse(String(version['citations'])) as DraftCitation[],
  };
  const text = `---\n${stringify(front)}---\n\n${asMarkdown(cited, 'footnotes').trimEnd()}\n`;
  const name = `${String(draft['title'])} v${String(version['number'])}`;
  await files.write(files.names.next('drafts', name, '.md'), [text]);
}
