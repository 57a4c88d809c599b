import type { Database } from '#database/server/database.ts';
import { QUOTED_DATA, quoted, quotedName } from '#library/search/domain/passages-text.ts';
import { placeLink } from '#library/tools/server/place-link.ts';
import type { ResourceKind } from '#wire/tool.ts';

import { draftHash } from '../pane/domain/draft-hash.ts';
import { asMarkdown } from '../text/domain/export/markdown.ts';
import { citationsOf, noSuchDraft, requireDraft, requireVersion } from '../versions/server/draft-rows.ts';
import type { DraftTables } from '../versions/server/tables.ts';

const MAX_LISTED = 50;

/**
 * The latest versions of drafts, as resources for programs. A draft is in no bucket and can quote from any, so a token
 * for one bucket can read none.
 */
export function draftResources(database: Database<DraftTables>): ResourceKind {
  return {
    kind: 'draft',
    title: 'Draft',
    description: 'A draft that was written in Warren, in its latest version, with the sources that it cites.',
    scope: 'read',
    async list({ person, bucketId }) {
      if (bucketId !== null) return [];
      return database.read
        .selectFrom('drafts')
        .select(['id', 'title'])
        .where('person_id', '=', person)
        .where('deleted_at', 'is', null)
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(MAX_LISTED)
        .execute();
    },
    async read(id, { person, bucketId, origin }) {
      if (bucketId !== null) throw noSuchDraft();
      const draft = await requireDraft(database.read, { person, draft: id });
      const version = await requireVersion(database.read, { person, draft: id, number: draft.version });
      const cited = { text: version.text, citations: citationsOf(version) };
      const sources = cited.citations.map(
        ({ number, sourceId, title }) =>
          `[^${number}]: ${quotedName(title)} (source ${sourceId}) ${placeLink(origin, sourceId, null)}`,
      );
      return [
        QUOTED_DATA,
        `${quotedName(draft.title)} (draft ${id}, ${draft.status}, version ${draft.version}) ${origin}/session/${draft.session_id}#${draftHash(id)}`,
        quoted(asMarkdown(cited, 'footnotes')),
        ...(sources.length > 0 ? [`Its sources:\n${sources.join('\n')}`] : []),
      ].join('\n\n');
    },
  };
}
