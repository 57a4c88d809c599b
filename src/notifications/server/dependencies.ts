import type { Services } from '#contribution/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import type { NoticeSource } from '#session/domain/activity.ts';

import type { UsedTables } from './tables.ts';

/** Posts a message to a push service. Rejects if it cannot be reached. */
export interface PushPost {
  /** Why an address is no push service that may be reached, in words; null for one that may. */
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
  /** Reads the secret that encrypts what the database holds of keys, or creates it. */
  readonly readSecret: () => Promise<Buffer>;
  /** Who runs the server, as push services want to know: an address of the web or of mail. Undefined if there is none. */
  readonly contact: string | undefined;
  readonly sources: () => Readonly<Record<string, NoticeSource>>;
  /** Calls back after a time, unless the returned function is called before. */
  readonly after: (ms: number, callback: () => void) => () => void;
}
