import type { Database } from '#database/server/database.ts';
import type { Library } from '#library/server/library.ts';
import { addedSources } from '#library/sources/protocol.ts';
import { type Route, route } from '#wire/route.ts';

import { keepDraft } from '../../protocol.ts';
import { asMarkdown } from '../../text/domain/export/markdown.ts';
import { citationsOf, requireDraft, requireVersion } from './draft-rows.ts';
import type { DraftTables } from './tables.ts';

interface KeepDependencies {
  readonly database: Database<DraftTables>;
  readonly library: () => Library;
}

/**
 * Keeps drafts in the library. A draft is always the person's own, even if a model wrote it: they asked for it and are
 * responsible for it.
 */
export function keepRoute({ database, library }: KeepDependencies): Route {
  return route({
    method: 'POST',
    path: '/api/drafts/:draft/keep',
    summary: 'Keeps a version as a source of one’s own, with its citations as footnotes',
    body: keepDraft,
    answer: addedSources,
    async handle({ person, params, body: { number } }) {
      const of = { person, draft: params['draft'] ?? '' };
      const { session_id: session } = await requireDraft(database.read, of);
      const version = await requireVersion(database.read, { ...of, number });
      const content = asMarkdown({ text: version.text, citations: citationsOf(version) }, 'footnotes');
      const source = { title: version.title, content, kind: 'note', from: { session } } as const;
      return library().add(person, [source], { isOwn: true });
    },
  });
}
