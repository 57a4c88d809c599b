import { createHash } from 'node:crypto';

import type { Kysely } from 'kysely';

import { destinationOf } from '../domain/base-url.ts';
import type { Usage } from '../domain/chunk.ts';
import { costOf } from '../domain/cost.ts';
import { contextTokensOf, modelName } from '../domain/known-models.ts';
import type { RoleChoice, SpendingLimits } from '../protocol.ts';
import type { EmbeddingDependencies } from './calls/embedding-call.ts';
import { type Caller, callRole } from './calls/role-call.ts';
import type { LanguageModelDependencies } from './dependencies.ts';
import type { ProviderConnection } from './keys/provider-connection.ts';
import { createRejectedKeys, type RejectedKeys } from './keys/rejected-keys.ts';
import { readRoleAssignments, type RoleAssignment, type RoleAssignments } from './keys/role-assignment.ts';
import type { LanguageModel } from './language-model.ts';
import { roleEmbedder, type RoleEmbedder } from './role-embedder.ts';
import type { RoleModel, RoleModels } from './role-models.ts';
import type { LanguageModelTables } from './tables.ts';
import { readLimits } from './usage/spending.ts';
import { createUsageLog, type UsageLog } from './usage/usage-log.ts';

/** Long enough for the turns of a conversation, short enough to notice changes by another process. */
const CACHE_MS = 10_000;

export interface RunningRoleModels extends RoleModels {
  readonly usage: UsageLog;
  readonly rejectedKeys: RejectedKeys;
  /** Read from the database, not from the cache. */
  assignmentsOf(person: string): Promise<RoleAssignments>;
  /** The model assigned to a role; null if the embedded agent has the role. */
  modelOf(person: string, assignment: RoleAssignment): RoleModel | null;
  /**
   * A person's embedder. `model` is null if the embedded one has the role; `isStandIn`: although another was chosen.
   */
  embedderOf(person: string): Promise<{ readonly model: RoleEmbedder | null; readonly isStandIn: boolean }>;
  embedderFor(person: string, assignment: RoleAssignment): RoleEmbedder | null;
  /** Drops the cached settings of a person who changed them. */
  forget(person: string): void;
  /** Calls `listener` with each person whose settings have changed. */
  onChange(listener: (person: string) => void): void;
  /** Resolves once all usage is recorded. */
  close(): Promise<void>;
}

/** Of a model's window. */
const MAX_ANSWER_SHARE = 0.5;

/** The models that have a person's roles, with the adapters and the database that `main.ts` chose. */
export function createRoleModels(deps: LanguageModelDependencies): RunningRoleModels {
  const usage = createUsageLog(deps);
  const rejectedKeys = createRejectedKeys();
  const calls: EmbeddingDependencies = { ...deps, usage, rejectedKeys };
  const assigning = { ...deps, rejectedKeys };
  const known = createSettingsCache(deps.now);
  const { read } = deps.database;
  const listeners: ((person: string) => void)[] = [];

  async function settingsOf(db: Kysely<LanguageModelTables>, person: string): Promise<CachedSettings> {
    const found = known.find(person);
    if (found) return found;
    const keep = known.reading(person);
    const settings = {
      assignments: await readRoleAssignments(db, assigning, person),
      limits: await readLimits(db, person),
    };
    // A transaction may be rolled back, so what it reads is not cached.
    if (db === read) keep(settings);
    return settings;
  }

  const limitsOfPerson = (person: string) => async () => (await settingsOf(read, person)).limits;

  function modelOf(person: string, assigned: RoleAssignment): RoleModel | null {
    const { connection } = assigned;
    if (connection === null) return null;
    const contextTokens = assigned.choice.contextTokens ?? contextTokensOf(connection.provider, assigned.choice.model);
    // In a small window, an answer of the length that was chosen would leave no room for what it answers.
    const maxTokens = Math.min(assigned.choice.maxTokens, Math.floor(contextTokens * MAX_ANSWER_SHARE));
    const choice = { ...assigned.choice, maxTokens };
    const assignment = { ...assigned, choice };
    const provider = deps.providers[connection.provider];
    // Lets the adapter load its SDK before the first request.
    if (connection.access) provider.open(connection.access);
    const limitsOf = limitsOfPerson(person);
    const facts = {
      name: modelName(connection.provider, choice.model),
      model: choice.model,
      destination: destinationOf(connection.provider, connection.baseUrl),
      maxTokens,
      contextTokens,
      costOf: (usage: Usage) => costOf(usage, { provider: connection.provider, id: choice.model }),
      signature: signatureOf(choice, connection),
    };
    const through = (open: Caller['open']): RoleModel => ({
      ...facts,
      stream: (prompt, call) =>
        callRole(calls, { person, assignment: { ...assignment, connection }, limitsOf, open }, { prompt, call }),
      withOwnClient() {
        let own: LanguageModel | undefined;
        return through((access) => (own ??= provider.open(access, { isOwn: true })));
      },
    });
    return through((access) => provider.open(access));
  }

  const embedderFor = (person: string, assignment: RoleAssignment) =>
    roleEmbedder(calls, { person, assignment, limitsOf: limitsOfPerson(person) });

  return {
    usage,
    rejectedKeys,
    assignmentsOf: (person) => readRoleAssignments(read, assigning, person),
    modelOf,
    async of(db, person, role) {
      if (deps.isOffline) return null;
      const { assignments } = await settingsOf(db, person);
      return modelOf(person, assignments.assignmentOf(role));
    },
    embedderFor,
    async embedderOf(person) {
      const { assignments } = await settingsOf(read, person);
      const assignment = assignments.assignmentOf('embedder');
      const isStandIn = assignment.connection === null && assignment.choice.provider !== null;
      return { model: embedderFor(person, assignment), isStandIn };
    },
    forget(person) {
      known.forget(person);
      for (const listener of listeners) listener(person);
    },
    onChange: (listener) => void listeners.push(listener),
    close: () => usage.settled(),
  };
}

/** A hash that includes the key, so that it changes with the key without revealing it. */
function signatureOf(choice: RoleChoice, { access }: ProviderConnection): string {
  return createHash('sha256')
    .update(JSON.stringify([choice, access]))
    .digest('base64url');
}

/** The settings that a turn needs. */
interface CachedSettings {
  readonly assignments: RoleAssignments;
  readonly limits: SpendingLimits;
}

/**
 * Caches the settings of people in a conversation. Without it each reply would read them between the evaluator's answer
 * and the tutor's first word. Changes by this process take effect at once.
 */
function createSettingsCache(now: () => number) {
  const held = new Map<string, { settings: CachedSettings; until: number }>();
  let forgotten = 0;
  return {
    find(person: string): CachedSettings | undefined {
      const found = held.get(person);
      if (found && found.until > now()) return found.settings;
      held.delete(person);
      return undefined;
    },
    /** Call before a read; the result stores what was read, unless any settings changed during the read. */
    reading(person: string): (settings: CachedSettings) => void {
      const before = forgotten;
      return function keep(settings) {
        if (before !== forgotten) return;
        for (const [one, { until }] of held) if (until <= now()) held.delete(one);
        held.set(person, { settings, until: now() + CACHE_MS });
      };
    },
    forget(person: string): void {
      forgotten += 1;
      held.delete(person);
    },
  };
}
