import type { Kysely } from 'kysely';

import { readPreferences } from '#account/server/preferences.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import type { DeckExport } from '#modes/recall/sets/protocol.ts';
import { exportDeck } from '#modes/recall/sets/server/exporting/export-deck.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';

interface DeckOf {
  readonly person: string;
  readonly wanted: DeckExport;
  /** The path of the file, which must not exist. */
  readonly target: string;
  readonly now: number;
}

/** Writes sets of a person to a file, from one snapshot of the database. Returns their number. */
export function writeDeck(store: Database<object>, of: DeckOf): Promise<number> {
  const snapshot = tablesOf<RecallTables>(store).read.transaction().setIsolationLevel('repeatable read');
  return snapshot.execute(async (read) => {
    const preferences = await readPreferences(read as unknown as Kysely<AccountTables>, of.person);
    return exportDeck({ ...of, read, preferences });
  });
}
