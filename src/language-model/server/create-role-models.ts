import { createHash } from 'node:crypto';

import { destinationOf } from '../domain/base-url.ts';
import type { Usage } from '../domain/chunk.ts';
import { costOf } from '../domain/cost.ts';
import { contextTokensOf, modelName } from '../domain/known-models.ts';
import type { RoleChoice } from '../protocol.ts';
import type { EmbeddingDependencies } from './calls/embedding-call.ts';
import { type Caller, callRole } from './calls/role-call.ts';
import type { LanguageModelDependencies } from './dependencies.ts';
import type { ProviderConnection } from './keys/provider-connection.ts';
import { createRejectedKeys, type RejectedKeys } from './keys/rejected-keys.ts';
import { readRoleAssignments, type RoleAssignment, type RoleAssignments } from './keys/role-assignment.ts';
import type { LanguageModel } from './language-model.ts';
import { roleEmbedder, type RoleEmbedder } from './role-embedder.ts';
import type { RoleModel, RoleModels } from './role-models.ts';
import { readLimits } from './usage/spending.ts';
import { createUsageLog, type UsageLog } from './usage/usage-log.ts';

export interface RunningRoleModels extends RoleModels {
  readonly usage: UsageLog;
  readonly rejectedKeys: RejectedKeys;
  assignmentsOf(person: string): Promise<RoleAssignments>;
  /** The model assigned to a role; null if the embedded agent has the role. */
  modelOf(person: string, assignment: RoleAssignment): RoleModel | null;
  /** A person's embedder. `model`: null if the embedded one has the role. `isStandIn`: another one was chosen. */
  embedderOf(person: string): Promise<{ readonly model: RoleEmbedder | null; readonly isStandIn: boolean }>;
  embedderFor(person: string, assignment: RoleAssignment): RoleEmbedder | null;
  /** Call it after a change of a person's settings. */
  changed(person: string): void;
  /** Calls `listener` with each person whose settings have changed. */
  onChange(listener: (person: string) => void): void;
  /** Resolves when all usage is recorded. */
  close(): Promise<void>;
}

/** Maximum share of a model's window for the answer. */
const MAX_ANSWER_SHARE = 0.5;

/** The models that have a person's roles, with the adapters and the database that `main.ts` chose. */
export function createRoleModels(deps: LanguageModelDependencies): RunningRoleModels {
  const usage = createUsageLog(deps);
  const rejectedKeys = createRejectedKeys();
  const calls: EmbeddingDependencies = { ...deps, usage, rejectedKeys };
  const assigning = { ...deps, rejectedKeys };
  const { read } = deps.database;
  const listeners: ((person: string) => void)[] = [];

  const assignmentsOf = (person: string) => readRoleAssignments(read, assigning, person);
  const limitsOfPerson = (person: string) => () => readLimits(read, person);

  function modelOf(person: string, assigned: RoleAssignment): RoleModel | null {
    const { connection } = assigned;
    if (connection === null) return null;
    const contextTokens = assigned.choice.contextTokens ?? contextTokensOf(connection.provider, assigned.choice.model);
    // In a small window, an answer of the chosen length would leave no room for the request.
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
    assignmentsOf,
    modelOf,
    async of(db, person, role) {
      if (deps.isOffline) return null;
      const assignments = await readRoleAssignments(db, assigning, person);
      return modelOf(person, assignments.assignmentOf(role));
    },
    embedderFor,
    async embedderOf(person) {
      const assignment = (await assignmentsOf(person)).assignmentOf('embedder');
      const isStandIn = assignment.connection === null && assignment.choice.provider !== null;
      return { model: embedderFor(person, assignment), isStandIn };
    },
    changed(person) {
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
