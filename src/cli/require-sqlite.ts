import type { Settings } from '#composition/server/settings.ts';
import { AppError } from '#wire/error-kind.ts';

/** PostgreSQL has its own tools, which handle roles, other databases and replicas. */
export function requireSqlite(settings: Settings, tool: string): void {
  if (settings.databaseUrl !== undefined)
    throw new AppError('refused', `The data are in PostgreSQL (WARREN_DATABASE_URL): use ${tool}.`);
}
