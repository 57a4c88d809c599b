import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

import type { Kysely } from 'kysely';

import type { Evaluator } from '#modes/recall/server/agents/agents.ts';
import { embeddedEvaluator } from '#modes/recall/server/agents/embedded-agents.ts';
import { databaseFile } from '#platform/database/open-store.ts';

import { readSettings, type Settings } from '../settings.ts';

export interface ConfiguredEvaluator {
  readonly evaluator: Evaluator;
  close(): Promise<void>;
}

/**
 * The evaluator that a message of the first person would be read by: theirs where there is a store, the one that the
 * environment's keys give where there is none yet, the embedded one without either.
 */
export async function configuredEvaluator(environment: NodeJS.ProcessEnv): Promise<ConfiguredEvaluator> {
  const settings = readSettings(environment);
  const hasStore = settings.databaseUrl !== undefined || existsSync(databaseFile(settings.home));
  const hasAccess = Object.values(settings.providers).some(({ key, baseUrl }) => (key ?? baseUrl) !== undefined);
  if (settings.isOffline || (!hasStore && !hasAccess))
    return { evaluator: embeddedEvaluator, close: () => Promise.resolve() };
  if (hasStore) return evaluatorOfFirstPerson(settings);
  // What is used is counted for a person, so there has to be one; they go with the folder.
  const home = await mkdtemp(path.join(tmpdir(), 'warren-eval-'));
  const found = await evaluatorOfFirstPerson({ ...settings, home });
  return {
    ...found,
    async close() {
      await found.close();
      await rm(home, { recursive: true });
    },
  };
}

async function evaluatorOfFirstPerson(settings: Settings): Promise<ConfiguredEvaluator> {
  const { randomBytes } = await import('node:crypto');
  const { ensureSomeone } = await import('#account/server/first-person.ts');
  const { readPreferences } = await import('#account/server/preferences.ts');
  const { uuidV7 } = await import('#kernel/id.ts');
  const { createRoleModels } = await import('#language-model/server/create-role-models.ts');
  const { dayOf } = await import('#modes/recall/domain/schedule/day.ts');
  const { chooseAgents } = await import('#modes/recall/server/agents/choose-agents.ts');
  const { createEmbeddedTutor } = await import('#modes/recall/server/agents/embedded-agents.ts');
  const { openBesideServer } = await import('#platform/database/open-store.ts');
  const { createAnthropic } = await import('#platform/language-model/anthropic/anthropic.ts');
  const { createOpenaiCompatible } = await import('#platform/language-model/openai-compatible/openai-compatible.ts');
  const { tablesOf } = await import('#session/server/database.ts');
  const { onPersonCreated } = await import('../../main.ts');
  type AccountTables = import('#account/server/tables.ts').AccountTables;
  type LanguageModelTables = import('#language-model/server/tables.ts').LanguageModelTables;

  const store = await openBesideServer(settings);
  try {
    const account = tablesOf<AccountTables>(store);
    const people = { database: account, onCreated: onPersonCreated, now: Date.now };
    await ensureSomeone(people, { home: settings.home, token: settings.token, userName: userInfo().username });
    const first = await account.read
      .selectFrom('people')
      .select('id')
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const roleModels = createRoleModels({
      database: tablesOf<LanguageModelTables>(store),
      providers: { anthropic: createAnthropic(), openai: createOpenaiCompatible() },
      serverAccess: settings.providers,
      isOffline: settings.isOffline,
      home: settings.home,
      dayOf: async (db: Kysely<LanguageModelTables>, person: string, at: number) =>
        dayOf(at, await readPreferences(db as unknown as Kysely<AccountTables>, person)),
      now: Date.now,
      newId: () => uuidV7(Date.now(), randomBytes(10)),
      random: Math.random,
      logError: (message, cause) => void process.stderr.write(`${message}: ${String(cause)}\n`),
    });
    const embedded = { evaluator: embeddedEvaluator, tutor: createEmbeddedTutor({ paceMs: 0 }) };
    const { evaluator } = await chooseAgents(roleModels, embedded)(account.read, first.id);
    return {
      evaluator,
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
