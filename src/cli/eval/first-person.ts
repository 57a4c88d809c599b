import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ensureSomeone } from '#account/server/first-person.ts';
import { languageModelsOf } from '#composition/server/language-models.ts';
import { peopleOf } from '#composition/server/people.ts';
import { readSettings } from '#composition/server/settings.ts';
import type { RoleId } from '#language-model/protocol.ts';
import { createRoleModels, type RunningRoleModels } from '#language-model/server/create-role-models.ts';
import type { RoleModel } from '#language-model/server/role-models.ts';
import { databaseFile, openBesideServer } from '#platform/database/open-store.ts';

import { tell } from './rows.ts';

/** The person whose agents are measured. */
interface FirstPerson {
  readonly id: string;
  readonly roleModels: RunningRoleModels;
  /** The model that their settings select for a role; null for the embedded agent. */
  modelOf(role: RoleId): Promise<RoleModel | null>;
}

/**
 * Calls with the first person of the store or, without a store, a temporary person with the environment's keys. Null
 * without either, and offline; then the embedded agents are measured.
 */
export async function withFirstPerson<Result>(
  environment: NodeJS.ProcessEnv,
  work: (first: FirstPerson | null) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(environment);
  const hasStore = settings.databaseUrl !== undefined || existsSync(databaseFile(settings.home));
  const hasAccess = Object.values(settings.providers).some(({ key, baseUrl }) => (key ?? baseUrl) !== undefined);
  if (settings.isOffline || (!hasStore && !hasAccess)) return work(null);
  await using cleanup = new AsyncDisposableStack();
  // Usage is recorded per person, so a person is needed. They are deleted with the folder.
  const home = hasStore ? settings.home : await mkdtemp(path.join(tmpdir(), 'warren-eval-'));
  if (!hasStore) cleanup.defer(() => rm(home, { recursive: true }));
  const store = cleanup.adopt(await openBesideServer({ ...settings, home }), (opened) => opened.close());
  const people = peopleOf(store);
  const id = await ensureSomeone(people, { ...settings, home });
  const failed = (message: string, cause: unknown) => tell(`${message}: ${String(cause)}`);
  const roleModels = createRoleModels(languageModelsOf(store, { ...settings, home }, failed));
  cleanup.defer(() => roleModels.close());
  return await work({ id, roleModels, modelOf: (role) => roleModels.of(people.database.read, id, role) });
}
