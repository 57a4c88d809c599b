import type { LoadedOnce } from '#elements/web/page/load-once.tsx';

import type { AnyMode } from '../domain/mode.ts';
import type { SessionState } from '../protocol.ts';
import type { SessionView } from './client/live-client.ts';

/** A session as its screen gets it: the first snapshot has come. */
export interface OpenSession extends SessionView {
  readonly state: SessionState;
}

export interface ModeScreenProps {
  readonly view: OpenSession;
}

/** What a mode brings to the page: how its sessions are folded, and how they are shown. */
export interface WebMode {
  readonly domain: AnyMode;
  /** None where the mode is only ever inside another: it is seen on the other’s screen. */
  readonly screen?: LoadedOnce<ModeScreenProps>;
}
