import type { Services } from '#contribution/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import type { NoticeSource } from '#session/domain/activity.ts';

import type { UsedTables } from './tables.ts';

/** Posts a message to a push service. Rejects if it cannot be reached. */
export interface PushPost {
  /** Why this server may not call an address as a push service, in words; null if it may. */
  objection(endpoint: string): Promise<string | null>;
  post(endpoint: string, message: PushMessage): Promise<PushAnswer>;
}

interface PushMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
}

export interface PushAnswer {
  readonly status: number;
  /** In ms; null if the service does not say. */
  readonly retryAfterMs: number | null;
}

export interface NotificationDependencies extends Pick<
  Services,
  'undo' | 'now' | 'settledNow' | 'newId' | 'served' | 'log' | 'preferencesOf'
> {
  readonly database: Database<UsedTables>;
  readonly push: PushPost;
  readonly isOffline: boolean;
  /** Reads or creates the secret that encrypts the keys in the database. */
  readonly readSecret: () => Promise<Buffer>;
  /** The operator's contact address for push services: an address of the web or of mail. Undefined if there is none. */
  readonly contact: string | undefined;
  readonly sources: () => Readonly<Record<string, NoticeSource>>;
  /** Calls back after a time, unless the returned function is called first. */
  readonly after: (ms: number, callback: () => void) => () => void;
}
