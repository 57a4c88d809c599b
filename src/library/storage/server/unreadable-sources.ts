import type { Kysely } from 'kysely';

import { sourceState } from '../protocol.ts';
import { isListIn, readJson } from './source-summary.ts';
import type { LibraryTables } from './tables.ts';

const AT_ONCE = 500;
export const WEB = /^https?:\/\//i;

/**
 * The titles of sources whose tags, aliases, notes, state or address cannot be read or are invalid. They are displayed
 * without the lists that cannot be read.
 */
export async function unreadableSources(db: Kysely<LibraryTables>): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('sources')
      .select(['id', 'title', 'tags', 'aliases', 'left_out', 'problem', 'state', 'url'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { title, tags, aliases, left_out: leftOut, problem, state, url } of rows) {
      const hasLists = [tags, aliases, leftOut].every((json) => isListIn(json));
      const isKnown = sourceState.safeParse(state).success && (url === null || WEB.test(url));
      if (!hasLists || !isKnown || (problem !== null && readJson(problem) === undefined)) titles.push(title);
    }
    const last = rows.at(-1);
    if (!last) return titles;
    after = last.id;
  }
}
