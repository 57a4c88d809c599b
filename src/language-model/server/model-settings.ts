import { isKnownEmbedding } from '../domain/embedding-facts.ts';
import { knownModels } from '../domain/known-models.ts';
import type { ModelSettings, Provider, ProviderId } from '../protocol.ts';
import type { RunningRoleModels } from './create-role-models.ts';
import type { LanguageModelDependencies } from './dependencies.ts';
import { type RoleAssignments, roleIds, roleOf } from './keys/role-assignment.ts';
import { PROVIDER_LABELS } from './setting-actions.ts';
import { readLimits } from './usage/spending.ts';

export async function readModelSettings(
  { database, isOffline, roleModels }: LanguageModelDependencies & { roleModels: RunningRoleModels },
  person: string,
): Promise<ModelSettings> {
  const assignments = await roleModels.assignmentsOf(person);
  return {
    isOffline,
    providers: [providerOf(assignments, 'anthropic'), providerOf(assignments, 'openai')],
    roles: roleIds.map((role) => roleOf(assignments.assignmentOf(role))),
    models: knownModels.map(({ provider, id, name, price }) => ({
      provider,
      id,
      name,
      inputPrice: price?.input ?? null,
      outputPrice: price?.output ?? null,
      isEmbedding: isKnownEmbedding(id),
    })),
    limits: await readLimits(database.read, person),
    spent: await roleModels.usage.spent(person),
  };
}

function providerOf({ providers, keyEnds }: RoleAssignments, id: ProviderId): Provider {
  const { keyFrom, baseUrl, baseUrlFrom, isUnchecked } = providers[id];
  return { id, name: PROVIDER_LABELS[id], key: keyFrom, keyEnd: keyEnds[id], isUnchecked, baseUrl, baseUrlFrom };
}
