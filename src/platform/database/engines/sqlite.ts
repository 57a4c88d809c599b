import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { folderFailure } from '../data-folder/folder-failure.ts';
import type { MetaTables } from '../migrate.ts';
import { openOver, type OpenDatabase, type OpenOptions } from '../open-database.ts';
import { sqliteCode, storeError } from '../store-error.ts';
import { Checkpoints } from './checkpoints.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';

/** While opening, SQLite may block the event loop. Later waits go through `untilFree`. */
const OPENING_TIMEOUT_MS = 3_000;
const BUSY_TIMEOUT_MS = 50;
const SQLITE_CANTOPEN = 14;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** SQLite's message for an unknown header, which has no error code of its own. */
const UNKNOWN_FORMAT = 'unsupported file format';

/**
 * Opens the database file or creates it. One connection writes, through the committer. The other one only reads, and
 * sees committed data during a write.
 */
export async function openSqlite(file: string, options: OpenOptions = {}): Promise<OpenDatabase> {
  const connections: DatabaseSync[] = [];
  function connect(): DatabaseSync {
    const connection = connectToSqlite(file);
    connections.push(connection);
    return connection;
  }
  let checkpoints: Checkpoints | undefined;
  try {
    const writer = connect();
    const opened = await openOver({
      ...options,
      engine: 'sqlite',
      place: file,
      writer: new Kysely<MetaTables>({ dialect: nodeSqliteDialect(writer, 'writer') }),
      openReader() {
        const reader = connect();
        reader.exec('pragma query_only = on');
        return new Kysely<object>({ dialect: nodeSqliteDialect(reader, 'reader') });
      },
      eraseDeleted() {
        emptyLog(file);
        return Promise.resolve();
      },
      committed: () => checkpoints?.committed(),
      // Kysely would close only used connections. Closing the last one merges the write-ahead log into the file.
      async close() {
        await checkpoints?.close();
        for (const connection of connections.splice(0)) connection.close();
      },
    });
    checkpoints = new Checkpoints(file, writer);
    for (const connection of connections) connection.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return opened;
  } catch (error) {
    throw damaged(error, file) ?? folderFailure(error, path.dirname(file)) ?? storeError(error);
  }
}

/** Opens a connection whose commits are on disk before they are acknowledged. */
function connectToSqlite(file: string): DatabaseSync {
  makePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: OPENING_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma journal_size_limit = 67108864');
    // Overwrites deleted rows with zeros. The index of words is dropped as whole tables, whose pages are overwritten
    // too.
    database.exec('pragma secure_delete = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Empties the write-ahead log, which holds older states of the data. Does nothing during a long read. */
function emptyLog(file: string): void {
  let connection: DatabaseSync | undefined;
  try {
    connection = connectToSqlite(file);
    connection.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // The rows are deleted, and later writes overwrite the log.
  } finally {
    connection?.close();
  }
}

/**
 * Creates an empty file that only its owner can read, if it does not exist. SQLite gives the files beside it the same
 * mode. Does not open an existing file: closing it would drop the locks of this process on it.
 */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** Explains a damaged database, or a folder in place of the file, and the remedy; undefined for other errors. */
export function damaged(error: unknown, file: string): AppError | undefined {
  const code = (sqliteCode(error) ?? 0) & 0xff;
  if (code === SQLITE_CANTOPEN && statSync(file, { throwIfNoEntry: false })?.isDirectory())
    return new AppError(
      'store-failed',
      `${file} is a folder, but the name belongs to the database. Move it to another place.`,
      { cause: error },
    );
  const isUnknown = error instanceof Error && error.message === UNKNOWN_FORMAT;
  if (code !== SQLITE_CORRUPT && code !== SQLITE_NOTADB && !isUnknown) return undefined;
  return new AppError(
    'store-failed',
    `The database ${file} is damaged. Put a backup in its place with "warren restore FILE".`,
    { cause: error },
  );
}
