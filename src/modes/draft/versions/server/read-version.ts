import type { Kysely } from 'kysely';

import type { LibraryTables } from '#library/storage/server/tables.ts';
import { strengthWords } from '#text/domain/strength/strength-words.ts';

import type { DraftVersion } from '../../protocol.ts';
import { claimsOf } from '../../text/domain/claims/claims.ts';
import { unsupportedClaims } from '../../text/domain/claims/unsupported-claims.ts';
import { citationsOf, toHead, type VersionRow } from './draft-rows.ts';

/** A version with its claims, checked against the current sources. */
export async function readDraftVersion(library: Kysely<LibraryTables>, row: VersionRow): Promise<DraftVersion> {
  const citations = citationsOf(row);
  const ids = [...new Set(citations.map(({ sourceId }) => sourceId))];
  const sources = new Map<string, { content: string; version: number }>();
  if (ids.length > 0)
    for (const { id, content, version } of await library
      .selectFrom('sources')
      .select(['id', 'content', 'version'])
      .where('person_id', '=', row.person_id)
      .where('deleted_at', 'is', null)
      .where('id', 'in', ids)
      .execute())
      sources.set(id, { content, version });
  const claims = claimsOf({ text: row.text, citations }, (id) => sources.get(id) ?? null);
  return {
    ...toHead(row),
    text: row.text,
    citations,
    claims: claims.map(({ start, end, number, standing, range, stronger, citation }) => {
      const words = stronger ? strengthWords(stronger) : standing === 'holds' ? citation?.stronger : undefined;
      return { start, end, number, standing, range, ...(words !== undefined && { stronger: words }) };
    }),
    unsupported: [...unsupportedClaims(row.text, citations)],
  };
}
