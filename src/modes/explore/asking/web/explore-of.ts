import type { OpenSession } from '#session/web/mode-screen.ts';

import type { ExploreView } from '../../protocol.ts';

export function exploreOf({ state }: OpenSession): ExploreView {
  return state.modes['explore'] as ExploreView;
}
