import type { Kysely } from 'kysely';

import { readJson } from './source-summary.ts';
import type { LibraryTables } from './tables.ts';

const AT_ONCE = 500;

/** The titles of sources of which damage has made tags, names or notes unreadable. They are shown without those. */
export async function unreadableSources(db: Kysely<LibraryTables>): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('sources')
      .select(['id', 'title', 'tags', 'aliases', 'left_out', 'problem'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { title, tags, aliases, left_out: leftOut, problem } of rows)
      if (![tags, aliases, leftOut, problem ?? 'null'].every((json) => readJson(json) !== undefined))
        titles.push(title);
    const last = rows.at(-1);
    if (!last) return titles;
    after = last.id;
  }
}
