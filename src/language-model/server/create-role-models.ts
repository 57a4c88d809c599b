import type { Kysely } from 'kysely';

import { destinationOf } from '../domain/base-url.ts';
import { modelName } from '../domain/known-models.ts';
import { callRole, type CallDependencies } from './calls/role-call.ts';
import type { LanguageModelDependencies } from './dependencies.ts';
import { type Cast, type Casting, readCast } from './keys/casting.ts';
import { createKnownCasts, type KnownSettings } from './keys/known-casts.ts';
import type { RoleModel, RoleModels } from './role-models.ts';
import type { LanguageModelTables } from './tables.ts';
import { readLimits } from './usage/spending.ts';
import { createUsageLog, type UsageLog } from './usage/usage-log.ts';

export interface RunningRoleModels extends RoleModels {
  readonly usage: UsageLog;
  /** As it is now, past what is kept. */
  castOf(person: string): Promise<Cast>;
  /** The model of a casting; null where the embedded agent plays. */
  modelOf(person: string, casting: Casting): RoleModel | null;
  /** A person has changed their settings. */
  forget(person: string): void;
  /** Resolves once everything that was used is recorded. */
  close(): Promise<void>;
}

/** Which model plays which role for whom, on the adapters and in the store that `main.ts` picked. */
export function createRoleModels(deps: LanguageModelDependencies): RunningRoleModels {
  const usage = createUsageLog(deps);
  const calls: CallDependencies = { ...deps, usage };
  const known = createKnownCasts(deps.now);
  const { read } = deps.database;

  async function settingsOf(db: Kysely<LanguageModelTables>, person: string): Promise<KnownSettings> {
    const found = known.find(person);
    if (found) return found;
    const keep = known.reading(person);
    const settings = { cast: await readCast(db, deps, person), limits: await readLimits(db, person) };
    // What a transaction reads may never come to be.
    if (db === read) keep(settings);
    return settings;
  }

  function modelOf(person: string, casting: Casting): RoleModel | null {
    const { choice, played } = casting;
    if (played === null) return null;
    // What the adapter loads on first use is there by the time it is asked.
    if (played.access) deps.providers[played.provider].open(played.access);
    const limitsOf = async () => (await settingsOf(read, person)).limits;
    return {
      name: modelName(played.provider, choice.model),
      model: choice.model,
      destination: destinationOf(played.provider, played.baseUrl),
      maxTokens: choice.maxTokens,
      stream: (prompt, call) =>
        callRole(calls, { person, casting: { ...casting, played }, limitsOf }, { prompt, call }),
    };
  }

  return {
    usage,
    castOf: (person) => readCast(read, deps, person),
    modelOf,
    async of(db, person, role) {
      if (deps.isOffline) return null;
      const { cast } = await settingsOf(db, person);
      return modelOf(person, cast.castingOf(role));
    },
    forget: (person) => known.forget(person),
    close: () => usage.settled(),
  };
}
