import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The folder of PostgreSQL's programs, and the command that starts them as another user than root, which they refuse. */
export interface InstalledPostgres {
  readonly folder: string;
  readonly prefix: readonly string[];
}

/** A running server, reached through the socket in its folder. */
export interface PostgresServer {
  readonly socketFolder: string;
  stop(): Promise<void>;
}

/** An installed PostgreSQL that this process can start, or undefined. A client without a server does not count. */
export function findPostgres(): InstalledPostgres | undefined {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const folders = [...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(), ...onPath];
  const folder = folders.find((each) => ['initdb', 'pg_ctl'].every((program) => existsSync(path.join(each, program))));
  const prefix = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  if (folder === undefined) return undefined;
  const [program, ...rest] = [...prefix, path.join(folder, 'initdb'), '--version'];
  return spawnSync(program, rest, { cwd: '/' }).status === 0 ? { folder, prefix } : undefined;
}

/** Starts a server with a temporary folder for its data. It listens on no network port, and syncs nothing to disk. */
export async function startPostgres({ folder, prefix }: InstalledPostgres): Promise<PostgresServer> {
  const socketFolder = await mkdtemp(path.join(tmpdir(), 'warren-pg-'));
  // The server may run as another user than this process.
  await chmod(socketFolder, 0o777);
  const data = path.join(socketFolder, 'data');

  async function run(program: string, ...parameters: string[]): Promise<void> {
    const [first = '', ...rest] = [...prefix, program, ...parameters];
    await execute(first, rest, { cwd: '/' });
  }
  async function stop(): Promise<void> {
    await run(path.join(folder, 'pg_ctl'), '-D', data, '-m', 'immediate', '-w', 'stop').catch(() => {});
    await run('rm', '-rf', data);
    await rm(socketFolder, { recursive: true, force: true });
  }
  try {
    const locale = ['-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'];
    await run(path.join(folder, 'initdb'), '-D', data, '-U', 'warren', ...locale);
    const settings = {
      listen_addresses: '',
      unix_socket_directories: socketFolder,
      fsync: 'off',
      full_page_writes: 'off',
      max_connections: '300',
    };
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const log = path.join(data, 'log');
    await run(path.join(folder, 'pg_ctl'), '-D', data, '-l', log, '-o', options.join(' '), '-w', 'start');
  } catch (error) {
    await stop();
    throw error;
  }
  return { socketFolder, stop };
}
