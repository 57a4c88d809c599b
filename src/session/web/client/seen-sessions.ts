import type { SessionState } from '../../protocol.ts';

/** Sessions as this browser saw them last, to be read without a server. */
export interface SeenSessions {
  /** May be called with every change. */
  keep(state: SessionState): void;
  /** Null if it was not seen. */
  read(session: string): Promise<{ readonly state: SessionState; readonly at: number } | null>;
}
