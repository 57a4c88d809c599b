import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';

import type { ProviderId } from '../protocol.ts';
import type { ModelProvider } from './language-model.ts';
import type { LanguageModelTables } from './tables.ts';

/** What the server itself was given for a provider, from its environment. */
export interface ServerAccess {
  readonly key: string | undefined;
  readonly baseUrl: string | undefined;
}

export interface LanguageModelDependencies {
  readonly database: Database<LanguageModelTables>;
  readonly providers: Readonly<Record<ProviderId, ModelProvider>>;
  readonly serverAccess: Readonly<Record<ProviderId, ServerAccess>>;
  /** No model is asked at all. */
  readonly isOffline: boolean;
  /** The data folder, which holds the file that keys are sealed with. */
  readonly home: string;
  /** The person's day that an instant falls in, `YYYY-MM-DD`. */
  readonly dayOf: (db: Kysely<LanguageModelTables>, person: string, at: number) => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** 0 to 1. */
  readonly random: () => number;
  /** The wait before the first retry, which doubles; half a second unless given. */
  readonly backoffMs?: number;
  readonly logError: (message: string, cause: unknown) => void;
}
