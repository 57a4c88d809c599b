import { readSettings } from '#composition/server/settings.ts';
import { listServers } from '#composition/server/status.ts';
import { openToRead } from '#platform/database/open-to-read.ts';
import type { ListedServer } from '#status/protocol.ts';

import { type CommandCall, UsageError } from '../command.ts';

/** Lists the servers on a PostgreSQL database. */
export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  if (positionals.length > 0) throw new UsageError('Usage: warren servers [--json]');
  const database = await openToRead(readSettings(environment));
  try {
    const servers = await listServers(database);
    process.stdout.write(flags['json'] === true ? `${JSON.stringify(servers)}\n` : inLines(servers));
  } finally {
    await database.close();
  }
}

function inLines(servers: readonly ListedServer[]): string {
  if (servers.length === 0) return 'No server is listed: `warren status` says whether one runs.\n';
  return servers
    .map(
      (each) =>
        `${each.name}  ${stateOf(each)} at ${each.address}${each.internalAddress && `, for servers ${each.internalAddress}`}, ` +
        `version ${each.version || 'unknown'}, people ${each.people}, sockets ${each.sockets}, load ${each.loadPercent} %, ` +
        `since ${each.since.slice(0, 16).replace('T', ' ')} UTC${each.hasDuties ? ', has the duties' : ''}\n`,
    )
    .join('');
}

const stateOf = ({ state, silentMs }: ListedServer) =>
  state === 'silent' ? `silent for ${Math.round(silentMs / 1_000)} s` : state;
