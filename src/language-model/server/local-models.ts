import type { UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { LocalChoice, LocalServer, LocalServerId } from '../protocol.ts';
import type { RunningRoleModels } from './create-role-models.ts';
import type { LanguageModelDependencies } from './dependencies.ts';
import { chooseForAll } from './keys/choose-for-all.ts';
import { mayReach } from './keys/private-network.ts';

/**
 * The model servers on this machine that a person may use. Empty offline, and while the person has a key for another
 * address with the same protocol: choosing a local server would send the key there.
 */
export async function findLocalServers(
  { isOffline, localServers, ...deps }: LanguageModelDependencies & { roleModels: RunningRoleModels },
  person: string,
): Promise<LocalServer[]> {
  if (isOffline || !(await mayReach(deps, person, 'http://127.0.0.1/'))) return [];
  const { providers } = await deps.roleModels.assignmentsOf(person);
  return providers.openai.keyFrom === 'own' ? [] : [...(await localServers.find())];
}

/** Gives every role that converses a model of a server on this machine. The person names a server, never an address. */
export async function chooseLocalModel(
  deps: LanguageModelDependencies & { undo: UndoLog; roleModels: RunningRoleModels },
  person: string,
  { server, model }: LocalChoice & { server: LocalServerId },
): Promise<void> {
  const servers = await findLocalServers(deps, person);
  const found = servers.find(({ id }) => id === server);
  const chosen = found?.models.find(({ id }) => id === model);
  if (!found || !chosen)
    throw new AppError('refused', `No program on this machine offers ${model} now. Start it, then try again.`, {
      reason: 'no-local-model',
    });
  const contextTokens = chosen.contextTokens ?? undefined;
  await chooseForAll(deps, person, { provider: 'openai', model, contextTokens, address: found.baseUrl });
}
