import { Button } from '#elements/web/button.tsx';
import type { SourceProps } from '#session/web/contribution/contribution.ts';

import { useBeginExplore } from '../use-begin-explore.ts';

/** The button of a source that begins an exploration with it pinned. */
export function ExploreSource({ sourceId }: SourceProps) {
  const { begin, isBeginning } = useBeginExplore();
  return (
    <Button isBusy={isBeginning} onClick={() => begin({ manualSourceIds: [sourceId] })}>
      Explore
    </Button>
  );
}
