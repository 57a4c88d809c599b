export interface BackupTables {
  /** Facts about the whole database. */
  meta: { key: string; value: string };
  people: { id: string; name: string; created_at: number };
}
