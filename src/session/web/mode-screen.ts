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
  /** Absent where the mode only exists inside another: the screen of that one shows it. */
  readonly screen?: LoadedOnce<ModeScreenProps>;
  /**
   * What the browser may keep of a session of any mode, to show it without a server. Omitted: all that the page has of
   * it.
   */
  readonly seenSession?: (state: SessionState) => SessionState;
}
