import path from 'node:path';

import { z } from 'zod';

import type { BackupWriter } from '#backups/server/backup-writer.ts';
import { AppError, type ErrorKind, errorKinds } from '#wire/error-kind.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

import { makeFolder } from './make-folder.ts';
import { runProgram } from './run-program.ts';

const CHILD = programBeside(import.meta, 'backup-child');

const failure = z.object({ kind: z.enum(Object.keys(errorKinds) as [ErrorKind, ...ErrorKind[]]), message: z.string() });

interface StorePlace {
  readonly home: string;
  readonly databaseUrl: string | undefined;
}

/** Returns the backup writer for these settings. Loads the code for PostgreSQL only if it is used. */
export async function backupWriterOf({ home, databaseUrl }: StorePlace): Promise<BackupWriter> {
  if (databaseUrl === undefined) return createSqliteBackup(home);
  const { createPgDump } = await import('./pg-dump.ts');
  return createPgDump(databaseUrl);
}

/** Backs up the SQLite database in a data folder in a separate process. */
export function createSqliteBackup(home: string): BackupWriter {
  return {
    ending: 'db',
    unavailable: () => Promise.resolve(null),
    async write(target, { signal } = {}) {
      await makeFolder(path.dirname(target));
      // No environment: it needs no keys.
      const ended = await runProgram(process.execPath, [CHILD, home, target], { environment: {}, signal });
      if (!ended.isDone) throw failureIn(ended.errors, 'The backup');
    },
  };
}

/** Reads the failure that the process writes as one line of JSON. `what` begins a sentence. */
export function failureIn(errors: string, what: string): AppError {
  try {
    const { kind, message } = failure.parse(JSON.parse(errors.split('\n').at(-1) ?? ''));
    return new AppError(kind, message);
  } catch (error) {
    return new AppError('store-failed', `${what} ended early: ${errors || 'it was ended'}.`, { cause: error });
  }
}
