import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';

import type { LocalServer, ProviderId } from '../protocol.ts';
import type { KeySecret } from './keys/key-file.ts';
import type { PrivateNetwork } from './keys/private-network.ts';
import type { ModelProvider } from './language-model.ts';
import type { EmbeddingEndpoint } from './role-embedder.ts';
import type { LanguageModelTables } from './tables.ts';

/** The server's own access to a provider, from its environment. */
export interface ServerAccess {
  readonly key: string | undefined;
  readonly baseUrl: string | undefined;
}

export interface LocalServers {
  /** Asks each known port once for its models. Ports without a known server are omitted. */
  find(): Promise<readonly LocalServer[]>;
}

export interface LanguageModelDependencies {
  readonly database: Database<LanguageModelTables>;
  readonly providers: Readonly<Record<ProviderId, ModelProvider>>;
  readonly embeddings: EmbeddingEndpoint;
  readonly serverAccess: Readonly<Record<ProviderId, ServerAccess>>;
  readonly localServers: LocalServers;
  /** Without it, everybody may use a provider at any address. */
  readonly privateNetwork?: PrivateNetwork;
  /** If true, no model is called. */
  readonly isOffline: boolean;
  /** The secret that encrypts people's keys. */
  readonly keySecret: KeySecret;
  /** The person's day for an instant, `YYYY-MM-DD`. */
  readonly dayOf: (db: Kysely<LanguageModelTables>, person: string, at: number) => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** 0 to 1. */
  readonly random: () => number;
  /** The wait before the first retry, in milliseconds; it doubles each time. Default: half a second. */
  readonly backoffMs?: number;
  readonly logError: (message: string, cause: unknown) => void;
}
