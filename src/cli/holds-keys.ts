import { DatabaseSync } from 'node:sqlite';

/** Whether a database has provider keys. They are encrypted with a file that no backup contains. */
export function holdsKeys(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const isThere = database
      .prepare("select 1 from sqlite_schema where type = 'table' and name = 'provider_keys'")
      .get();
    if (!isThere) return false;
    return database.prepare('select 1 from provider_keys where sealed_key is not null limit 1').get() !== undefined;
  } finally {
    database.close();
  }
}
