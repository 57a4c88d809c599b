import type { Kysely } from 'kysely';

import type { LanguageModelDependencies } from '../dependencies.ts';
import type { LanguageModelTables } from '../tables.ts';
import type { ProviderConnection } from './provider-connection.ts';

/**
 * The machine that Warren runs on, and its local network. A provider's address could give people other than the owner
 * access to it.
 */
export interface PrivateNetwork {
  /** Whether a person may use a provider in it. */
  mayUse(db: Kysely<LanguageModelTables>, person: string): Promise<boolean>;
  /** Whether an address resolves into it. False if its name is unknown. */
  holds(url: URL): Promise<boolean>;
  /** A `fetch` that never connects into it, even if a name resolves to it at the time of the request. */
  readonly fetchOutside: typeof fetch;
}

/** Whether a person may use a provider at this address. */
export async function mayReach(
  { privateNetwork, database }: Pick<LanguageModelDependencies, 'privateNetwork' | 'database'>,
  person: string,
  address: string,
): Promise<boolean> {
  if (!privateNetwork || (await privateNetwork.mayUse(database.read, person))) return true;
  const url = URL.parse(address);
  return url === null || !(await privateNetwork.holds(url));
}

/** Restricts a connection to an address that a person set, so that it never reaches the private network. */
export function keptOutside({ fetchOutside }: PrivateNetwork, connection: ProviderConnection): ProviderConnection {
  const { access, baseUrlFrom } = connection;
  return access && baseUrlFrom === 'own' ? { ...connection, access: { ...access, fetch: fetchOutside } } : connection;
}
