import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';

import { openPostgres } from '../engines/postgres.ts';
import type { TestEngine } from './each-engine.ts';

const execute = promisify(execFile);
const TEMPLATE = 'warren_template';

/** The folder of PostgreSQL's programs, and what goes before them: they refuse to run as root. */
export interface InstalledPostgres {
  readonly folder: string;
  readonly prefix: readonly string[];
}

/** An installed PostgreSQL that this process can start, or undefined. */
export function findPostgres(): InstalledPostgres | undefined {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const folders = [...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(), ...onPath];
  const folder = folders.find((each) => ['initdb', 'pg_ctl'].every((program) => existsSync(path.join(each, program))));
  const prefix = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  if (folder === undefined) return undefined;
  const [program, ...rest] = [...prefix, path.join(folder, 'initdb'), '--version'];
  return spawnSync(program, rest, { cwd: '/' }).status === 0 ? { folder, prefix } : undefined;
}

/** A server of its own in a temporary folder, reached through a socket there; every test gets a database of its own. */
export async function postgresEngine(installed: InstalledPostgres): Promise<TestEngine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'warren-pg-'));
  // The server may run as another user than this process.
  await chmod(folder, 0o777);
  const data = path.join(folder, 'data');

  async function run(program: string, ...parameters: string[]): Promise<void> {
    const [first = '', ...rest] = [...installed.prefix, path.join(installed.folder, program), ...parameters];
    await execute(first, rest, { cwd: '/' });
  }
  async function stop(): Promise<void> {
    await run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop').catch(() => {});
    if (installed.prefix.length > 0)
      await execute('runuser', ['-u', 'postgres', '--', 'rm', '-rf', data], { cwd: '/' });
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await run('initdb', '-D', data, '-U', 'warren', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N');
    const options = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off`;
    await run('pg_ctl', '-D', data, '-l', path.join(data, 'log'), '-o', options, '-w', 'start');
    await administer(folder, `create database ${TEMPLATE}`);
    await (await openPostgres(urlOf(folder, TEMPLATE))).close();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async open() {
      const name = `warren_${randomUUID().replaceAll('-', '')}`;
      await administer(folder, `create database ${name} template ${TEMPLATE}`);
      return openPostgres(urlOf(folder, name));
    },
    stop,
  };
}

function urlOf(socketFolder: string, database: string): string {
  return `postgres://warren@${encodeURIComponent(socketFolder)}/${database}`;
}

async function administer(socketFolder: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socketFolder, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
