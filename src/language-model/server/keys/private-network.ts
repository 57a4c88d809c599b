import type { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { LanguageModelTables } from '../tables.ts';
import type { ProviderConnection } from './provider-connection.ts';

/**
 * The machine that Warren runs on, and the network around it. Other people than the one it belongs to could use an
 * address of a provider to reach into it.
 */
export interface PrivateNetwork {
  /** Whether a person may have a provider in it. */
  mayUse(db: Kysely<LanguageModelTables>, person: string): Promise<boolean>;
  /** Whether an address leads into it. False if its name is unknown. */
  holds(url: URL): Promise<boolean>;
  /** `fetch` that connects to nothing in it, whatever a name stands for by then. */
  readonly fetchOutside: typeof fetch;
}

/** Refuses an address in the private network. */
export async function requireOutside(network: PrivateNetwork | undefined, address: string): Promise<void> {
  const url = URL.parse(address);
  if (!network || !url || !(await network.holds(url))) return;
  throw new AppError(
    'malformed',
    'This address leads into the private network of the server, which only the first person may use. ' +
      'Who runs this server can allow it with WARREN_ALLOW_PRIVATE_ADDRESSES.',
    { field: 'baseUrl' },
  );
}

/** A connection to an address that a person set themselves, such that it never reaches the private network. */
export function keptOutside({ fetchOutside }: PrivateNetwork, connection: ProviderConnection): ProviderConnection {
  const { access, baseUrlFrom } = connection;
  return access && baseUrlFrom === 'own' ? { ...connection, access: { ...access, fetch: fetchOutside } } : connection;
}
