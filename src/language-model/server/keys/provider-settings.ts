import { trimEnd } from '#text/domain/trim-ends.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import { normalBaseUrl } from '../../domain/base-url.ts';
import type { OfferedModels, ProviderChange, ProviderId } from '../../protocol.ts';
import { describeFailure } from '../calls/describe-failure.ts';
import type { RunningRoleModels } from '../create-role-models.ts';
import type { LanguageModelDependencies } from '../dependencies.ts';
import { ModelFailure } from '../model-failure.ts';
import { keptOutside, mayReach } from './private-network.ts';
import { connectionOf, type ProviderConnection } from './provider-connection.ts';
import { changeOwnAccess, storeKeyChecked, NOTHING, readOwnAccess } from './provider-rows.ts';

const LIST_WITHIN_MS = 15_000;

/** Failures that only concern the list: some keys may not request it, and some servers have none. */
const SPEAKS: readonly string[] = ['forbidden', 'unknown-model', 'rejected-request', 'no-credit'];

/**
 * Stores the key or address that a person set. The first person's address can be anything that this machine reaches,
 * including itself, since Ollama runs there; others cannot use the private network. The metadata addresses at which
 * clouds give credentials to their machines are refused. A key is checked at its address before it is stored: a
 * rejected key is refused, and a key that could not be checked gets no role by default.
 */
export async function changeProvider(
  deps: LanguageModelDependencies & { undo: UndoLog; roleModels: RunningRoleModels },
  owner: { person: string; provider: ProviderId },
  given: ProviderChange,
): Promise<void> {
  const { person, provider } = owner;
  const { baseUrl } = given;
  const change: ProviderChange = {
    ...given,
    ...(typeof baseUrl === 'string' && { baseUrl: checkAddress(normalBaseUrl(provider, baseUrl)) }),
  };
  if (typeof change.baseUrl === 'string' && !(await mayReach(deps, person, change.baseUrl))) throw privateAddress();
  const { privateNetwork } = deps;
  const isKeptOutside = privateNetwork && !(await privateNetwork.mayUse(deps.database.read, person));
  const own = (await readOwnAccess(deps.database.read, deps.keySecret, person))[provider];
  const key = change.key === undefined ? own.key : change.key;
  const next = { key, baseUrl: change.baseUrl === undefined ? own.baseUrl : change.baseUrl };
  const made = connectionOf(provider, { ...NOTHING, ...next }, deps.serverAccess[provider]);
  const connection = isKeptOutside ? keptOutside(privateNetwork, made) : made;
  const isChecked = key === null || (await isKeyAccepted(deps, connection));
  await changeOwnAccess(deps, owner, { ...change, isChecked });
  if (isChecked && connection.access) deps.roleModels.rejectedKeys.remove(provider, connection.access);
}

/** Link-local addresses and the clouds' metadata hosts, as the URL parser normalizes them. */
const CLOUD_METADATA_HOST =
  /^(169\.254\.|100\.100\.100\.200$|\[fe[89ab].:|\[fd00:ec2:|\[::ffff:(a9fe:|6464:64c8\])|(.+\.)?metadata\.google\.internal$|metadata$)/i;

function checkAddress(address: string): string {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
    throw new AppError('malformed', 'This is not an address. Write it like http://127.0.0.1:11434/v1.', {
      field: 'baseUrl',
    });
  if (CLOUD_METADATA_HOST.test(url.hostname.replace(/\.$/, '')))
    throw new AppError('malformed', 'No model is served at an address of this kind.', { field: 'baseUrl' });
  return address;
}

function privateAddress(): AppError {
  return new AppError(
    'malformed',
    'This address leads into the private network of the server, which only the first person may use. ' +
      'Who runs this server can allow it with WARREN_ALLOW_PRIVATE_ADDRESSES.',
    { field: 'baseUrl' },
  );
}

export async function listOffered(
  deps: LanguageModelDependencies & { roleModels: RunningRoleModels },
  person: string,
  provider: ProviderId,
): Promise<OfferedModels> {
  const { providers, roleModels, isOffline } = deps;
  if (isOffline) throw new AppError('refused', 'This server is offline (WARREN_OFFLINE=1).', { reason: 'offline' });
  const assignments = await roleModels.assignmentsOf(person);
  const connection = assignments.providers[provider];
  if (!connection.access)
    throw new AppError('refused', connection.problem ?? 'Give a key first.', { reason: 'no-key' });
  try {
    const models = await providers[provider].list(connection.access, AbortSignal.timeout(LIST_WITHIN_MS));
    roleModels.rejectedKeys.remove(provider, connection.access);
    if (connection.isUnchecked) await storeKeyChecked(deps, { person, provider });
    roleModels.changed(person);
    return { models: models.map(({ id, name }) => ({ id, name })) };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    if (error.failure === 'rejected-key') roleModels.rejectedKeys.add(provider, connection.access);
    throw describeFailure(error, { role: null, model: '', connection });
  }
}

/**
 * Requests a provider's models, which is free, to check a key. Throws if the provider rejects the key. False if that is
 * unknown: the provider cannot be reached or is out of order.
 */
async function isKeyAccepted(
  { providers, isOffline }: Pick<LanguageModelDependencies, 'providers' | 'isOffline'>,
  { provider, name, access }: ProviderConnection,
): Promise<boolean> {
  if (isOffline || access === null) return false;
  try {
    await providers[provider].list(access, AbortSignal.timeout(LIST_WITHIN_MS));
    return true;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    if (error.failure !== 'rejected-key') return SPEAKS.includes(error.failure);
    const reason = error.providerMessage === undefined ? '' : `: “${trimEnd(error.providerMessage, /[.!]/u)}”`;
    const theName = name.charAt(0).toUpperCase() + name.slice(1);
    throw new AppError('malformed', `${theName} rejected this key${reason}. It was not saved.`, { field: 'key' });
  }
}
