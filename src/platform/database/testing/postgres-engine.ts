import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { openPostgres } from '../engines/postgres.ts';
import type { TestEngine } from './each-engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the PostgreSQL of this run; undefined where none could be started. */
    postgres: string | undefined;
  }
}

/**
 * Deletes every row that tests wrote and restores those that the migrations wrote. This takes a few milliseconds, where
 * creating a database takes some hundred.
 */
const EMPTY = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('delete from public.%I', name);
  end loop;
  for name in select tablename from pg_tables where schemaname = 'migrated' loop
    execute format('insert into public.%I table migrated.%I', name, name);
  end loop;
end $$`;

/** Copies the rows that the migrations wrote. The lineage is no such row: each opening of an empty database has its own. */
const KEEP_MIGRATED = `do $$ declare name text; begin
  delete from meta where key = 'lineage';
  create schema migrated;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table migrated.%I as table public.%I', name, name);
  end loop;
end $$`;

/** One database for all tests of a file, emptied before each. */
export async function postgresEngine(socketFolder: string): Promise<TestEngine> {
  const name = await createDatabase(socketFolder);
  const url = urlOf(socketFolder, name);
  await (await openPostgres(url)).close();
  await execute(url, KEEP_MIGRATED);
  return {
    async open() {
      await execute(url, EMPTY);
      return openPostgres(url);
    },
    stop: () => dropDatabase(socketFolder, name),
  };
}

/** Creates a database without any table and returns its name. */
export async function createDatabase(socketFolder: string): Promise<string> {
  const name = `warren_${randomUUID().replaceAll('-', '')}`;
  await execute(urlOf(socketFolder, 'postgres'), `create database ${name}`);
  return name;
}

/** Waits for connections that are being closed: cutting them by force would fail their last queries. */
export function dropDatabase(socketFolder: string, name: string): Promise<void> {
  return execute(urlOf(socketFolder, 'postgres'), `drop database ${name}`);
}

export function urlOf(socketFolder: string, database: string): string {
  return `postgres://warren@${encodeURIComponent(socketFolder)}/${database}`;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
