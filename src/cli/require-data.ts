import { existsSync } from 'node:fs';

import type { Settings } from '#composition/server/settings.ts';
import { refuseGoneDatabase } from '#platform/database/data-folder/lost-database.ts';
import { databaseFile } from '#platform/database/open-store.ts';
import { AppError } from '#wire/error-kind.ts';

/** Refuses a data folder without data, which a command would otherwise create. */
export function requireData({ home, databaseUrl }: Pick<Settings, 'home' | 'databaseUrl'>): void {
  if (databaseUrl !== undefined) return;
  const file = databaseFile(home);
  refuseGoneDatabase({ home, file });
  if (!existsSync(file))
    throw new AppError(
      'not-found',
      `There is nothing in ${home} yet. Start Warren once, or name another folder with WARREN_HOME.`,
    );
}

/** PostgreSQL has its own tools, which handle roles, other databases and replicas. */
export function requireSqlite(settings: Settings, tool: string): void {
  if (settings.databaseUrl !== undefined)
    throw new AppError('refused', `The data are in PostgreSQL (WARREN_DATABASE_URL): use ${tool}.`);
}
