import type { Kysely } from 'kysely';

import { readSettings } from '#composition/server/settings.ts';
import { serverIdOf } from '#platform/database/data-folder/server-id.ts';
import {
  readServers,
  type ServerRow,
  type ServersTables,
  setDraining,
} from '#platform/database/serving/server-rows.ts';
import { AppError } from '#wire/error-kind.ts';

import { type CommandCall, UsageError } from '../command.ts';

/** Asks a server to hand over its people, or to take people again. The server notices within seconds. */
export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  if (positionals.length > 1) throw new UsageError('Usage: warren drain [NAME] [--off]');
  const settings = readSettings(environment);
  if (settings.databaseUrl === undefined)
    throw new AppError('refused', 'Only servers that share a PostgreSQL database can be drained.');
  // Does not check the migrations: during an upgrade the servers can be older than this command.
  const { connectToPostgres } = await import('#platform/database/engines/postgres.ts');
  const db = connectToPostgres(settings.databaseUrl) as unknown as Kysely<ServersTables>;
  try {
    const alive = (await readServers(db)).filter((server) => server.isAlive);
    const [name] = positionals;
    const server = find(alive, name ?? (await serverIdOf(settings.home)), name === undefined);
    const isOff = flags['off'] === true;
    if (!isOff && !alive.some(({ id, is_draining: isDraining }) => id !== server.id && isDraining === 0))
      throw new AppError('refused', `No other server could take the people of ${server.name}.`);
    await setDraining(db, { id: server.id }, !isOff);
    process.stdout.write(
      isOff
        ? `${server.name} takes people again.\n`
        : `${server.name} hands its people over, and goes on passing requests on. People with running terminals stay. ` +
            '`warren servers` says how many are left; `warren drain --off` or a restart takes it back.\n',
    );
  } finally {
    await db.destroy();
  }
}

/** Finds a server by name, address or id. */
function find(alive: readonly ServerRow[], wanted: string, isOfFolder: boolean): ServerRow {
  const found = alive.filter(({ id, name, address }) => [id, name, address].includes(wanted));
  const [server] = found;
  if (server && found.length === 1) return server;
  const all = alive.map(({ name, address }) => `${name} at ${address ?? 'no address yet'}`).join(', ') || 'none';
  if (server)
    throw new AppError(
      'refused',
      `${found.length} servers have the name ${wanted}. Give an address. There are: ${all}.`,
    );
  const what = isOfFolder ? 'No server of this data folder runs' : `No server ${wanted} runs`;
  throw new AppError('refused', `${what}. There are: ${all}.`);
}
