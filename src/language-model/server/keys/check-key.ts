import { AppError } from '#wire/error-kind.ts';

import type { LanguageModelDependencies } from '../dependencies.ts';
import { ModelFailure } from '../model-failure.ts';
import type { ProviderConnection } from './provider-connection.ts';

/** Maximum time to wait for a provider's list of models. */
export const LIST_WITHIN_MS = 15_000;

/**
 * Asks a provider for its models, which costs nothing, to see whether it accepts a key. Throws if it rejects the key.
 * False if that is not known: the provider cannot be reached or is out of order.
 */
export async function isKeyAccepted(
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
    const said = error.said === undefined ? '' : `: “${error.said.replace(/[.!]+$/, '')}”`;
    const theName = name.charAt(0).toUpperCase() + name.slice(1);
    throw new AppError('malformed', `${theName} rejected this key${said}. It was not saved.`, { field: 'key' });
  }
}

/** Refusals of the list alone: some keys may not ask for it, and some servers have none. */
const SPEAKS: readonly string[] = ['forbidden', 'unknown-model', 'rejected-request', 'no-credit'];
