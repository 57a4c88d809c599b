import type { SessionRequest } from './live-client.ts';

export interface OutboxEntry {
  readonly id: string;
  readonly session: string;
  readonly content: string;
  /** The request to send instead of a message, where a button was pressed. `content` is shown until it is sent. */
  readonly request?: SessionRequest;
  readonly thread?: string;
  /** Position in the order of writing, over all sessions. */
  readonly order: number;
  readonly status: 'waiting' | 'refused';
  readonly problem?: string;
}

/** A store of unsent messages that survives the page. */
export interface OutboxStore {
  all(): Promise<readonly OutboxEntry[]>;
  put(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
}
