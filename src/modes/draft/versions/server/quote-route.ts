import type { Database } from '#database/server/database.ts';
import { noSuchSource, type OwnedSource, sourceThere } from '#library/storage/server/source-text.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { AppError } from '#wire/error-kind.ts';
import { route, type Route } from '#wire/route.ts';

import { type DraftCitation, quoteInDraft, versionHead } from '../../protocol.ts';
import { addVersion } from './add-version.ts';
import type { DraftRoutesDependencies } from './draft-routes.ts';
import { citationsOf, requireDraft, requireVersion, toHead } from './draft-rows.ts';

const MAX_QUOTE = 5_000;

/** Appends words of a source to a draft, as a new version. */
export function quoteRoute({ database, library, now, onChanged }: DraftRoutesDependencies): Route {
  return route({
    method: 'POST',
    path: '/api/drafts/:draft/quote',
    summary: 'Puts a part of a source at the end of a draft, as a quotation with its citation',
    body: quoteInDraft,
    answer: versionHead,
    async handle({ person, params, body: { sourceId, version, start, end } }) {
      const of = { person, draft: params['draft'] ?? '' };
      const source = await readSource(library, { person, sourceId });
      if (source.version !== version)
        throw new AppError('refused', 'This source has been changed since. Select the words as they are now.', {
          reason: 'changed',
        });
      const quote = plainText(source.content.slice(start, end)).replace(/\s+/gu, ' ').trim();
      if (quote === '' || quote.length > MAX_QUOTE)
        throw new AppError('malformed', 'Select between one and 5,000 characters.', { field: 'end' });
      const { title, url } = source;
      const row = await database.write(async (trx) => {
        const draft = await requireDraft(trx, of);
        const base = await requireVersion(trx, { ...of, number: draft.version });
        const citations = citationsOf(base);
        const number = Math.max(0, ...citations.map((citation) => citation.number)) + 1;
        const source = { sourceId, title, url, sourceVersion: version };
        const cited: DraftCitation = { number, ...source, quote, range: { start, end }, claim: quote };
        const text = `${base.text.trimEnd()}\n\n> ${quote}[^${String(number)}]\n`;
        const added = { title: base.title, voice: base.voice, model: null, author: 'hand', text } as const;
        return addVersion(trx, draft, {
          version: { ...added, based_on: base.number, citations: [...citations, cited] },
          now: now(),
        });
      });
      const { session_id: session } = await requireDraft(database.read, of);
      onChanged({ ...of, session });
      return toHead(row);
    },
  });
}

function readSource(library: Database<LibraryTables>, source: OwnedSource) {
  return sourceThere(library.read, source)
    .select(['title', 'url', 'content', 'version'])
    .executeTakeFirstOrThrow(noSuchSource);
}
