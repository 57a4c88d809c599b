import type { SessionState } from '../../protocol.ts';

/** The latest states of sessions in this browser, readable without a server. */
export interface SeenSessions {
  /** May be called with every change. */
  keep(state: SessionState): void;
  /** Null if this browser has stored none. */
  read(session: string): Promise<{ readonly state: SessionState; readonly at: number } | null>;
}
