import type { SessionRequest } from './live-client.ts';

/** A message that the server has not acknowledged. */
export interface OutboxEntry {
  readonly id: string;
  readonly session: string;
  readonly content: string;
  /** What is sent, where it was not written but asked for with a button; `content` is how it is shown until then. */
  readonly request?: SessionRequest;
  /** Where it was written. */
  readonly thread?: string;
  /** The order in which they were written, over all sessions. */
  readonly order: number;
  readonly status: 'waiting' | 'refused';
  readonly problem?: string;
}

/** Where unsent messages are kept: outlives the page. */
export interface OutboxStore {
  all(): Promise<readonly OutboxEntry[]>;
  put(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
}
