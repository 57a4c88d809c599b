import { stringify } from 'yaml';

import type { ExportFiles } from '#person-data/server/export-files.ts';
import type { PersonData, Row } from '#person-data/server/person-data.ts';
import { rowsOf } from '#person-data/server/rows.ts';

import type { DraftCitation } from '../protocol.ts';
import { asMarkdown } from '../text/domain/export/markdown.ts';

const drafts = { key: ['id'] };
const versions = { key: ['draft_id', 'number'], rowsAtOnce: 100 };

export const draftData: PersonData = {
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
