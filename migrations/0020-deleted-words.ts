import { type Kysely, sql, SqliteAdapter } from 'kysely';

/**
 * Lets SQLite's indexes of words drop deleted texts when they merge new ones. Otherwise a commit that deletes many texts
 * merges all that a tenth was deleted of, which took up to 0.3 s.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema
    where sql like 'create virtual table%using fts5(%' and name like 'passage\\_words\\_%' escape '\\'`.execute(db);
  for (const { name } of rows)
    await sql`insert into ${sql.id(name)} (${sql.id(name)}, rank) values ('deletemerge', 0)`.execute(db);
}
