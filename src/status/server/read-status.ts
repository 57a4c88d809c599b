import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Kysely } from 'kysely';

import { findFirstPerson } from '#account/server/first-person.ts';
import type { AccountTables } from '#account/server/tables.ts';
import type { LanguageModelDependencies } from '#language-model/server/dependencies.ts';
import { createRejectedKeys, type RejectedKeys } from '#language-model/server/keys/rejected-keys.ts';
import { readRoleAssignments, roleIds, roleOf } from '#language-model/server/keys/role-assignment.ts';
import type { LanguageModelTables } from '#language-model/server/tables.ts';
import type { SessionTables } from '#session/server/tables.ts';

import type { Status } from '../protocol.ts';

type StatusTables = AccountTables & LanguageModelTables & SessionTables;

export interface StatusDeps extends Pick<LanguageModelDependencies, 'keySecret' | 'serverAccess' | 'isOffline'> {
  /** The data folder. */
  readonly home: string;
  readonly version: string;
  readonly read: Kysely<StatusTables>;
  /** The location of the database for messages. */
  readonly place: string;
  /** The newest automatic backup; null if there is none. */
  lastBackup(): Promise<Status['lastBackup']>;
}

/** Facts that only a running server knows. */
export interface RunningStatus {
  readonly address: string;
  readonly liveSessions: number;
  readonly rejectedKeys: RejectedKeys;
  readonly problems: readonly string[];
}

/** Reads the status of a Warren from its data, and from its server if one is running. */
export async function readStatus(deps: StatusDeps, running: RunningStatus | null): Promise<Status> {
  const { read, home } = deps;
  const first = await findFirstPerson(read);
  const rejectedKeys = running?.rejectedKeys ?? createRejectedKeys();
  return {
    version: deps.version,
    address: running?.address ?? null,
    home,
    homeBytes: await bytesIn(home),
    database: deps.place,
    sessions: await countOf(read, 'sessions'),
    liveSessions: running?.liveSessions ?? null,
    people: await countOf(read, 'people'),
    lastBackup: await deps.lastBackup(),
    models: first ? await modelsOf({ ...deps, rejectedKeys }, first.id) : [],
    problems: [...(running?.problems ?? [])],
  };
}

async function countOf(read: Kysely<StatusTables>, table: 'sessions' | 'people'): Promise<number> {
  const row = await read
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function modelsOf(
  deps: StatusDeps & { readonly rejectedKeys: RejectedKeys },
  person: string,
): Promise<Status['models']> {
  const assignments = await readRoleAssignments(deps.read as unknown as Kysely<LanguageModelTables>, deps, person);
  return roleIds.map((id) => {
    const { playedBy, notice } = roleOf(assignments.assignmentOf(id));
    return { role: id, playedBy, notice };
  });
}

/** The size of all files in a folder. Files that are removed meanwhile count as empty. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries)
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}
