import type { LoadedOnce } from '#elements/web/page/load-once.tsx';

import type { AnyMode } from '../domain/mode.ts';
import type { SessionState } from '../protocol.ts';
import type { SessionView } from './client/live-client.ts';
import type { WebContribution } from './contribution/contribution.ts';

/** A session whose first snapshot has arrived. */
export interface OpenSession extends SessionView {
  readonly state: SessionState;
}

export interface ModeScreenProps {
  readonly view: OpenSession;
}

/**
 * Everything that a mode adds to the page: how its sessions are folded and shown, and everything that any slice may
 * add.
 */
export interface WebMode extends WebContribution {
  readonly domain: AnyMode;
  /** Absent for a mode that only exists inside another: the screen of that mode shows it. */
  readonly screen?: LoadedOnce<ModeScreenProps>;
  /**
   * The part of a session of any mode that the browser may store, to show the session without a server. Omitted: the
   * whole state.
   */
  readonly seenSession?: (state: SessionState) => SessionState;
}
