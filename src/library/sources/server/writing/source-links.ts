import type { Transaction } from 'kysely';

import type { OwnedSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { linkKey, wikiLinksIn } from '../../domain/wiki-links.ts';

const MAX_LINKS = 1_000;

/** Stores what a source links to, instead of what was stored before. */
export async function writeLinks(
  trx: Transaction<LibraryTables>,
  { person, sourceId, content }: OwnedSource & { content: string },
): Promise<void> {
  await trx.deleteFrom('source_links').where('source_id', '=', sourceId).where('person_id', '=', person).execute();
  const keys = new Set(wikiLinksIn(content).map(({ target }) => linkKey(target)));
  keys.delete('');
  if (keys.size === 0) return;
  const rows = [...keys]
    .slice(0, MAX_LINKS)
    .map((key) => ({ source_id: sourceId, person_id: person, target_key: key }));
  await trx.insertInto('source_links').values(rows).execute();
}
