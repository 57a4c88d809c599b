import type { Kysely } from 'kysely';

import { readSettings } from '#composition/server/settings.ts';
import { openToRead } from '#platform/database/open-to-read.ts';
import {
  readServers,
  type ServerRow,
  type ServersTables,
  SILENT_AFTER_MS,
} from '#platform/database/serving/server-rows.ts';

import { type CommandCall, UsageError } from '../command.ts';

/** Lists the servers on a PostgreSQL database. */
export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  if (positionals.length > 0) throw new UsageError('Usage: warren servers [--json]');
  const database = await openToRead(readSettings(environment));
  try {
    const rows =
      database.engine === 'sqlite' ? [] : await readServers(database.read as unknown as Kysely<ServersTables>);
    process.stdout.write(flags['json'] === true ? `${JSON.stringify(rows.map(described))}\n` : inLines(rows));
  } finally {
    await database.close();
  }
}

function described(row: ServerRow) {
  return {
    name: row.name,
    state: stateOf(row),
    address: row.address ?? '',
    internalAddress: row.internal_address ?? '',
    version: row.version,
    people: row.people,
    sockets: row.sockets,
    loadPercent: row.load_percent,
    since: new Date(row.since).toISOString(),
  };
}

function stateOf({ silentMs, is_draining: isDraining }: ServerRow): string {
  if (silentMs >= SILENT_AFTER_MS) return `silent for ${Math.round(silentMs / 1_000)} s`;
  return isDraining === 1 ? 'draining' : 'running';
}

function inLines(rows: readonly ServerRow[]): string {
  if (rows.length === 0) return 'No server is listed: `warren status` says whether one runs.\n';
  return rows
    .map(described)
    .map(
      (each) =>
        `${each.name}  ${each.state} at ${each.address}${each.internalAddress && `, for servers ${each.internalAddress}`}, ` +
        `version ${each.version || 'unknown'}, people ${each.people}, sockets ${each.sockets}, load ${each.loadPercent} %, ` +
        `since ${each.since.slice(0, 16).replace('T', ' ')} UTC\n`,
    )
    .join('');
}
