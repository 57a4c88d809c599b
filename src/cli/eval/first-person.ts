import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

import type { Kysely } from 'kysely';

import type { RunningRoleModels } from '#language-model/server/create-role-models.ts';
import { databaseFile } from '#platform/database/open-store.ts';

import { readSettings, type Settings } from '../settings.ts';

export interface FirstPerson {
  readonly person: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- reads whatever tables hold the choice, which are several slices'
  readonly db: Kysely<any>;
  readonly roleModels: RunningRoleModels;
  close(): Promise<void>;
}

/**
 * The person whose agents are measured: the first one of the store or, without a store, a temporary one with the
 * environment's keys. Null without either, and offline; then the embedded agents are measured.
 */
export async function openFirstPerson(environment: NodeJS.ProcessEnv): Promise<FirstPerson | null> {
  const settings = readSettings(environment);
  const hasStore = settings.databaseUrl !== undefined || existsSync(databaseFile(settings.home));
  const hasAccess = Object.values(settings.providers).some(({ key, baseUrl }) => (key ?? baseUrl) !== undefined);
  if (settings.isOffline || (!hasStore && !hasAccess)) return null;
  if (hasStore) return firstPersonOf(settings);
  // Usage is recorded per person, so one is needed; it is deleted with the folder.
  const home = await mkdtemp(path.join(tmpdir(), 'warren-eval-'));
  const found = await firstPersonOf({ ...settings, home });
  return {
    ...found,
    async close() {
      await found.close();
      await rm(home, { recursive: true });
    },
  };
}

async function firstPersonOf(settings: Settings): Promise<FirstPerson> {
  const { ensureSomeone } = await import('#account/server/first-person.ts');
  const { createRoleModels } = await import('#language-model/server/create-role-models.ts');
  const { openBesideServer } = await import('#platform/database/open-store.ts');
  const { languageModelsOf, peopleOf } = await import('#main.ts');

  const store = await openBesideServer(settings);
  try {
    const people = peopleOf(store);
    const { read } = people.database;
    await ensureSomeone(people, { home: settings.home, token: settings.token, userName: userInfo().username });
    const first = await read
      .selectFrom('people')
      .select('id')
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const logError = (message: string, cause: unknown) => void process.stderr.write(`${message}: ${String(cause)}\n`);
    const roleModels = createRoleModels(languageModelsOf(store, settings, logError));
    return {
      person: first.id,
      db: read,
      roleModels,
      async close() {
        await roleModels.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
