import type { Kysely } from 'kysely';

import { noSuchSource } from '../../../storage/server/source-text.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import { readAddress } from '../writing/address.ts';
import { factsOf } from '../writing/text-facts.ts';
import type { NewSourceRow } from '../writing/write-source.ts';
import type { Outcome } from './add-sources.ts';

export interface KnownSources {
  /** The existing source that equals a row: by its id, its address or its text. */
  find(row: NewSourceRow, isWanted: boolean): Outcome | null;
  /** Records a row that will be added. */
  add(row: NewSourceRow): void;
}

/** The sources to compare with: all of the person's if the bucket is null. */
interface Compared {
  readonly person: string;
  readonly bucketId: string | null;
}

export async function knownSources(
  db: Kysely<LibraryTables>,
  compared: Compared,
  rows: readonly NewSourceRow[],
): Promise<KnownSources> {
  const { person } = compared;
  const ids = await readIds(db, person, rows);
  const keys = new Map<NewSourceRow, Keys>(rows.map((row) => [row, keysOf(row)]));
  const byAddress = await readBy(db, compared, {
    column: 'url_key',
    values: [...keys.values()].map(({ address }) => address),
  });
  const byText = await readBy(db, compared, {
    column: 'content_hash',
    values: [...keys.values()].map(({ text }) => text),
  });
  return {
    find(row, isWanted) {
      if (ids.has(row.id)) return { id: row.id, outcome: 'added', sameBy: null };
      if (isWanted) return null;
      const { address, text } = keys.get(row) ?? keysOf(row);
      const sameAddress = byAddress.get(address);
      if (sameAddress !== undefined) return { id: sameAddress, outcome: 'existing', sameBy: 'address' };
      const sameText = byText.get(text);
      return sameText === undefined ? null : { id: sameText, outcome: 'existing', sameBy: 'text' };
    },
    add(row) {
      const { address, text } = keys.get(row) ?? keysOf(row);
      ids.add(row.id);
      if (address !== '') byAddress.set(address, row.id);
      if (text !== '') byText.set(text, row.id);
    },
  };
}

/** Empty if there is nothing to compare. */
interface Keys {
  readonly address: string;
  readonly text: string;
}

function keysOf({ url, content, facts }: NewSourceRow): Keys {
  return { address: (url && readAddress(url)?.key) ?? '', text: (facts ?? factsOf(content)).hash };
}

/** The ids that an earlier attempt has added, even if deleted since. */
async function readIds(db: Kysely<LibraryTables>, person: string, rows: readonly NewSourceRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const ids = rows.map(({ id }) => id);
  const found = await db.selectFrom('sources').select(['id', 'person_id']).where('id', 'in', ids).execute();
  if (found.some(({ person_id: owner }) => owner !== person)) throw noSuchSource();
  return new Set(found.map(({ id }) => id));
}

async function readBy(
  db: Kysely<LibraryTables>,
  { person, bucketId }: Compared,
  { column, values }: { column: 'url_key' | 'content_hash'; values: readonly string[] },
): Promise<Map<string, string>> {
  const wanted = values.filter((value) => value !== '');
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('sources')
    .select(['id', `${column} as key`])
    .where('person_id', '=', person)
    .where(column, 'in', wanted)
    .where('deleted_at', 'is', null)
    .$if(bucketId !== null, (query) => query.where('bucket_id', '=', bucketId))
    .orderBy('added_at', 'desc')
    .orderBy('id')
    .execute();
  // The source that was added first wins.
  return new Map(rows.map(({ id, key }) => [key ?? '', id]));
}
