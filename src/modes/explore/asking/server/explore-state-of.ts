import type { SessionState } from '#session/protocol.ts';

import type { ExploreState } from '../domain/explore-state.ts';

export function exploreState(session: SessionState): ExploreState {
  return session.modes['explore'] as ExploreState;
}
