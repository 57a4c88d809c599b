import { rename, rm } from 'node:fs/promises';
import path from 'node:path';

import pg from 'pg';

import type { BackupWriter } from '#backups/server/backup-writer.ts';
import { AppError } from '#wire/error-kind.ts';

import { folderFailure } from '../data-folder/folder-failure.ts';
import { requireReadable } from '../engines/postgres.ts';
import { makePrivateFile } from '../engines/sqlite.ts';
import { storeError } from '../store-error.ts';
import { flush } from './backup.ts';
import { makeFolder } from './make-folder.ts';
import { runProgram } from './run-program.ts';

const NEEDED = 'Install the client programs of PostgreSQL on this machine, or back the database up in another way.';
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Backs up a PostgreSQL database with `pg_dump`, in its custom format. `searched`: the folders to search for its
 * programs.
 */
export function createPgDump(databaseUrl: string, searched = process.env['PATH'] ?? ''): BackupWriter {
  const { url, environment } = withoutPassword(databaseUrl, searched);
  const run = (program: string, parameters: readonly string[], more: { signal?: AbortSignal | undefined } = {}) =>
    output(program, parameters, { ...more, environment });

  return {
    ending: 'dump',
    async unavailable() {
      const dump = await majorOf('pg_dump', run);
      const restore = await majorOf('pg_restore', run);
      if (dump === null || restore === null)
        return `${dump === null ? 'pg_dump' : 'pg_restore'} was not found. ${NEEDED}`;
      const server = await serverMajor(databaseUrl).catch((error: unknown) => storeError(error));
      if (typeof server !== 'number') return `The version of PostgreSQL is not known: ${(server as Error).message}`;
      return Math.min(dump, restore) < server
        ? `pg_dump is of version ${dump}, and the server of version ${server}. Install version ${server} or later.`
        : null;
    },
    async write(target, { signal, naming = (name: () => Promise<void>) => name() } = {}) {
      await makeFolder(path.dirname(target));
      const draft = `${target}.part`;
      try {
        makePrivateFile(draft);
        // The rows of running servers are left out: a server started on the copy would take their place and end them.
        const ofServers = ['servers', 'person_owners', 'duties', 'terminal_processes'];
        const parts = ['--format=custom', ...ofServers.map((table) => `--exclude-table-data=${table}`)];
        await run('pg_dump', [...parts, `--file=${draft}`, `--dbname=${url}`], { signal });
        const list = await run('pg_restore', ['--list', draft], { signal });
        if (!/ TABLE DATA \S+ events /.test(list))
          throw new AppError('store-failed', 'The backup lacks tables of Warren. Check the database.');
        // Listing reads only the beginning of the file. This reads all of it.
        await run('pg_restore', ['--file=/dev/null', draft], { signal });
        await flush(draft);
        await naming(() => rename(draft, target));
        await flush(path.dirname(target));
      } catch (error) {
        throw folderFailure(error, path.dirname(target), 'choose another one with WARREN_HOME') ?? error;
      } finally {
        await rm(draft, { force: true });
      }
    },
  };
}

/** Resolves with the output of a program. Throws an AppError with its error output. */
async function output(
  program: string,
  parameters: readonly string[],
  { environment, signal }: { environment: NodeJS.ProcessEnv; signal?: AbortSignal | undefined },
): Promise<string> {
  let text = '';
  const { isDone, errors } = await runProgram(program, parameters, {
    environment,
    signal,
    onOutput: (more) => (text += more),
  });
  if (isDone) return text;
  if (/No space left on device|Disk quota exceeded/i.test(errors))
    throw new AppError('disk-full', 'The disk of the data folder is full. Make room on it, then try again.');
  throw new AppError('store-failed', `${program} failed: ${errors.split('\n')[0] ?? ''}`);
}

async function majorOf(program: string, run: (program: string, parameters: readonly string[]) => Promise<string>) {
  const text = await run(program, ['--version']).catch(() => '');
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(text) ?? [];
  return major === undefined ? null : Number(major);
}

async function serverMajor(databaseUrl: string): Promise<number> {
  requireReadable(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Passes the password in the environment, because other users of the machine can see the arguments of a program. */
function withoutPassword(databaseUrl: string, searched: string) {
  const url = new URL(databaseUrl);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  url.password = '';
  url.searchParams.delete('password');
  const environment: NodeJS.ProcessEnv = { PATH: searched, LC_ALL: 'C' };
  if (process.env['HOME'] !== undefined) environment['HOME'] = process.env['HOME'];
  if (password !== '') environment['PGPASSWORD'] = password;
  return { url: url.href, environment };
}
